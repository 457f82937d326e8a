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

// Limits say when a search ends. The first limit that is reached ends it. A search
// with the zero Limits ends at the greatest depth.
type Limits struct {
	Depth    int           // plies; 0 for no limit
	Nodes    uint64        // nodes of all threads together, exact for one thread after the first iteration, which is always finished; 0 for no limit
	Mate     int           // moves of a mate that ends the search when it is found; 0 for no limit
	MoveTime time.Duration // for this move; 0 for no limit
	// SoftNodes is the number of nodes of all threads together after which no
	// iteration begins; 0 for no limit.
	SoftNodes uint64

	HasClock  [2]bool          // whether a side has a clock. [color]
	Time      [2]time.Duration // left on the clock; may be zero or less. [color]
	Inc       [2]time.Duration // added to the clock after each move. [color]
	MovesToGo int              // moves until the next time control; 0 if there is none

	// A search with Infinite does not end before Job.Stop. One with Ponder does not
	// end before Job.Stop or Job.PonderHit; the clock counts after the latter.
	Infinite, Ponder bool

	// SearchMoves are the only moves that are searched at the root. Illegal moves are
	// ignored. If no move is left, all legal moves are searched.
	SearchMoves []chess.Move

	// Start is the time from which MoveTime and the clock count; zero for now.
	Start time.Time
}

// Result is the outcome of a search. Best, Ponder and PV may come from an unfinished
// iteration. Score and Depth are those of the last finished one; they are 0 if no
// iteration was finished.
type Result struct {
	Best   chess.Move   // NoMove only if there is no legal move
	Ponder chess.Move   // the expected reply, or NoMove
	Score  chess.Score  // from the side to move's view; mates are counted in plies
	Depth  int          // in plies
	Nodes  uint64       // of all threads
	PV     []chess.Move // begins with Best; all moves are legal
}

// Job is a search that was started. Its methods may be called from any goroutine at
// any time, even after the search, and affect no other search.
type Job struct {
	limits  Limits
	reports Reports
	lines   int // greatest number of lines in a report

	stop  atomic.Bool
	clock clock

	release func()        // lets the search return when it has finished
	done    chan struct{} // closed when result is set
	result  Result
}

// Stop ends the search as soon as possible.
func (j *Job) Stop() {
	j.stop.Store(true)
	j.release()
}

// PonderHit tells a search with Limits.Ponder that the expected move was played.
// From now on the other limits count.
func (j *Job) PonderHit() {
	if j.clock.ponderHit() {
		j.release()
	}
}

// Wait waits for the end of the search and returns its result.
func (j *Job) Wait() Result {
	<-j.done
	return j.result
}

// Go searches a position in the caller's goroutine and returns when the search is
// over. The position is not changed. Limits.Infinite and Limits.Ponder are ignored,
// since nothing could stop the search.
func (e *Engine) Go(p *position.Position, l Limits, r Reports) Result {
	l.Infinite, l.Ponder = false, false
	e.running.Lock()
	defer e.running.Unlock()
	return e.search(e.prepare(p, l, r))
}

// Start is like Go but searches in a new goroutine, which also calls the reports. It
// returns once no other search is running.
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

// prepare makes all threads ready for a search. The caller holds running.
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

// search makes all threads search until the one that leads has finished.
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
	for _, w := range e.workers {
		w.publish()
	}

	best, chosen := lead, lead.root.lines[0]
	switch {
	case e.elo != 0:
		chosen = handicapOf(e.elo).choose(lead.root.lines[:lead.root.wanted])
	case e.multiPV == 1 && j.limits.Depth == 0:
		best = vote(e.workers)
		chosen = best.root.lines[0]
	}
	lead.reportEnd(best, chosen)
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
