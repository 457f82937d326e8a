package search

import (
	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
	"xorro/tt"
)

// search returns the score of the position, which is ply plies from the root, from
// the side to move's view after a search of the given depth. It is fail-soft: a score
// of at most alpha is an upper bound, a score of at least beta a lower bound. Once the
// search is stopped the score means nothing. cutNode says that a node outside the
// principal variation is expected to fail high.
func (w *worker) search(alpha, beta chess.Score, depth chess.Depth, ply int, cutNode bool) chess.Score {
	p := w.pos
	inCheck := p.InCheck()

	// 1. Leaves. Quiescence searches on until all exchanges are over. A position in
	// check is searched a ply deeper first.
	if inCheck {
		depth = max(depth, 1)
	}
	if depth <= 0 {
		return w.quiesce(alpha, beta, ply)
	}
	if debug {
		w.assertWindow(alpha, beta)
	}
	isRoot := ply == 0
	isPV := beta-alpha > 1
	w.pv[ply].n = 0
	if w.enter(ply) {
		return draw
	}
	f := &w.frames[ply]
	floor := -chess.Infinity // least score that the node can have

	if !isRoot {
		// 2. Draws. The root is excluded because it needs a move.
		if movegen.IsDraw(p, ply) {
			return draw
		}
		if ply >= chess.MaxPly-1 {
			return w.evaluateAtEdge(inCheck)
		}

		// 3. Upcoming repetition: a side that can repeat a position has at least a draw.
		if alpha < draw && p.HasUpcomingRepetition(ply) {
			alpha, floor = draw, draw
			if alpha >= beta {
				return alpha
			}
		}

		// 4. Mate distance pruning: no score is better than a mate by the next move or
		// worse than being mated now. If a shorter mate was found elsewhere, the node
		// cannot change anything.
		alpha = max(alpha, chess.MatedIn(ply))
		beta = min(beta, chess.MateIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}

	// 5. Transposition table. PV nodes are searched nevertheless, so that the line is
	// complete, and so are positions near the draw by the fifty-move rule. The table's
	// score does not hold for a search without the excluded move.
	excluded := f.excluded
	isWhole := excluded == chess.NoMove // every move is searched
	hash := p.Hash()
	correction := w.correction(ply) // fetched while the table is
	entry, hit := w.table.Probe(hash, ply)
	if hit && !isPV && isWhole && entry.Depth >= depth && w.trusts(entry, ply) && cuts(entry, alpha, beta) {
		return entry.Score
	}
	wasPV := isPV || entry.PV
	tableMove := entry.Move
	if isRoot {
		tableMove = w.root.lines[w.root.first].moves[0]
	}

	// 6. Tablebases. Their score settles the node, or bounds its score if it lies on
	// the principal variation.
	ceiling := chess.Infinity // greatest score that the node can have
	if w.tablebase.pieces != 0 && !isRoot && isWhole {
		if score, bound := w.probe(depth, ply); bound != tt.None {
			known := tt.Entry{Score: score, Eval: tt.NoEval, Depth: depth + tablebaseTrust, Bound: bound, PV: wasPV}
			if cuts(known, alpha, beta) {
				w.table.Store(hash, ply, known)
				return score
			}
			if bound == tt.Upper {
				ceiling = score
			} else if isPV {
				alpha, floor = max(alpha, score), score
			}
		}
	}

	// 7. Static evaluation, corrected by the outcome of searches of similar positions.
	// The table's score is an even better estimate if its bound allows it.
	rawEval, staticEval, eval := tt.NoEval, tt.NoEval, tt.NoEval
	if !inCheck {
		rawEval = entry.Eval
		if !hit || rawEval == tt.NoEval {
			rawEval = w.evaluate()
			if !hit {
				w.table.Store(hash, ply, tt.Entry{Eval: rawEval, Depth: tt.MinDepth, Bound: tt.None, PV: wasPV})
			}
		}
		staticEval = corrected(rawEval, correction)
		eval = staticEval
		if hit && improves(entry, eval) {
			eval = entry.Score
		}
	}
	f.eval = staticEval
	improving := !inCheck && (ply < 2 || staticEval > w.frames[ply-2].eval)
	if !inCheck && !isRoot && isWhole {
		depth += w.hindsight(depth, ply)
	}

	if !isPV && !inCheck && isWhole {
		// 8. Reverse futility pruning: the evaluation is so far above beta that the
		// opponent cannot get below it in a few plies.
		if depth <= reverseFutilityDepth && beta > -chess.Decisive && !wasPV &&
			(tableMove == chess.NoMove || !tableMove.IsQuiet()) {
			if eval-reverseFutility(depth, staticEval-rawEval, improving) >= beta {
				return eval
			}
		}

		// 9. Null move pruning: if passing reaches beta, some move will reach it too. This
		// is not true in zugzwang, so it is not tried with king and pawns alone.
		if cutNode && depth >= nullMoveDepth && ply >= w.nullFrom && eval >= beta && beta > -chess.Decisive &&
			w.frames[ply-1].move != chess.NoMove && w.hasPieces() {
			if score := w.searchNull(beta, eval, depth, ply); score >= beta {
				return score
			}
			if w.isOver() {
				return draw
			}
		}
	}

	// 10. Internal iterative reduction: without a table move the order of the moves is
	// poor. A search of less depth finds a move for the next visit.
	if tableMove == chess.NoMove && depth >= iterativeReductionDepth && (isPV || cutNode) {
		depth--
	}

	// 11. ProbCut: a capture that exceeds beta by a wide margin in a search of less
	// depth would exceed beta in a full search too. It is not tried if the table's
	// score is below that margin.
	if limit := beta + probCutMargin; !isPV && !inCheck && isWhole && depth >= probCutDepth && beta > -chess.Decisive {
		if improving {
			limit -= probCutImproving
		}
		if limit < chess.Decisive && !(entry.Bound&tt.Upper != 0 && entry.Depth > depth-probCutReduction && entry.Score < limit) {
			m, score := w.searchProbCut(tableMove, limit, staticEval, depth, ply, cutNode)
			if w.isOver() {
				return draw
			}
			if m != chess.NoMove {
				w.table.Store(hash, ply, tt.Entry{Move: m, Score: score, Eval: rawEval, Depth: depth - probCutReduction + 1, Bound: tt.Lower, PV: wasPV})
				return score - (limit - beta)
			}
		}
	}

	// 12. Singular extension.
	extension := 0
	if depth >= singularDepth && !isRoot && isWhole && ply < singularReach*w.rootDepth &&
		entry.Bound&tt.Lower != 0 && entry.Depth >= depth-singularStaleness &&
		!chess.IsDecisive(entry.Score) && p.IsLegal(entry.Move) {
		var score chess.Score
		extension, score = w.searchSingular(entry, beta, depth, ply, isPV, cutNode)
		if w.isOver() {
			return draw
		}
		if score >= beta {
			return score
		}
		if extension == 2 && depth < doubleSingularDepth {
			depth++
		}
	}

	best, bestMove, oldAlpha := floor, chess.NoMove, alpha
	seen, searched, quietLimit := 0, 0, lateMoveLimit(depth, improving)
	f.quietCount, f.noisyCount = 0, 0
	w.frames[ply+2].cutoffs = 0
	pk := &f.picker
	pk.start(w, tableMove, ply)
	threats := &pk.context.threats

	for m := pk.pick(w); m != chess.NoMove; m = pk.pick(w) {
		if m == excluded || isRoot && !w.root.searches(m) {
			continue
		}
		seen++
		if isRoot && w.leads() {
			w.reportMove(m, searched+1)
		}
		// The entry after the move is fetched while the move is being judged.
		w.table.Prefetch(p.KeyAfter(m))
		// The reduction by the move's number and history, and the depth that it leaves.
		isQuiet, history := m.IsQuiet(), 0
		if isQuiet {
			history = w.quietHistory(&pk.context, m)
		} else {
			history = int(*w.noisyHistory(m))
		}
		r := moveReduction(depth, searched+1, history, isQuiet)
		lmrDepth := max(depth-1-r>>10, 0)

		// 13. Pruning of late moves, once a move is found that does not get mated.
		if !isRoot && searched > 0 && best > -chess.Decisive {
			if isQuiet {
				// Late move pruning: in a good order the moves that raise alpha come first.
				if !inCheck && seen > quietLimit {
					pk.skipQuiets = true
					continue
				}
				// Futility pruning: the evaluation is too far below alpha for a quiet move
				// that does not check.
				limit := eval + futility(lmrDepth, bestMove != chess.NoMove, threats.isEndangered(p, m))
				if !inCheck && !isPV && lmrDepth <= futilityDepth && limit <= alpha && !threats.isCheck(p, m) {
					pk.onlyChecks = true
					continue
				}
				// SEE pruning: the move loses more material than the depth can win back.
				if lmrDepth <= seeDepth && threats.loses(p, m, seeQuietBase+seeQuietMargin*lmrDepth*lmrDepth) {
					continue
				}
			} else {
				// Futility pruning: even with the captured piece the evaluation is too far below
				// alpha.
				limit := eval + noisyFutilityBase + noisyFutilityMargin*lmrDepth + position.SEEValue(w.captured(m)) + history/noisyFutilityHistory
				if !inCheck && !isPV && lmrDepth <= noisyFutilityDepth && limit <= alpha && !m.IsPromotion() && !threats.isCheck(p, m) {
					continue
				}
				// SEE pruning.
				if depth <= seeDepth && !p.SEE(m, seeNoisyMargin*depth) {
					continue
				}
			}
		}

		nodesBefore := w.nodes
		w.make(f, m)
		searched++
		f.number = searched
		newDepth := depth - 1
		if m == tableMove {
			newDepth += extension
		}
		score := 0

		// 14. Principal variation search: a window of one point shows whether a move other
		// than the first is better. Later moves are first searched to a reduced depth.
		// Moves that turn out better are searched again in full.
		if searched > 1 || !isPV {
			reduced := newDepth
			if depth >= reductionDepth && searched > 1 {
				r += nodeReduction(entry, tableMove, alpha, depth, wasPV, cutNode, !improving && !inCheck)
				if w.frames[ply+1].cutoffs > childCutoffs {
					r += reductionCutoffs
				}
				reduced = min(max(newDepth-r>>10, 1), newDepth)
				f.reduced = newDepth - reduced
			}
			score = -w.search(-alpha-1, -alpha, reduced, ply+1, searched > 1 || !cutNode)
			if score > alpha && reduced < newDepth {
				if score > best+deeperMargin+deeperPerDepth*newDepth {
					newDepth++
				} else if score < best+shallowerMargin {
					newDepth--
				}
			}
			f.reduced = 0
			if score > alpha && reduced < newDepth {
				score = -w.search(-alpha-1, -alpha, newDepth, ply+1, !cutNode)
				if isQuiet {
					w.learnContinuation(&pk.context, f.pieceTo, bonusAgain)
				}
			}
		}
		if isPV && (searched == 1 || score > alpha) {
			score = -w.search(-beta, -alpha, newDepth, ply+1, false)
		}
		p.Unmake()
		if w.isOver() {
			return draw
		}
		if isRoot {
			w.record(m, score, alpha, beta, searched == 1, nodesBefore)
		}

		// 15. Bookkeeping of the best move.
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if isPV {
					w.pv[ply].set(m, &w.pv[ply+1])
				}
				if score >= beta {
					if extension < 2 || isPV {
						f.cutoffs++
					}
					break
				}
				// A good move is known, so the others get less depth.
				if depth > raisedDepthLeast && depth < raisedDepthMost && !chess.IsDecisive(score) {
					depth--
				}
			}
		}
		f.remember(m)
	}

	// 16. Mate and stalemate. The first legal move is never pruned.
	if searched == 0 {
		if !isWhole {
			return alpha
		}
		if inCheck {
			return chess.MatedIn(ply)
		}
		return draw
	}

	// 17. Learning: histories, corrections and the transposition table.
	best = min(best, ceiling)
	bound := tt.Upper
	switch {
	case best >= beta:
		bound = tt.Lower
		w.reward(bestMove, depth, ply)
	case alpha > oldAlpha:
		bound = tt.Exact
	}
	if !isWhole || isRoot && w.root.first > 0 {
		return best
	}
	// The score of a noisy best move says little about the static evaluation.
	if !inCheck && (bestMove == chess.NoMove || bestMove.IsQuiet()) && !chess.IsDecisive(best) &&
		(bound == tt.Exact || bound == tt.Lower == (best > staticEval)) {
		w.learnCorrection(best-staticEval, depth, ply)
	}
	w.table.Store(hash, ply, tt.Entry{Move: bestMove, Score: best, Eval: rawEval, Depth: depth, Bound: bound, PV: wasPV})
	if debug {
		w.assertScore(best, ply)
	}
	return best
}

