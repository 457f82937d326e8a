// Package chess defines the words that all other packages use: squares, pieces,
// moves, bitboards and scores. It knows nothing of the rules.
package chess
