package verify

import (
	"xorro/chess"
	"xorro/position"
)

// image is what a position is apart from the counters, in one cache line. It owes
// nothing to the hashes being checked.
type image struct {
	kinds     [6]chess.Bitboard // [chess.PieceType]
	white     chess.Bitboard
	side      chess.Color
	enPassant chess.Square
	rooks     [4]chess.Square // that may castle, NoSquare for none, by the bit of the right
}

func imageOf(p *position.Position) (d image) {
	for kind := range d.kinds {
		d.kinds[kind] = p.Pieces(chess.PieceType(kind))
	}
	d.white, d.side, d.enPassant = p.ByColor(chess.White), p.SideToMove(), p.EnPassant()
	for i := range d.rooks {
		d.rooks[i] = chess.NoSquare
		if right := chess.CastlingRights(1 << i); p.Castling()&right != 0 {
			d.rooks[i] = p.CastlingRook(right)
		}
	}
	return d
}

// fen returns the FEN of the position without counters.
func (d *image) fen() string {
	s := position.EmptySetup()
	s.Side, s.EnPassant = d.side, d.enPassant
	// All positions come from games, and this accepts more than these.
	s.AnyPieces = true
	for kind, squares := range d.kinds {
		for ; squares != 0; squares &= squares - 1 {
			square, side := squares.First(), chess.Black
			if d.white.Has(square) {
				side = chess.White
			}
			s.Squares[square] = chess.PieceOf(side, chess.PieceType(kind))
		}
	}
	for i, rook := range d.rooks {
		s.Rooks[i/2][i%2] = rook
	}
	p, err := position.FromSetup(s)
	if err != nil {
		return err.Error() // the position was legal
	}
	return withoutCounters(p.FEN())
}
