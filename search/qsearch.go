package search

import (
	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
	"xorro/tt"
)

// quiesce returns the score of the position after captures and promotions have come
// to an end. The side to move may stand pat instead at any point, except in check,
// where all evasions are searched. Bounds are as in search.
func (w *worker) quiesce(alpha, beta chess.Score, ply int) chess.Score {
	if debug {
		w.assertWindow(alpha, beta)
	}
	p := w.pos
	inCheck := p.InCheck()
	isPV := beta-alpha > 1
	w.pv[ply].n = 0
	if w.enter(ply) {
		return draw
	}

	// 1. Draws.
	if movegen.IsDraw(p, ply) {
		return draw
	}
	if ply >= chess.MaxPly-1 {
		return w.evaluateAtEdge(inCheck)
	}

	// 2. Upcoming repetition.
	best := -chess.Infinity
	if alpha < draw && p.HasUpcomingRepetition(ply) {
		alpha, best = draw, draw
		if alpha >= beta {
			return alpha
		}
	}

	// 3. Transposition table. Every depth suffices.
	hash := p.Hash()
	correction := w.correction(ply)
	entry, hit := w.table.Probe(hash, ply)
	if hit && !isPV && w.trusts(entry, ply) && cuts(entry, alpha, beta) {
		return entry.Score
	}

	// 4. Stand pat: it is assumed that some quiet move is no worse than passing.
	rawEval, eval := tt.NoEval, tt.NoEval
	oldAlpha := alpha
	if !inCheck {
		rawEval = entry.Eval
		if !hit || rawEval == tt.NoEval {
			rawEval = w.evaluate()
		}
		eval = corrected(rawEval, correction)
		if hit && improves(entry, eval) {
			eval = entry.Score
		}
		best = max(best, eval)
		if best >= beta {
			best = between(beta, best, 1)
			if !hit {
				w.table.Store(hash, ply, tt.Entry{Score: best, Eval: rawEval, Bound: tt.Lower})
			}
			return best
		}
		alpha = max(alpha, best)
	}

	f := &w.frames[ply]
	bestMove, searched := chess.NoMove, 0
	pk := &f.picker
	pk.startQuiescence(w, entry.Move, ply)
	for m := pk.pick(w); m != chess.NoMove; m = pk.pick(w) {
		w.table.Prefetch(p.KeyAfter(m))

		// 5. Futility pruning: the captured piece is not enough to reach alpha.
		if !inCheck && !m.IsPromotion() {
			limit := eval + quiescenceMargin
			expected := limit + position.SEEValue(w.captured(m))
			if expected <= alpha {
				best = max(best, expected)
				continue
			}
			// SEE pruning: the exchange does not win what that limit is below alpha.
			if limit <= alpha && !p.SEE(m, alpha-limit) {
				best = max(best, limit)
				continue
			}
		}

		w.make(f, m)
		searched++
		score := -w.quiesce(-beta, -alpha, ply+1)
		p.Unmake()
		if w.isOver() {
			return draw
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if isPV {
					w.pv[ply].set(m, &w.pv[ply+1])
				}
				if score >= beta {
					break
				}
			}
		}
	}

	// 6. Mate. In check the picker returns every legal move.
	if inCheck && searched == 0 {
		return chess.MatedIn(ply)
	}

	bound := tt.Upper
	switch {
	case best >= beta:
		best, bound = between(beta, best, 1), tt.Lower
	case isPV && alpha > oldAlpha:
		bound = tt.Exact
	}
	w.table.Store(hash, ply, tt.Entry{Move: bestMove, Score: best, Eval: rawEval, Bound: bound, PV: isPV || entry.PV})
	if debug {
		w.assertScore(best, ply)
	}
	return best
}

// between returns the mean of beta and a score of at least beta, in which the score has a
// weight. The less a search proves that a score is far above beta, the less the weight. A
// decisive score or beta does not take part in a mean.
func between(beta, score chess.Score, weight int) chess.Score {
	if chess.IsDecisive(beta) || chess.IsDecisive(score) {
		return score
	}
	return (beta + score*weight) / (weight + 1)
}

// captured is the type of the piece that a move captures, NoPieceType for none.
func (w *worker) captured(m chess.Move) chess.PieceType {
	if m.Kind() == chess.EnPassant {
		return chess.Pawn
	}
	return w.pos.PieceOn(m.To()).Type()
}
