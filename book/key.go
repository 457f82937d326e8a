package book

import (
	"xorro/attacks"
	"xorro/chess"
	"xorro/position"
)

// Key returns the position's key in the Polyglot format.
//
// The format hashes an en-passant square whenever a pawn of the side to move stands beside
// the pawn that has just moved two squares, even if a pin forbids the capture. A position
// has the square only if the capture is legal, so Key looks at the last move too. For a
// position without a last move, an illegal en-passant capture of its FEN is lost.
func Key(p *position.Position) uint64 {
	key := uint64(0)
	for occupied := p.Occupied(); occupied != 0; occupied &= occupied - 1 {
		square := occupied.First()
		piece := p.PieceOn(square)
		kind := 2*int(piece.Type()) + int(piece.Color().Other())
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

// passed returns the square that a pawn has just passed over, if a pawn of the side to
// move attacks it, and NoSquare otherwise.
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
