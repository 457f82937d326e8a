package position

import "xorro/chess"

// Placement is a man on a square.
type Placement struct {
	Piece  chess.Piece
	Square chess.Square
}

// Delta is what a move changed on the board: the men that left their squares and
// those that came to theirs, the first Leaving and Coming of each list.
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
	m := p.move
	if m == chess.NoMove {
		return d
	}
	from, to, us := m.From(), m.To(), p.side.Other()
	if m.IsCastle() {
		king, rook := chess.PieceOf(us, chess.King), chess.PieceOf(us, chess.Rook)
		d.leave(king, from)
		d.leave(rook, to)
		d.come(king, m.KingTo())
		d.come(rook, m.RookTo())
		return d
	}
	piece := p.squares[to&63]
	d.come(piece, to)
	if m.IsPromotion() {
		piece = chess.PieceOf(us, chess.Pawn)
	}
	d.leave(piece, from)
	if m.Kind() == chess.EnPassant {
		d.leave(p.captured, to^8)
	} else if m.IsCapture() {
		d.leave(p.captured, to)
	}
	return d
}
