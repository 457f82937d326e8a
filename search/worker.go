package search

import (
	"runtime"
	"sync/atomic"

	"xorro/chess"
	"xorro/classical"
	"xorro/movegen"
	"xorro/position"
	"xorro/tt"
)

// worker is what one search thread owns.
type worker struct {
	// Shared by all threads.
	table *tt.Table
	stop  *atomic.Bool
	clock *clock

	// Set up anew for each search.
	pos       *position.Position
	nodes     uint64
	nodeLimit uint64 // 0 for none
	checkAt   uint64 // node count at which the limits are looked at next
	selDepth  int
	stoppable bool        // the first iteration is finished, or the nodes are used up
	rootDepth chess.Depth // of the iteration
	root      root
	pv        [chess.MaxPly + 1]line // of the node at each ply
	frames    [chess.MaxPly + 3]frame

	// Kept from search to search until a new game.
	history      butterfly
	captures     captureHistory
	continuation continuation
	corrections  corrections
}

// frame is what a node keeps for itself and its descendants. [ply]
type frame struct {
	move       chess.Move  // the move being searched; NoMove for a null move
	slot       slot        // of that move
	excluded   chess.Move  // not to be searched; NoMove for none
	eval       chess.Score // static evaluation, corrected
	cutoffs    int         // fail highs at this ply below one node two plies up
	quietCount int
	quiets     [maxQuiets]chess.Move // quiet moves searched so far
	noisyCount int
	noisies    [maxNoisies]chess.Move // noisy moves searched so far
	picker     picker
}

// maxQuiets and maxNoisies are how many searched moves a node remembers.
const maxQuiets, maxNoisies = 64, 32

// line is a principal variation.
type line struct {
	n     int
	moves [chess.MaxPly + 1]chess.Move
}

// set makes the line a move and what follows it.
func (l *line) set(m chess.Move, rest *line) {
	l.moves[0] = m
	copy(l.moves[1:], rest.moves[:rest.n])
	l.n = min(rest.n+1, len(l.moves))
}

func newWorker(e *Engine) *worker {
	return &worker{table: e.table, stop: &e.stop, clock: &e.clock}
}

// forget drops what was learned in a game.
func (w *worker) forget() {
	clear(w.history[:])
	clear(w.captures[:])
	clear(w.continuation[:])
	w.corrections.forget()
}

// prepare readies the worker for a search of the position, which it takes over.
func (w *worker) prepare(p *position.Position, l Limits) {
	w.pos = p
	w.nodes, w.nodeLimit, w.selDepth, w.stoppable = 0, l.Nodes, 0, false
	w.scheduleCheck()
	for i := range w.frames {
		w.frames[i].excluded = chess.NoMove
	}
	w.root.prepare(p, l.SearchMoves)
}

// enter counts a node and says whether the search is over.
func (w *worker) enter(ply int) (over bool) {
	if w.isOver() {
		return true
	}
	w.nodes++
	w.selDepth = max(w.selDepth, ply)
	if w.nodes >= w.checkAt {
		w.checkLimits()
	}
	return false
}

// isOver says whether the search has been stopped. The first iteration, which is
// short, is finished all the same, so that there is a searched move to play.
func (w *worker) isOver() bool { return w.stop.Load() && w.stoppable }

// checkLimits stops the search if its nodes or its time are used up.
func (w *worker) checkLimits() {
	if w.nodeLimit != 0 && w.nodes >= w.nodeLimit {
		w.stoppable = true
		w.stop.Store(true)
	} else if w.clock.isHardOver() {
		w.stop.Store(true)
	}
	w.scheduleCheck()
}

// scheduleCheck decides at which node to look at the limits again.
func (w *worker) scheduleCheck() {
	w.checkAt = w.nodes + clockInterval
	if w.nodeLimit != 0 {
		w.checkAt = min(w.checkAt, w.nodeLimit)
	}
}

// isDraw says whether the position is drawn. Mate goes before the fifty moves.
func (w *worker) isDraw(ply int) bool {
	p := w.pos
	return p.IsDraw(ply) || p.Rule50() >= 100 && movegen.HasLegal(p)
}

// draw is the score of a drawn game.
const draw chess.Score = 0

// evaluate is the static evaluation of the position, which is not in check.
func (w *worker) evaluate() chess.Score { return classical.Evaluate(w.pos) }

// clearThreads is with how many goroutines to clear the table.
func clearThreads() int { return runtime.GOMAXPROCS(0) }
