package main

import (
	"math/rand/v2"

	"xorro/attacks"
	"xorro/chess"
	"xorro/position"
)

// ending is the material with which a king mates a bare king.
type ending struct {
	name   string
	pieces []chess.PieceType
}

var endings = []ending{
	{"queen", []chess.PieceType{chess.Queen}},
	{"rook", []chess.PieceType{chess.Rook}},
	{"two bishops", []chess.PieceType{chess.Bishop, chess.Bishop}},
	{"bishop, knight", []chess.PieceType{chess.Bishop, chess.Knight}},
}

// position returns a random position of the ending with the stronger side to move.
// Bishops stand on squares of different colors, and the bare king attacks no piece.
func (e ending) position(rng *rand.Rand, strong chess.Color) *position.Position {
	for {
		s, free := position.EmptySetup(), rng.Perm(64)
		s.Side = strong
		king := chess.Square(free[1])
		s.Squares[free[0]] = chess.PieceOf(strong, chess.King)
		s.Squares[king] = chess.PieceOf(strong.Other(), chess.King)
		for i, kind := range e.pieces {
			s.Squares[free[2+i]] = chess.PieceOf(strong, kind)
		}
		p, err := position.FromSetup(s)
		if err == nil && !p.IsInsufficientMaterial() && attacks.King(king)&p.ByColor(strong) == 0 {
			return p
		}
	}
}
