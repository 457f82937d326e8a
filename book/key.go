package book

import (
	"xorro/attacks"
	"xorro/chess"
	"xorro/position"
)

// Key is the position's key in the Polyglot format.
//
// The format counts an en-passant square wherever an own pawn stands beside the one
// that has just moved, even if a pin forbids the capture. A position keeps the square
// only where the capture is legal, so Key looks at the last move as well. What a FEN
// says of a forbidden capture is lost.
func Key(p *position.Position) uint64 {
	key := uint64(0)
	for occupied := p.Occupied(); occupied != 0; occupied &= occupied - 1 {
		square := occupied.First()
		man := p.PieceOn(square)
		kind := 2*int(man.Type()) + int(man.Color().Other())
		key ^= random[64*kind+int(square)]
	}
	for i := range 4 {
		if p.Castling()>>i&1 != 0 {
			key ^= random[castlingNumbers+i]
		}
	}
	if target := passed(p); target != chess.NoSquare {
		key ^= random[enPassantNumbers+int(target.File())]
	}
	if p.SideToMove() == chess.White {
		key ^= random[sideNumber]
	}
	return key
}

// passed is the square that a pawn has just passed, with a pawn of the side to move
// standing so as to take it; NoSquare if there is none.
func passed(p *position.Position) chess.Square {
	last := p.LastMove()
	if last == chess.NoMove || last.Kind() != chess.DoublePush {
		return p.EnPassant()
	}
	target := (last.From() + last.To()) / 2
	us := p.SideToMove()
	if attacks.Pawn(us.Other(), target)&p.PiecesOf(us, chess.Pawn) == 0 {
		return chess.NoSquare
	}
	return target
}
