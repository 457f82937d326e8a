package search

import (
	"xorro/chess"
	"xorro/tt"
)

// The searches in this file are trials at a node. Their outcome may make the search
// of the node unnecessary, or change it.

// searchNull returns the score of passing the move at a cut node, beta in place of a
// decisive score. From nullMoveThreatDepth on the opponent's answer is searched a ply deep or
// deeper, because quiescence does not see that a quiet move mates. At great depth a score of
// at least beta is verified by a search without null moves for the next plies, since passing
// may be better than every move.
func (w *worker) searchNull(beta, eval chess.Score, depth chess.Depth, ply int) chess.Score {
	reduced := depth - nullMoveReduction - depth/nullMoveDepthDivisor - min((eval-beta)/nullMoveMarginDivisor, nullMoveMarginMost)
	if depth >= nullMoveThreatDepth {
		reduced = max(reduced, 1)
	}
	f := &w.frames[ply]
	f.move, f.pieceTo, f.reduced = chess.NoMove, noPieceTo, 0
	w.pos.MakeNull()
	w.table.Prefetch(w.pos.Hash().Key)
	score := -w.search(-beta, -beta+1, reduced, ply+1, false)
	w.pos.UnmakeNull()
	if w.isOver() || score < beta {
		return score
	}
	if depth >= nullMoveVerification && w.nullFrom == 0 {
		w.nullFrom = ply + reduced*3/4
		verified := w.search(beta-1, beta, reduced, ply, false)
		w.nullFrom = 0
		if verified < beta {
			return verified
		}
	}
	if chess.IsDecisive(score) {
		return beta
	}
	return score
}

// hasPieces says whether the side to move has more than king and pawns.
func (w *worker) hasPieces() bool {
	p := w.pos
	return p.ByColor(p.SideToMove())&^(p.Pieces(chess.Pawn)|p.Pieces(chess.King)) != 0
}

// searchSingular searches the node without the table move, to less depth, with a
// window below the table's score. If every other move fails low, the table move is
// singular, and the extension says how many plies deeper it is searched. If another
// move reaches beta too, the node would be cut by several moves (multi-cut), and the
// score of that search, drawn towards beta, is returned. Otherwise the score is
// -chess.Infinity.
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
		return 0, between(beta, score, depth)
	// Several moves are probably good enough.
	case e.Score >= beta:
		extension = -2
	case cutNode:
		extension = -1
	}
	return extension, -chess.Infinity
}

// searchProbCut looks for a noisy move whose score reaches a limit well above beta,
// first in quiescence, then in a search of less depth. A move that does would very
// probably fail high in a full search. The first such move is returned with its
// score, or NoMove if there is none.
func (w *worker) searchProbCut(tableMove chess.Move, limit, staticEval chess.Score, depth chess.Depth, ply int, cutNode bool) (chess.Move, chess.Score) {
	p, f := w.pos, &w.frames[ply]
	pk := &f.picker
	pk.startQuiescence(w, tableMove, ply)
	for m := pk.pick(w); m != chess.NoMove; m = pk.pick(w) {
		w.table.Prefetch(p.KeyAfter(m))
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
