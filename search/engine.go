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
	"time"

	"xorro/nnue"
	"xorro/tt"
)

// Engine searches one position at a time. Its methods may be called from any
// goroutine; each waits until no search is running.
type Engine struct {
	running  sync.Mutex // held while a search runs, or while what it uses is changed
	table    *tt.Table
	workers  []*worker // one for each thread; the first leads
	multiPV  int       // lines to find
	elo      int       // to play at; 0 for full strength
	overhead time.Duration
	probing  probing
	network  *nnue.Network // that evaluates
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

// defaultOverhead is the part of the clock that each move loses by default.
const defaultOverhead = 10 * time.Millisecond

// spareThreads run Go code beside the search, so that whoever waits for input or
// output is served at once.
const spareThreads = 2

// MaxThreads is the greatest number of threads of a search.
const MaxThreads = 1024

// SetThreads sets the number of threads of a search, from 1 to MaxThreads. It may
// exceed the number of processors.
func (e *Engine) SetThreads(n int) {
	e.running.Lock()
	defer e.running.Unlock()
	n = min(max(n, 1), MaxThreads)
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
