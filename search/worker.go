package search

import (
	"sync/atomic"

	"xorro/chess"
	"xorro/nnue"
	"xorro/position"
	"xorro/tt"
)

// worker is the state of one search thread.
type worker struct {
	table *tt.Table // shared by all threads

	// Read by the other threads.
	published     atomic.Uint64 // nodes when checkLimits was last called
	publishedHits atomic.Uint64 // tbHits at that time

	// Set for each search.
	pos       *position.Position
	job       *Job
	team      []*worker // all threads of the search
	nodes     uint64
	nodeLimit uint64 // of the team; 0 for none
	checkAt   uint64 // number of nodes at which checkLimits is called next
	selDepth  int
	stoppable bool        // the lead has finished the first iteration
	rootDepth chess.Depth // of the iteration
	reported  reported    // of the worker that leads
	nullFrom  int         // ply from which null moves are allowed, during a verification
	root      root
	tablebase tablebase
	tbHits    uint64                 // positions found in the tablebases
	pv        [chess.MaxPly + 1]line // of the node at each ply
	frames    [chess.MaxPly + 3]frame

	own *position.Position // memory for pos

	accumulators *nnue.Stack // evaluates positions

	histories // kept from search to search until a new game
}

// frame is what a node keeps for itself and its descendants. [ply]
type frame struct {
	move       chess.Move  // the move being searched; NoMove for a null move
	pieceTo    pieceTo     // of that move
	number     int         // of that move among those searched, from 1
	reduced    int         // plies by which the search of that move is reduced
	excluded   chess.Move  // not to be searched; NoMove for none
	eval       chess.Score // static evaluation, corrected
	cutoffs    int         // fail highs at this ply since the node two plies above began, without double extensions
	quietCount int
	quiets     [maxQuiets]chess.Move // quiet moves searched so far
	noisyCount int
	noisies    [maxNoisies]chess.Move // noisy moves searched so far
	picker     picker
}

// remember notes a move that was searched in vain.
func (f *frame) remember(m chess.Move) {
	if m.IsQuiet() {
		if f.quietCount < maxQuiets {
			f.quiets[f.quietCount] = m
			f.quietCount++
		}
	} else if f.noisyCount < maxNoisies {
		f.noisies[f.noisyCount] = m
		f.noisyCount++
	}
}

// maxQuiets and maxNoisies are how many searched moves a node remembers.
const maxQuiets, maxNoisies = 64, 32

// clockInterval is the greatest number of nodes between two calls of checkLimits.
const clockInterval = 1024

// line is a principal variation.
type line struct {
	n     int
	moves [chess.MaxPly + 1]chess.Move
}

// set makes the line a move and the line after it.
func (l *line) set(m chess.Move, rest *line) {
	l.moves[0] = m
	copy(l.moves[1:], rest.moves[:rest.n])
	l.n = min(rest.n+1, len(l.moves))
}

func newWorker(e *Engine) *worker {
	w := &worker{table: e.table, own: new(position.Position)}
	w.use(e.network)
	return w
}

// use makes a network evaluate the positions.
func (w *worker) use(n *nnue.Network) { w.accumulators = nnue.NewStack(n) }

// forget drops what was learned in a game.
func (w *worker) forget() { w.histories = histories{} }

// prepare makes the worker, a member of a team, ready to search a position for the
// given number of lines. The worker changes the position during the search.
func (w *worker) prepare(p *position.Position, j *Job, team []*worker, lines int) {
	w.pos, w.job, w.team = p, j, team
	w.nodes, w.nodeLimit, w.selDepth, w.stoppable, w.nullFrom = 0, j.limits.Nodes, 0, !w.leads(), 0
	w.reported = reported{next: progressInterval}
	w.published.Store(0)
	w.publishedHits.Store(0)
	w.root.prepare(w, j.limits.SearchMoves, lines)
	// The root's accumulators are computed now, since the nodes below need them even
	// if the table has the root's evaluation.
	w.evaluate()
}

// leads says whether the worker watches the limits of its team and reports.
func (w *worker) leads() bool { return w == w.team[0] }

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

// isOver says whether the search has been stopped. The lead always finishes the
// first iteration, which is short, so that there is a searched move to play.
func (w *worker) isOver() bool { return w.job.stop.Load() && w.stoppable }

// checkLimits stops the search if its nodes or its time are used up.
func (w *worker) checkLimits() {
	w.publish()
	if w.nodeLimit != 0 && w.teamNodes() >= w.nodeLimit || w.leads() && w.job.clock.isHardOver() {
		w.job.stop.Store(true)
	} else if w.leads() {
		w.reportSilence()
	}
	w.scheduleCheck()
}

// publish lets the other threads know the worker's counts.
func (w *worker) publish() {
	w.published.Store(w.nodes)
	w.publishedHits.Store(w.tbHits)
}

// scheduleCheck sets the node at which checkLimits is called next.
func (w *worker) scheduleCheck() {
	interval := uint64(clockInterval)
	if w.nodeLimit != 0 {
		if used := w.teamNodes(); used < w.nodeLimit {
			interval = min(interval, w.nodeLimit-used)
		}
	}
	w.checkAt = w.nodes + interval
}

// teamNodes is the number of nodes that all threads have searched. The other
// threads' count may be up to clockInterval nodes old.
func (w *worker) teamNodes() uint64 {
	sum := w.nodes
	for _, other := range w.team {
		if other != w {
			sum += other.published.Load()
		}
	}
	return sum
}

// draw is the score of a drawn game.
const draw chess.Score = 0

// evaluate returns the static evaluation of the position. It means nothing in
// check.
func (w *worker) evaluate() chess.Score { return w.accumulators.Evaluate(w.pos) }
