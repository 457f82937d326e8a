// Package search finds moves: iterative deepening, principal variation search
// and quiescence over the transposition table.
//
// # Nodes
//
// A PV node has a window wider than one point. It lies on a principal variation,
// and its score may be exact. All other nodes have a window of one point, so that
// their search tells only on which side of the window the score lies. They are cut
// nodes or all nodes: a cut node is expected to have a move that fails high, an all
// node is not (D. E. Knuth and R. W. Moore, "An Analysis of Alpha-Beta Pruning",
// 1975). The children of an all node are cut nodes. The first child of a cut node
// is an all node.
//
// Nothing on the path of a node allocates memory or takes a lock. The stop flag is
// read at every node, the clock once in clockInterval nodes.
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
	running  sync.Mutex // held during a search and while its settings are changed
	table    *tt.Table
	workers  []*worker // one per thread; the first leads
	multiPV  int       // lines to search
	elo      int       // to play at; 0 for full strength
	overhead time.Duration
	probing  probing
	network  *nnue.Network // evaluates the positions
}

// New returns an engine whose transposition table has the given size in megabytes
// (2^20 bytes). It returns an error if the size is refused, as by tt.New.
func New(hashMB int) (*Engine, error) {
	table, err := tt.New(hashMB)
	if err != nil {
		return nil, err
	}
	e := &Engine{table: table, multiPV: 1, overhead: defaultOverhead, probing: defaultProbing, network: nnue.Default()}
	e.SetThreads(1)
	return e, nil
}

// SetHash empties the table and gives it the size in megabytes (2^20 bytes). An
// error says which size the table has instead, as that of tt.Table.Resize does.
func (e *Engine) SetHash(megabytes int) error {
	e.running.Lock()
	defer e.running.Unlock()
	return e.table.Resize(megabytes)
}

// defaultOverhead is the part of the clock that each move loses by default.
const defaultOverhead = 10 * time.Millisecond

// spareThreads is the number of threads that run Go code besides those that search,
// so that input and output never wait for the search.
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

// SetMultiPV sets the number of best moves whose lines are searched, at least 1. It
// may exceed the number of legal moves.
func (e *Engine) SetMultiPV(n int) {
	e.running.Lock()
	defer e.running.Unlock()
	e.multiPV = max(n, 1)
}

// MinElo and MaxElo bound the ratings of SetElo.
const MinElo, MaxElo = 500, 2850

// SetElo makes the engine play like a human player of the given rating, which is
// clamped to MinElo and MaxElo. A rating of 0 means full strength, the default.
func (e *Engine) SetElo(elo int) {
	e.running.Lock()
	defer e.running.Unlock()
	if elo != 0 {
		elo = min(max(elo, MinElo), MaxElo)
	}
	e.elo = elo
}

// SetMoveOverhead sets the time that each move loses on its way from the engine to
// the clock. It is 10 ms by default.
func (e *Engine) SetMoveOverhead(d time.Duration) {
	e.running.Lock()
	defer e.running.Unlock()
	e.overhead = max(d, 0)
}

// SetNetwork sets the network that evaluates the positions, nnue.Default by default,
// and forgets everything learned from earlier searches.
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

// forget is NewGame for a caller that holds running.
func (e *Engine) forget() {
	e.table.Clear(len(e.workers))
	var done sync.WaitGroup
	for _, w := range e.workers {
		done.Go(w.forget)
	}
	done.Wait()
}
