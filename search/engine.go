// Package search finds moves: iterative deepening, principal variation search
// and quiescence over the transposition table.
//
// # Nodes
//
// A node is a PV node if its window is wider than one point: its score may turn
// out exact, and it lies on a principal variation. All others are searched with
// a window one wide, only to learn on which side of it they are. Of those, a cut
// node is expected to have a move that fails high, and an all node none (D. E.
// Knuth and R. W. Moore, "An Analysis of Alpha-Beta Pruning", 1975). The
// children of an all node are cut nodes; the first child of a cut node is an all
// node.
//
// Nothing on the path of a node allocates, takes a lock or reads the clock; the
// clock is read every so many nodes, and the stop flag at every one.
package search

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"xorro/chess"
	"xorro/nnue"
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

// Info is a report on a running search.
type Info struct {
	Depth    int         // of the iteration, in plies
	SelDepth int         // greatest distance from the root that was reached, in plies
	MultiPV  int         // rank of the line, from 1
	Score    chess.Score // from the side to move's view; mates counted in plies
	Bound    tt.Bound    // Exact, or Lower or Upper if the score is only a bound
	Nodes    uint64      // of all threads since Go
	TBHits   uint64      // positions found in the tablebases, of all threads since Go
	Hashfull int         // permille of the table filled by this search
	Time     time.Duration
	PV       []chess.Move // legal to its last move; the callee may keep it

	// Move, unless it is NoMove, is the root move being searched, number
	// MoveNumber from 1. Such a report has a Depth and a Time beside them, but no
	// score.
	Move       chess.Move
	MoveNumber int
}

// Result is what a search came to. Best is NoMove only where there is no legal
// move; Ponder is the reply that is expected, or NoMove.
type Result struct {
	Best, Ponder chess.Move
}

// Engine searches one position at a time. Stop and PonderHit may be called from
// any goroutine at any time; every other method waits until no search is running.
type Engine struct {
	running  sync.Mutex // held while a search runs, or while what it uses is changed
	table    *tt.Table
	workers  []*worker // one for each thread; the first leads
	multiPV  int       // lines to find
	elo      int       // to play at; 0 for full strength
	overhead time.Duration
	probing  probing
	network  *nnue.Network // that evaluates

	stop  atomic.Bool
	clock clock

	signal sync.Mutex    // guards resume and what Stop and PonderHit change
	resume chan struct{} // closed when a finished search may return; nil if none waits
}

// New makes an engine whose table has so many megabytes.
func New(hashMB int) (*Engine, error) {
	table, err := tt.New(hashMB)
	if err != nil {
		return nil, err
	}
	e := &Engine{table: table, multiPV: 1, overhead: defaultOverhead, probing: defaultProbing, network: nnue.Default()}
	e.SetThreads(1)
	return e, nil
}

// SetHash empties the table and gives it so many megabytes; an error, as of
// tt.Table.Resize, says what it has instead.
func (e *Engine) SetHash(megabytes int) error {
	e.running.Lock()
	defer e.running.Unlock()
	return e.table.Resize(megabytes)
}

// spareThreads run Go code beside the search, so that whoever waits for input or
// output is served at once.
const spareThreads = 2

// SetThreads sets how many threads search, at least one. There may be more than
// the machine has processors.
func (e *Engine) SetThreads(n int) {
	e.running.Lock()
	defer e.running.Unlock()
	n = max(n, 1)
	for len(e.workers) < n {
		e.workers = append(e.workers, newWorker(e))
	}
	clear(e.workers[n:])
	e.workers = e.workers[:n:n]
	runtime.GOMAXPROCS(max(runtime.NumCPU(), n+spareThreads))
}

// SetMultiPV sets how many of the best moves are to be found with their lines, at
// least one. More than there are legal moves is no fault.
func (e *Engine) SetMultiPV(n int) {
	e.running.Lock()
	defer e.running.Unlock()
	e.multiPV = max(n, 1)
}

// MinElo and MaxElo bound the strengths that SetElo imitates.
const MinElo, MaxElo = 500, 2800

// SetElo makes the engine play like a human player of this rating; 0 gives it
// its full strength.
func (e *Engine) SetElo(elo int) {
	e.running.Lock()
	defer e.running.Unlock()
	if elo != 0 {
		elo = min(max(elo, MinElo), MaxElo)
	}
	e.elo = elo
}

// SetMoveOverhead sets how much of the clock each move loses between engine and
// server.
func (e *Engine) SetMoveOverhead(d time.Duration) {
	e.running.Lock()
	defer e.running.Unlock()
	e.overhead = max(d, 0)
}

