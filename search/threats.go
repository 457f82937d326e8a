package search

import (
	"xorro/attacks"
	"xorro/chess"
	"xorro/position"
)

// threats are squares that make a quiet move from or to them better or worse.
type threats struct {
	attacked chess.Bitboard    // by the opponent
	danger   [8]chess.Bitboard // where a cheaper piece can capture a piece. [piece type]
	check    [8]chess.Bitboard // from which a piece gives check. [piece type]
}

// find sets the threats of a position.
func (t *threats) find(p *position.Position) {
	them := p.SideToMove().Other()
	king, theirs := p.King(them), p.Attacks(them)
	t.check[chess.Pawn] = attacks.Pawn(them, king)
	t.check[chess.Knight] = attacks.Knight(king)
	t.check[chess.Bishop] = theirs.Diagonal
	t.check[chess.Rook] = theirs.Straight
	t.check[chess.Queen] = theirs.Diagonal | theirs.Straight

	byPawns := theirs.By[chess.Pawn]
	byMinors := byPawns | theirs.By[chess.Knight] | theirs.By[chess.Bishop]
	t.danger[chess.Knight], t.danger[chess.Bishop] = byPawns, byPawns
	t.danger[chess.Rook], t.danger[chess.Queen] = byMinors, byMinors|theirs.By[chess.Rook]
	t.attacked = theirs.All
}

// isCheck says whether a quiet move gives check with the piece that moves. Castling
// and discovered checks are not found.
func (t *threats) isCheck(p *position.Position, m chess.Move) bool {
	return t.check[p.PieceOn(m.From()).Type()&7].Has(m.To())
}

// loses says whether a quiet move loses more than -limit centipawns in the exchange on its
// new square. The limit is at most 0, so a piece that cannot be captured there does not.
// Sliding pieces that attack the old square may attack the new one too once it is empty.
func (t *threats) loses(p *position.Position, m chess.Move, limit int) bool {
	return t.attacked&(m.From().Bitboard()|m.To().Bitboard()) != 0 && !p.SEE(m, limit)
}

// isEndangered says whether a cheaper piece can capture the piece that moves where it is.
func (t *threats) isEndangered(p *position.Position, m chess.Move) bool {
	return t.danger[p.PieceOn(m.From()).Type()&7].Has(m.From())
}

// score is what the threats add to the order of a quiet move, in points of history.
func (t *threats) score(p *position.Position, m chess.Move) int {
	kind := p.PieceOn(m.From()).Type() & 7
	danger := t.danger[kind]
	sum := orderDanger * (int(danger>>(m.From()&63)&1) - int(danger>>(m.To()&63)&1)) // without branches
	if t.check[kind].Has(m.To()) && !t.loses(p, m, orderCheckSEE) {
		sum += orderCheck
	}
	return sum
}
