package search

import (
	"slices"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
	"xorro/tt"
)

// root is what a search keeps about the moves at its root.
type root struct {
	moves   []chess.Move   // those to be searched
	all     bool           // they are all legal moves
	list    movegen.List   // backs moves
	effort  [64][64]uint64 // nodes spent on each move. [from][to]
	best    line           // the best line so far
	score   chess.Score    // its score
	started bool           // best comes from the search
}

// prepare lists the legal moves, or those of them that are asked for.
func (r *root) prepare(p *position.Position, only []chess.Move) {
	r.list.N = 0
	movegen.All(p, &r.list)
	r.moves, r.all = r.list.Slice(), true
	asked := slices.DeleteFunc(slices.Clone(r.moves), func(m chess.Move) bool { return !slices.Contains(only, m) })
	if len(asked) > 0 {
		r.moves, r.all = asked, len(asked) == len(r.moves)
	}
	r.effort = [64][64]uint64{}
	r.best.n, r.score, r.started = 0, 0, false
}

// includes says whether a legal move is to be searched.
func (r *root) includes(m chess.Move) bool { return r.all || slices.Contains(r.moves, m) }

// record keeps a line that is better than what is known.
func (r *root) record(l *line, score chess.Score) {
	r.best, r.score, r.started = *l, score, true
}

// effortShare is the part of all nodes that went into the best move.
func (w *worker) effortShare() float64 {
	best := w.root.best.moves[0]
	return float64(w.root.effort[best.From()&63][best.To()&63]) / float64(max(w.nodes, 1))
}

// iterate searches deeper and deeper until a limit is reached.
func (w *worker) iterate(l Limits, onInfo func(Info)) Result {
	r := &w.root
	if len(r.moves) == 0 {
		w.reportGameOver(onInfo)
		return Result{}
	}
	w.chooseAnyMove()

	deepest := chess.MaxPly - 1
	if l.Depth > 0 {
		deepest = min(deepest, l.Depth)
	}
	if len(r.moves) == 1 {
		w.clock.hurry()
	}
	var score chess.Score
	reported, stable := chess.NoMove, 0
	for depth := 1; depth <= deepest; depth++ {
		w.selDepth, w.rootDepth = 0, depth
		score = w.aspire(depth, score, onInfo)
		if w.isOver() {
			// What a broken iteration has found is better than what was known.
			if r.started && r.best.moves[0] != reported {
				w.report(depth, r.score, tt.Lower, onInfo)
			}
			break
		}
		w.stoppable = true
		w.report(depth, score, tt.Exact, onInfo)
		if r.best.moves[0] == reported {
			stable++
		} else {
			reported, stable = r.best.moves[0], 0
		}
		if l.Mate > 0 && max(score, -score) >= chess.MateIn(2*min(l.Mate, chess.MaxPly/2)) {
			break
		}
		if w.clock.isSoftOver(softScale(stable, w.effortShare())) {
			break
		}
	}

	result := Result{Best: r.best.moves[0]}
	if r.best.n > 1 {
		result.Ponder = r.best.moves[1]
	}
	return result
}

// chooseAnyMove makes the first move in the picker's order the best line, lest
// the search be stopped before it has one.
func (w *worker) chooseAnyMove() {
	var tableMove chess.Move
	if e, ok := w.table.Probe(w.pos.Hash(), 0); ok {
		tableMove = e.Move
	}
	pk := &w.frames[0].picker
	pk.start(w.pos, tableMove, w.contextAt(0))
	m := pk.pick(w)
	for !w.root.includes(m) {
		m = pk.pick(w)
	}
	w.root.best.moves[0], w.root.best.n = m, 1
}

// aspire searches one iteration with a window around the previous score, which it
// widens on the side where the search fails.
func (w *worker) aspire(depth chess.Depth, previous chess.Score, onInfo func(Info)) chess.Score {
	alpha, beta, delta := -chess.Infinity, chess.Infinity, aspirationDelta
	if depth >= aspirationDepth {
		alpha = max(previous-delta, -chess.Infinity)
		beta = min(previous+delta, chess.Infinity)
	}
	for {
		score := w.search(alpha, beta, depth, 0, false)
		if w.isOver() || alpha < score && score < beta {
			return score
		}
		delta += delta / 2
		if delta > aspirationGiveUp || chess.IsDecisive(score) {
			delta = 2 * chess.Infinity
		}
		bound := tt.Lower
		if score <= alpha {
			bound = tt.Upper
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -chess.Infinity)
		} else {
			beta = min(score+delta, chess.Infinity)
		}
		if w.clock.elapsed() >= boundInfoAfter {
			w.report(depth, score, bound, onInfo)
		}
	}
}

// report tells of the best line.
func (w *worker) report(depth chess.Depth, score chess.Score, bound tt.Bound, onInfo func(Info)) {
	best := &w.root.best
	onInfo(Info{
		Depth:    depth,
		SelDepth: w.selDepth,
		MultiPV:  1,
		Score:    score,
		Bound:    bound,
		Nodes:    w.nodes,
		Hashfull: w.table.Hashfull(),
		Time:     w.clock.elapsed(),
		PV:       slices.Clone(best.moves[:best.n]),
	})
}

// reportGameOver tells of mate or stalemate on the board.
func (w *worker) reportGameOver(onInfo func(Info)) {
	score := draw
	if w.pos.InCheck() {
		score = chess.MatedIn(0)
	}
	onInfo(Info{MultiPV: 1, Score: score, Bound: tt.Exact, Time: w.clock.elapsed()})
}
