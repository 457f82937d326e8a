package search

import (
	"xorro/chess"
	"xorro/tt"
)

// The searches here are trials at a node: they may save its own search or change it.

// searchNull is the score of passing the move, as a lower bound that claims no
// mate.
func (w *worker) searchNull(beta, eval chess.Score, depth chess.Depth, ply int, cutNode bool) chess.Score {
	r := nullMoveReduction + depth/nullMoveDepthDivisor + min((eval-beta)/nullMoveMarginDivisor, nullMoveMarginMost)
	f := &w.frames[ply]
	f.move, f.pieceTo, f.reduced = chess.NoMove, noPieceTo, 0
	w.pos.MakeNull()
	w.table.Prefetch(w.pos.Hash().Key)
	score := -w.search(-beta, -beta+1, depth-r, ply+1, !cutNode)
	w.pos.UnmakeNull()
	return min(score, chess.Decisive-1)
}

// searchSingular asks how far all other moves stay behind the table move, which
// the table's score is a lower bound of. If none comes near, the move is singular,
// and searched so many plies deeper. If instead one of them, too, is good for beta
// after this shallow search, its score is returned: the node would be cut by
// several moves (multi-cut). Without that the score is the lowest.
func (w *worker) searchSingular(e tt.Entry, beta chess.Score, depth chess.Depth, ply int, isPV, cutNode bool) (extension int, score chess.Score) {
	margin := singularMargin
	if e.PV && !isPV {
		margin += singularPVMargin
	}
	limit := e.Score - margin*depth/16
	f := &w.frames[ply]
	f.excluded = e.Move
	score = w.search(limit-1, limit, (depth-1)/2, ply, cutNode)
	f.excluded = chess.NoMove

	switch {
	case score < limit:
		extension = 1
		if !isPV && score < limit-doubleSingularMargin {
			extension = 2
		}
	case score >= beta && !chess.IsDecisive(score):
		return 0, score
	// The table move is not singular, and there is much that is good enough.
	case e.Score >= beta:
		extension = -2
	case cutNode:
		extension = -1
	}
	return extension, -chess.Infinity
}

// searchProbCut looks for a noisy move that gains so much that the node would fail
// high: one that comes out at the limit, which lies well above beta, in quiescence
// and in a search less deep. It returns the first with its score, or no move.
func (w *worker) searchProbCut(tableMove chess.Move, limit, staticEval chess.Score, depth chess.Depth, ply int, cutNode bool) (chess.Move, chess.Score) {
	p, f := w.pos, &w.frames[ply]
	pk := &f.picker
	pk.startQuiescence(w, tableMove, ply)
	for m := pk.pick(w); m != chess.NoMove; m = pk.pick(w) {
		if !p.SEE(m, limit-staticEval) {
			continue
		}
		w.make(f, m)
		score := -w.quiesce(-limit, 1-limit, ply+1)
		if score >= limit && depth > probCutReduction+1 {
			score = -w.search(-limit, 1-limit, depth-probCutReduction, ply+1, !cutNode)
		}
		p.Unmake()
		if w.isOver() {
			return chess.NoMove, draw
		}
		if score >= limit && !chess.IsDecisive(score) {
			return m, score
		}
	}
	return chess.NoMove, draw
}
