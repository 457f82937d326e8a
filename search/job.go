package search

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"xorro/chess"
	"xorro/position"
	"xorro/tt"
)

// Limits say when a search ends; the first limit that is reached ends it. The
// zero Limits search to the greatest depth.
type Limits struct {
	Depth    int           // plies; 0 for no limit
	Nodes    uint64        // nodes of all threads together, exact for one; 0 for no limit
	Mate     int           // end once a mate in so many moves is found; 0 for no limit
	MoveTime time.Duration // for this move; 0 for no limit
	// SoftNodes, unless it is 0, is after how many nodes of all threads together no
	// further iteration is begun.
	SoftNodes uint64

	HasClock  [2]bool          // whether a side has a clock. [color]
	Time      [2]time.Duration // what is left on it; zero and less are survived. [color]
	Inc       [2]time.Duration // added after each move. [color]
	MovesToGo int              // moves until the next time control; 0 if there is none

	// Infinite and Ponder keep the search from ending before Stop, for Ponder
	// before PonderHit, after which the clock counts.
	Infinite, Ponder bool

	// SearchMoves are the only moves that are searched at the root. Illegal ones
	// are ignored; if none is left, all legal moves are searched.
	SearchMoves []chess.Move

	// Start is when time begins to count; zero for the call itself.
	Start time.Time
}

// Result is what a search came to. Best is NoMove only where there is no legal
// move; Ponder is the expected reply, or NoMove.
type Result struct {
	Best, Ponder chess.Move
	Score        chess.Score  // of the last finished iteration, from the side to move's view; mates counted in plies
	Depth        int          // of that iteration, in plies; 0 if none was finished
	Nodes        uint64       // of all threads
	PV           []chess.Move // begins with Best, which an unfinished iteration may have found; legal to its last move
}

// Job is a search that was started. Its methods may be called from any goroutine
// at any time, after the search too, and affect no other search.
type Job struct {
	limits  Limits
	reports Reports
	lines   int // that are reported at most

	stop  atomic.Bool
	clock clock

	release func()        // lets a finished search return
	done    chan struct{} // closed when result is known
	result  Result
}

// Stop ends the search as soon as it can be.
func (j *Job) Stop() {
	j.stop.Store(true)
	j.release()
}

// PonderHit tells a search with Limits.Ponder that the expected move was played:
// from now on the other limits count.
func (j *Job) PonderHit() {
	if j.clock.ponderHit() {
		j.release()
	}
}

// Wait returns the result when the search is over.
func (j *Job) Wait() Result {
	<-j.done
	return j.result
}

// Go searches the position, which stays as it is, in the caller's goroutine and
// returns when the search is over. Since nothing could stop it, Limits.Infinite
// and Limits.Ponder are ignored.
func (e *Engine) Go(p *position.Position, l Limits, r Reports) Result {
	l.Infinite, l.Ponder = false, false
	e.running.Lock()
	defer e.running.Unlock()
	return e.search(e.prepare(p, l, r))
}

// Start is like Go but searches in a goroutine of its own, in which it also calls
// the reports. It waits until no other search is running.
func (e *Engine) Start(p *position.Position, l Limits, r Reports) *Job {
	e.running.Lock()
	j := e.prepare(p, l, r)
	j.done = make(chan struct{})
	resume := make(chan struct{})
	j.release = sync.OnceFunc(func() { close(resume) })
	if !l.Infinite && !l.Ponder {
		j.release()
	}
	go func() {
		j.result = e.search(j)
		<-resume
		e.running.Unlock()
		close(j.done)
	}()
	return j
}

// prepare readies all threads for a search. The caller holds running.
func (e *Engine) prepare(p *position.Position, l Limits, r Reports) *Job {
	if l.Start.IsZero() {
		l.Start = time.Now()
	}
	h := handicapOf(e.elo)
	if h.nodes != 0 && (l.Nodes == 0 || h.nodes < l.Nodes) {
		l.Nodes = h.nodes
	}
	e.table.NewSearch()
	for _, w := range e.workers {
		w.own.Set(p)
	}
	lead := e.workers[0]
	tablebase, hits := e.probing.probeRoot(lead.own, &l)
	j := &Job{limits: l, reports: r, lines: e.multiPV}
	j.clock.start(l, p.SideToMove(), e.overhead)
	for _, w := range e.workers {
		w.tablebase, w.tbHits = tablebase, 0
		w.prepare(w.own, j, e.workers, max(e.multiPV, h.lines))
	}
	for _, w := range e.workers {
		w.scheduleCheck()
	}
	lead.tbHits = hits
	return j
}

// search has all threads search until the first of them, which leads, is done.
func (e *Engine) search(j *Job) Result {
	lead := e.workers[0]
	if len(lead.root.lines) == 0 {
		return Result{Score: lead.reportGameOver()}
	}
	var others sync.WaitGroup
	for _, w := range e.workers[1:] {
		others.Go(w.iterate)
	}
	lead.iterate()
	j.stop.Store(true)
	others.Wait()

	best, chosen := lead, lead.root.lines[0]
	switch {
	case e.elo != 0:
		chosen = handicapOf(e.elo).choose(lead.root.lines[:lead.root.wanted])
	case e.multiPV == 1 && j.limits.Depth == 0:
		best = vote(e.workers)
		chosen = best.root.lines[0]
	}
	if chosen != lead.root.lines[0] {
		best.reportLine(1, chosen, max(best.root.depth, 1), tt.Exact)
	}
	score := best.root.score
	if chosen != best.root.lines[0] {
		score = chosen.known()
	}
	score, _ = lead.tablebase.override(score, tt.Exact)
	return Result{
		Best: chosen.moves[0], Ponder: lead.replyTo(chosen),
		Score: score, Depth: best.root.depth, Nodes: lead.teamNodes(),
		PV: slices.Clone(chosen.moves[:chosen.n]),
	}
}