// SetNetwork has positions evaluated by a network, in place of nnue.Default, and
// forgets everything learned from earlier searches.
func (e *Engine) SetNetwork(n *nnue.Network) {
	e.running.Lock()
	defer e.running.Unlock()
	e.network = n
	for _, w := range e.workers {
		w.use(n)
	}
	e.forget()
}

// NewGame forgets everything learned from earlier searches.
func (e *Engine) NewGame() {
	e.running.Lock()
	defer e.running.Unlock()
	e.forget()
}

// forget is NewGame for who holds running.
func (e *Engine) forget() {
	e.table.Clear(len(e.workers))
	var done sync.WaitGroup
	for _, w := range e.workers {
		done.Go(w.forget)
	}
	done.Wait()
}

// Go searches the position, which stays as it is, and returns when the search is
// over. Each report goes to onInfo, which may be nil, in the same goroutine.
func (e *Engine) Go(p *position.Position, l Limits, onInfo func(Info)) Result {
	return <-e.Start(p, l, onInfo)
}

// Start is Go without waiting: the result comes over the channel. A Stop or a
// PonderHit after Start has returned is never lost.
func (e *Engine) Start(p *position.Position, l Limits, onInfo func(Info)) <-chan Result {
	if l.Start.IsZero() {
		l.Start = time.Now()
	}
	if onInfo == nil {
		onInfo = func(Info) {}
	}
	e.running.Lock()
	e.table.NewSearch()
	h := handicapOf(e.elo)
	if h.nodes != 0 && (l.Nodes == 0 || h.nodes < l.Nodes) {
		l.Nodes = h.nodes
	}
	for _, w := range e.workers {
		w.own.Set(p)
	}
	tablebase, hits := e.probing.probeRoot(e.workers[0].own, &l)
	for _, w := range e.workers {
		w.tablebase, w.tbHits = tablebase, 0
		w.prepare(w.own, l, e.workers, max(e.multiPV, h.lines))
	}
	for _, w := range e.workers {
		w.scheduleCheck()
	}
	e.workers[0].tbHits = hits
	e.workers[0].onInfo, e.workers[0].shown = onInfo, e.multiPV
	resume := e.open(l, p.SideToMove())

	result := make(chan Result, 1)
	go func() {
		r := e.search(l)
		<-resume
		e.running.Unlock()
		result <- r
	}()
	return result
}

// search has all threads search until the first of them, which leads, is done.
func (e *Engine) search(l Limits) Result {
	lead := e.workers[0]
	if len(lead.root.lines) == 0 {
		lead.reportGameOver()
		return Result{}
	}
	var others sync.WaitGroup
	for _, w := range e.workers[1:] {
		others.Go(func() { w.iterate(l) })
	}
	lead.iterate(l)
	e.stop.Store(true)
	others.Wait()

	best, chosen := lead, lead.root.lines[0]
	switch {
	case e.elo != 0:
		chosen = handicapOf(e.elo).choose(lead.root.lines[:lead.root.wanted])
	case e.multiPV == 1 && l.Depth == 0:
		best = vote(e.workers)
		chosen = best.root.lines[0]
	}
	if chosen != lead.root.lines[0] {
		best.onInfo = lead.onInfo
		best.reportLine(1, chosen, max(best.root.depth, 1), tt.Exact)
	}
	return Result{Best: chosen.moves[0], Ponder: lead.replyTo(chosen)}
}

// open begins to listen for Stop and PonderHit. The channel is closed when the
// search may return.
func (e *Engine) open(l Limits, us chess.Color) <-chan struct{} {
	e.signal.Lock()
	defer e.signal.Unlock()
	e.stop.Store(false)
	e.clock.start(l, us, e.overhead)
	resume := make(chan struct{})
	e.resume = resume
	if !l.Infinite && !l.Ponder {
		e.release()
	}
	return resume
}

// Stop ends the search as soon as it can be. It does nothing if none runs.
func (e *Engine) Stop() {
	e.signal.Lock()
	defer e.signal.Unlock()
	e.stop.Store(true)
	e.release()
}

// PonderHit tells a search with Limits.Ponder that the expected move was played:
// from now on the other limits count. It does nothing if no search ponders.
func (e *Engine) PonderHit() {
	e.signal.Lock()
	defer e.signal.Unlock()
	if e.clock.ponderHit() {
		e.release()
	}
}

// release lets a finished search return. The caller holds signal.
func (e *Engine) release() {
	if e.resume != nil {
		close(e.resume)
		e.resume = nil
	}
}
