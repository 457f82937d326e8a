package position

import (
	"xorro/attacks"
	"xorro/chess"
)

// IsPseudoLegal reports whether a move, which may be any 16 bits, follows the rules of how
// pieces move on this board. It does not check that the king is safe after the move, nor
// that castling crosses no attacked square; IsLegal does.
func (p *Position) IsPseudoLegal(m chess.Move) bool {
	from, to, us := m.From(), m.To(), p.side
	piece := p.PieceOn(from)
	if piece == chess.NoPiece || piece.Color() != us {
		return false
	}
	if m.IsCastle() {
		return piece.Type() == chess.King && p.isCastlePseudoLegal(m)
	}
	target := p.PieceOn(to)
	if p.ByColor(us).Has(to) || m.Kind() != chess.EnPassant && m.IsCapture() != (target != chess.NoPiece) || target.Type() == chess.King {
		return false
	}
	if piece.Type() == chess.Pawn {
		return p.isPawnPseudoLegal(m)
	}
	if m.Kind() != chess.Quiet && m.Kind() != chess.Capture {
		return false
	}
	return attacks.Of(piece.Type(), from, p.Occupied()).Has(to)
}

func (p *Position) isCastlePseudoLegal(m chess.Move) bool {
	right := p.rightOf(m.To())
	return right != chess.NoCastling && p.Occupied()&p.castling.empty[rightIndex(right)] == 0
}

// rightOf returns the right of the side to move to castle with the rook on a square, or
// NoCastling if there is none.
func (p *Position) rightOf(rook chess.Square) chess.CastlingRights {
	for rights := p.rights & chess.RightsOf(p.side); rights != 0; rights &= rights - 1 {
		if right := rights & -rights; p.CastlingRook(right) == rook {
			return right
		}
	}
	return chess.NoCastling
}

func (p *Position) isPawnPseudoLegal(m chess.Move) bool {
	from, to, us := m.From(), m.To(), p.side
	if m.IsPromotion() != (to.Relative(us).Rank() == chess.Rank8) {
		return false
	}
	push := from + 8
	if us == chess.Black {
		push = from - 8
	}
	switch kind := m.Kind(); {
	case kind == chess.EnPassant:
		return to == p.enPassant && attacks.Pawn(us, from).Has(to)
	case kind == chess.Capture || m.IsPromotion() && m.IsCapture():
		return attacks.Pawn(us, from).Has(to)
	case kind == chess.DoublePush:
		return from.Relative(us).Rank() == chess.Rank2 && to == from^16 && p.PieceOn(push) == chess.NoPiece
	case kind == chess.Quiet || m.IsPromotion():
		return to == push // empty, since the move is no capture
	}
	return false
}

// IsLegal reports whether a move, which may be any 16 bits, is legal.
func (p *Position) IsLegal(m chess.Move) bool {
	if !p.IsPseudoLegal(m) {
		return false
	}
	from, to, us := m.From(), m.To(), p.side
	king := p.King(us)
	switch {
	case m.IsCastle():
		return p.CanCastle(p.rightOf(to))
	case m.Kind() == chess.EnPassant:
		return p.IsEnPassantLegal(from, to)
	case from == king:
		return !p.isAttacked(to, us.Other(), p.Occupied()^from.Bitboard())
	case p.pins.Has(from) && !attacks.Line(king, from).Has(to):
		return false
	case p.checkers.Many():
		return false
	case p.checkers != 0:
		checker := p.checkers.First()
		return (attacks.Between(king, checker) | p.checkers).Has(to)
	}
	return true
}
