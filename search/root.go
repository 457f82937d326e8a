package search

import (
	"slices"

	"xorro/chess"
	"xorro/tt"
)

// root is the state of the moves at the root.
type root struct {
	lines  []*rootLine // of the moves to be searched, best first
	wanted int         // lines to search in each iteration
	first  int         // the line that is being searched; those before it are done
	depth  chess.Depth // of the last finished iteration, in plies; 0 if there is none
	score  chess.Score // of the best line in that iteration

	backing [chess.MaxMoves]rootLine // of lines
}

// rootLine is the best line that begins with a move.
type rootLine struct {
	line
	score    chess.Score // in this iteration; -chess.Infinity while it is unknown
	bound    tt.Bound    // of score
	previous chess.Score // in the iteration before
	rank     int         // among the lines at the end of the iteration before
	selDepth int
	effort   uint64 // nodes spent on it
}

// known returns the score of this iteration or, if it is unknown, of the one before.
func (l *rootLine) known() chess.Score {
	if l.score == -chess.Infinity {
		return l.previous
	}
	return l.score
}

// prepare lists the legal moves in the picker's order. If some of the legal moves are
// in only, the others are left out.
func (r *root) prepare(w *worker, only []chess.Move, lines int) {
	var tableMove chess.Move
	if e, ok := w.table.Probe(w.pos.Hash(), 0); ok {
		tableMove = e.Move
	}
	pk := &w.frames[0].picker
	pk.start(w, tableMove, 0)
	r.lines = r.lines[:0]
	for m := pk.pick(w); m != chess.NoMove; m = pk.pick(w) {
		l := &r.backing[len(r.lines)]
		l.n, l.moves[0], l.score, l.previous, l.selDepth, l.effort = 1, m, -chess.Infinity, 0, 0, 0
		r.lines = append(r.lines, l)
	}
	r.lines = restrict(r.lines, func(l *rootLine) bool { return slices.Contains(only, l.moves[0]) })
	r.wanted, r.first, r.depth, r.score = min(lines, len(r.lines)), 0, 0, 0
}

// restrict removes from a list what was not asked for, unless nothing in it was. It
// changes the list.
func restrict[T any](list []T, isAsked func(T) bool) []T {
	if !slices.ContainsFunc(list, isAsked) {
		return list
	}
	return slices.DeleteFunc(list, func(x T) bool { return !isAsked(x) })
}

// searches says whether a legal move takes part in the search for the current line.
func (r *root) searches(m chess.Move) bool {
	for _, l := range r.lines[r.first:] {
		if l.moves[0] == m {
			return true
		}
	}
	return false
}

// place puts the line that was looked for among those found before it, which may be
// worse, and returns its index.
func (r *root) place() int {
	found := r.lines[r.first]
	slices.SortStableFunc(r.lines[:r.first+1], byScore)
	return slices.Index(r.lines, found)
}

// byScore compares lines by their scores in this iteration, the best first. Lines without
// a score keep the order of the iteration before, even if one of them had a score in
// between.
func byScore(a, b *rootLine) int {
	if a.score == b.score && a.score == -chess.Infinity {
		return a.rank - b.rank
	}
	return b.score - a.score
}

// rank sorts the lines, beginning with number from, by their scores in this iteration.
func (r *root) rank(from int) {
	slices.SortStableFunc(r.lines[from:], byScore)
}

// effortShare is the share of the worker's nodes that went into the best move.
func (w *worker) effortShare() float64 {
	return float64(w.root.lines[0].effort) / float64(max(w.nodes, 1))
}

// iterate searches deeper and deeper until a limit is reached. Only the lead watches
// limits other than the depth, and reports.
func (w *worker) iterate() {
	r, l, clock := &w.root, &w.job.limits, &w.job.clock
	deepest := chess.MaxPly - 1
	if l.Depth > 0 {
		deepest = min(deepest, l.Depth)
	}
	if len(r.lines) == 1 && w.leads() {
		clock.hurry()
	}
	var pace pace
	for depth := 1; depth <= deepest; depth++ {
		w.searchDepth(depth)
		if w.isOver() {
			return
		}
		r.depth, r.score = depth, r.lines[0].known()
		if !w.leads() {
			continue
		}
		w.stoppable = true
		best := r.lines[0]
		if l.Mate > 0 && max(best.score, -best.score) >= chess.MateIn(2*min(l.Mate, chess.MaxPly/2)) {
			return
		}
		if l.SoftNodes != 0 && w.teamNodes() >= l.SoftNodes {
			return
		}
		if clock.isSoftOver(pace.scale(best.moves[0], best.score, w.effortShare())) {
			return
		}
	}
}

// record keeps the outcome of a root move, which was searched with a window and from a
// number of nodes on. A move that is better than those before it, or is the first, gets a
// line and a score, and a better move is reported. The score of any other move is unknown.
func (w *worker) record(m chess.Move, score, alpha, beta chess.Score, isFirst bool, nodes uint64) {
	i := w.root.first
	for w.root.lines[i].moves[0] != m {
		i++
	}
	l := w.root.lines[i]
	l.effort += w.nodes - nodes
	if !isFirst && score <= alpha {
		l.score = -chess.Infinity
		return
	}
	l.score, l.bound, l.selDepth = score, tt.Exact, w.selDepth
	switch {
	case score <= alpha:
		l.bound = tt.Upper
	case score >= beta:
		l.bound = tt.Lower
	}
	l.set(m, &w.pv[1])
	if !isFirst && w.root.wanted == 1 && w.leads() {
		w.reportLine(1, l)
	}
}

// searchDepth searches the wanted lines, one after the other, at a depth, and ranks
// all lines.
func (w *worker) searchDepth(depth chess.Depth) {
	r := &w.root
	w.rootDepth = depth
	w.frames[1].cutoffs = 0
	for i, l := range r.lines {
		l.previous, l.score, l.rank = l.known(), -chess.Infinity, i
	}
	for r.first = 0; r.first < r.wanted && (r.first == 0 || !w.isOver()); r.first++ {
		w.selDepth = 0
		w.aspire(depth, r.lines[r.first].previous)
		if !w.isOver() {
			w.report(r.place(), r.first)
		}
	}
	r.rank(0)
}

// aspire searches one line with a window around its previous score. The window is
// widened on the side on which the search fails.
func (w *worker) aspire(depth chess.Depth, previous chess.Score) {
	alpha, beta, delta := -chess.Infinity, chess.Infinity, aspirationDelta
	if depth >= aspirationDepth {
		alpha = max(previous-delta, -chess.Infinity)
		beta = min(previous+delta, chess.Infinity)
	}
	for {
		score := w.search(alpha, beta, depth, 0, false)
		w.root.rank(w.root.first)
		if w.isOver() || alpha < score && score < beta {
			return
		}
		delta += delta / 2
		if delta > aspirationGiveUp || chess.IsDecisive(score) {
			delta = 2 * chess.Infinity
		}
		if score <= alpha {
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -chess.Infinity)
		} else {
			beta = min(score+delta, chess.Infinity)
		}
		if w.root.wanted == 1 && w.job.clock.elapsed() >= detailAfter {
			w.report(0, 0)
		}
	}
}

// replyTo returns the expected reply to the move of a line, or NoMove.
func (w *worker) replyTo(l *rootLine) chess.Move {
	if l.n > 1 {
		return l.moves[1]
	}
	w.pos.Make(l.moves[0])
	defer w.pos.Unmake()
	if e, ok := w.table.Probe(w.pos.Hash(), 1); ok && w.pos.IsLegal(e.Move) {
		return e.Move
	}
	return chess.NoMove
}