// hindsight returns a change of the depth of a node in plies. It judges the reduction
// of the move that led to the node by the sum of the static evaluations before and
// after it, each from its side to move's view. If the sum is negative, the move was
// better than expected and the node is searched deeper. If the sum is large, the move
// was a mistake and the node is searched less deeply.
func (w *worker) hindsight(depth chess.Depth, ply int) chess.Depth {
	prior := &w.frames[ply-1]
	if prior.eval == tt.NoEval {
		return 0
	}
	switch surplus := w.frames[ply].eval + prior.eval; {
	case prior.reduced >= hindsightDeeper && surplus < 0:
		return 1
	case depth > 1 && prior.reduced >= hindsightShallower && surplus > hindsightSurplus:
		return -1
	}
	return 0
}

// make makes a move at the node of a frame.
func (w *worker) make(f *frame, m chess.Move) {
	p := w.pos
	f.move, f.pieceTo, f.reduced = m, pieceToOf(p.PieceOn(m.From()), m), 0
	p.Make(m)
}

// evaluateAtEdge is the score at the greatest ply, where no move is searched.
func (w *worker) evaluateAtEdge(inCheck bool) chess.Score {
	if inCheck {
		return draw
	}
	return w.evaluate()
}

// reverseFutility is how far the evaluation must be above beta for reverse futility
// pruning. It is farther where the correction of the static evaluation is large.
func reverseFutility(depth chess.Depth, correction chess.Score, improving bool) chess.Score {
	margin := reverseFutilityMargin*depth + max(correction, -correction)*reverseFutilityDoubt/16
	if improving {
		margin -= reverseFutilityMargin
	}
	return margin
}

// futility is what futility pruning assumes that a quiet move gains at most. raised says
// that another move has raised alpha, endangered that a cheaper piece can capture the
// piece that moves.
func futility(depth chess.Depth, raised, endangered bool) chess.Score {
	gain := futilityBase + futilityMargin*depth
	if !raised {
		gain += futilityNoBest
	}
	if endangered {
		gain += futilityDanger
	}
	return gain
}

// lateMoveLimit is the number of moves that are searched before quiet ones are pruned.
func lateMoveLimit(depth chess.Depth, improving bool) int {
	limit := lateMoveBase + depth*depth
	if !improving {
		limit /= 2
	}
	return limit
}
