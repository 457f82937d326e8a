package position

import (
	"xorro/chess"
	"xorro/zobrist"
)

// Placement is a piece on a square.
type Placement struct {
	Piece  chess.Piece
	Square chess.Square
}

// Delta is the change that a move made on the board. The first Leaving entries of Left are
// the pieces that left their squares, and the first Coming entries of Came those that
// arrived. The piece that moved comes first in both, the king when castling.
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

// Delta returns the change that the last move made. It is empty for a null move and at the
// start of the game.
func (p *Position) Delta() (d Delta) {
	p.DeltaAgo(0, &d)
	return d
}

// DeltaAgo sets d to the change that the move n moves before the last one made. At least
// the last 256 moves are available.
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
	if n > 0 { // it may have moved again
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

// kindOn returns the type of the piece on a square that is not empty.
func (b *board) kindOn(s chess.Square) chess.PieceType {
	t := chess.Pawn
	for t < chess.King && !b.sets[t&7].Has(s) {
		t++
	}
	return t
}

// HashAgo returns the hash before the last n moves. At least the last 256 moves of the
// game are available.
func (p *Position) HashAgo(n int) zobrist.Hash { return p.at(p.top - n).hash }
