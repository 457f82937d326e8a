package position

import (
	"xorro/chess"
	"xorro/zobrist"
)

// Placement is a man on a square.
type Placement struct {
	Piece  chess.Piece
	Square chess.Square
}

// Delta is what a move changed on the board: the men that left their squares and
// those that came to theirs, the first Leaving and Coming of each list. What moves
// comes first in both, the king when castling.
type Delta struct {
	Left, Came      [2]Placement
	Leaving, Coming uint8
}

func (d *Delta) leave(piece chess.Piece, s chess.Square) {
	d.Left[d.Leaving&1] = Placement{piece, s}
	d.Leaving++
}

func (d *Delta) come(piece chess.Piece, s chess.Square) {
	d.Came[d.Coming&1] = Placement{piece, s}
	d.Coming++
}

// Delta is what the last move changed; nothing for a null move and at the start.
func (p *Position) Delta() (d Delta) {
	p.DeltaAgo(0, &d)
	return d
}

// DeltaAgo sets d to what the move made so many moves before the last changed. At
// least the last 256 moves are kept.
func (p *Position) DeltaAgo(n int, d *Delta) {
	b := p.at(p.top - n)
	m := b.move
	d.Leaving, d.Coming = 0, 0
	if m == chess.NoMove {
		return
	}
	from, to, us := m.From(), m.To(), b.side.Other()
	if m.IsCastle() {
		king, rook := chess.PieceOf(us, chess.King), chess.PieceOf(us, chess.Rook)
		d.leave(king, from)
		d.leave(rook, to)
		d.come(king, m.KingTo())
		d.come(rook, m.RookTo())
		return
	}
	piece := p.squares[to&63]
	if n > 0 { // it may have gone on
		piece = chess.PieceOf(us, b.kindOn(to))
	}
	d.come(piece, to)
	if m.IsPromotion() {
		piece = chess.PieceOf(us, chess.Pawn)
	}
	d.leave(piece, from)
	if m.Kind() == chess.EnPassant {
		d.leave(b.captured, to^8)
	} else if m.IsCapture() {
		d.leave(b.captured, to)
	}
}

// kindOn is the kind of the man on a square that is not empty.
func (b *board) kindOn(s chess.Square) chess.PieceType {
	t := chess.Pawn
	for t < chess.King && !b.sets[t&7].Has(s) {
		t++
	}
	return t
}

// HashAgo is the hash before so many of the last moves, at most Ply and kept as
// for DeltaAgo.
func (p *Position) HashAgo(n int) zobrist.Hash { return p.at(p.top - n).hash }
