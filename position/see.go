package position

import (
	"xorro/attacks"
	"xorro/chess"
)

// seeValues are the values of the types of pieces in a static exchange, in centipawns.
var seeValues = [8]int{chess.Pawn: 100, chess.Knight: 300, chess.Bishop: 300, chess.Rook: 500, chess.Queen: 900}

// SEEValue returns the value of a type of piece in a static exchange, in centipawns. A
// king and NoPieceType have none.
func SEEValue(t chess.PieceType) int { return seeValues[t&7] }

// SEE reports whether a legal move wins at least threshold centipawns in the exchange that
// it begins on its target square (static exchange evaluation). Both sides capture with
// their least valuable pieces and may stop at any time. A piece that is pinned at the start
// takes part only after the pinning piece has left. Castling exchanges nothing.
func (p *Position) SEE(m chess.Move, threshold int) bool {
	if m.IsCastle() {
		return threshold <= 0
	}
	from, to := m.From(), m.To()
	occupied := p.Occupied() ^ from.Bitboard() | to.Bitboard()
	gain := SEEValue(p.PieceOn(to).Type())
	risk := SEEValue(p.PieceOn(from).Type())
	if m.Kind() == chess.EnPassant {
		occupied ^= (to ^ 8).Bitboard()
		gain = SEEValue(chess.Pawn)
	} else if m.IsPromotion() {
		risk = SEEValue(m.Promotion())
		gain += risk - SEEValue(chess.Pawn)
	}
	// balance is the result for the side that has just captured, relative to its
	// threshold, if its piece is captured next.
	balance := gain - threshold
	if balance < 0 {
		return false
	}
	balance -= risk
	if balance >= 0 {
		return true
	}

	// side captures next. A side that cannot capture, or should not, has lost the
	// exchange.
	us, them := p.side, p.side.Other()
	side := them
	attackers := p.AttackersTo(to, occupied)
	if attackers&p.ByColor(them) == 0 {
		return true
	}
	diagonal, orthogonal := p.diagonal(), p.orthogonal()
	_, pins := p.checksOn(them)
	var pinned, pinners [2]chess.Bitboard
	pinned[us&1], pinners[us&1] = p.pins&p.ByColor(us), p.pins&p.ByColor(them)&^to.Bitboard()
	pinned[them&1], pinners[them&1] = pins&p.ByColor(them), pins&p.ByColor(us)&^to.Bitboard()
	for {
		attackers &= occupied
		own := attackers & p.ByColor(side)
		if pinners[side&1]&occupied != 0 {
			own &^= pinned[side&1]
		}
		if own == 0 {
			break
		}
		t := chess.Pawn
		for p.sets[t&7]&own == 0 {
			t++
		}
		if t == chess.King {
			// The king captures last, and only if the square is not attacked.
			if attackers&p.ByColor(side.Other()) == 0 {
				side = side.Other()
			}
			break
		}
		occupied ^= 1 << ((p.sets[t&7] & own).First() & 63)
		if t == chess.Pawn || t == chess.Bishop || t == chess.Queen {
			attackers |= attacks.Bishop(to, occupied) & diagonal
		}
		if t == chess.Rook || t == chess.Queen {
			attackers |= attacks.Rook(to, occupied) & orthogonal
		}
		balance = -balance - 1 - seeValues[t&7]
		side = side.Other()
		if balance >= 0 {
			break
		}
	}
	return side != us
}
