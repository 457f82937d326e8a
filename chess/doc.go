// Package chess is the vocabulary of the engine: squares, pieces, moves,
// bitboards and scores. It knows no rules beyond what the words mean.
package chess
