package search

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"xorro/internal/enginetest"
	"xorro/position"
)

// heap returns the state of the Go heap after everything unreachable has been freed.
func heap() (m runtime.MemStats) {
	runtime.GC()
	runtime.GC() // frees what the first one found to have a cleanup
	runtime.ReadMemStats(&m)
	return m
}

// TestHeapDoesNotGrow plays games with one engine. Neither the heap nor the number of
// allocations for each line that a search reports may grow.
func TestHeapDoesNotGrow(t *testing.T) {
	games := 12
	if enginetest.Deep() {
		games = 200
	}
	const (
		plies    = 40
		nodes    = 2000
		mayGrow  = 64 << 10 // bytes of heap in use between the first and the last part
		mayDrift = 1.1      // the allocations for a line in the last part over those in the first
	)
	e := newEngine(t)
	random := rand.New(rand.NewPCG(1, 2))
	play := func() (lines int) {
		e.NewGame()
		p := enginetest.Position(t, benchPositions[random.IntN(8)])
		for moves := 0; moves < plies && !p.IsDraw(0) && len(legalMoves(p)) > 0; moves++ {
			p.Make(e.Go(p, Limits{Nodes: nodes}, Reports{Line: func(Info) { lines++ }}).Best)
		}
		return lines
	}

	// part is the state after a quarter of the games.
	type part struct {
		inUse, alloc uint64  // bytes after it
		mallocs      float64 // for each line
	}
	playPart := func() (s part) {
		before, lines := heap(), 0
		for range games / 4 {
			lines += play()
		}
		after := heap()
		return part{after.HeapInuse, after.HeapAlloc, float64(after.Mallocs-before.Mallocs) / float64(lines)}
	}
	play() // what is allocated once
	var parts [4]part
	for i := range parts {
		parts[i] = playPart()
		t.Logf("%d games: %d bytes allocated, %d in use, %.2f allocations a line", (i+1)*games/4, parts[i].alloc, parts[i].inUse, parts[i].mallocs)
	}
	first, last := parts[0], parts[3]
	if last.alloc > first.alloc+mayGrow {
		t.Errorf("the heap has grown from %d to %d bytes", first.alloc, last.alloc)
	}
	if last.inUse > first.inUse+4*mayGrow {
		t.Errorf("the heap in use has grown from %d to %d bytes", first.inUse, last.inUse)
	}
	if last.mallocs > first.mallocs*mayDrift {
		t.Errorf("a line allocates %.2f times, at first %.2f", last.mallocs, first.mallocs)
	}
}

// TestCallsDuringSearch searches with up to four threads while other goroutines call
// the methods of the running job, and those of the engine, which wait for its end.
func TestCallsDuringSearch(t *testing.T) {
	given := time.Second
	if enginetest.Deep() {
		given = time.Minute
	}
	e := newEngine(t)
	e.SetThreads(4)

	over := make(chan struct{})
	var callers sync.WaitGroup
	call := func(f func(random *rand.Rand), pause time.Duration) {
		random := rand.New(rand.NewPCG(uint64(pause), 1))
		callers.Go(func() {
			for {
				select {
				case <-over:
					return
				case <-time.After(time.Duration(random.Int64N(int64(pause)))):
					f(random)
				}
			}
		})
	}
	var job atomic.Pointer[Job] // under way, or over
	during := func(f func(*Job)) func(*rand.Rand) {
		return func(*rand.Rand) {
			if j := job.Load(); j != nil {
				f(j)
			}
		}
	}
	call(during((*Job).Stop), 21*time.Millisecond)
	call(during((*Job).PonderHit), 13*time.Millisecond)
	call(func(*rand.Rand) { e.NewGame() }, 50*time.Millisecond)
	call(func(random *rand.Rand) {
		if err := e.SetHash(1 + random.IntN(4)); err != nil {
			t.Error(err)
		}
	}, 80*time.Millisecond)
	call(func(random *rand.Rand) { e.SetThreads(2 + random.IntN(3)) }, 200*time.Millisecond)

	random := rand.New(rand.NewPCG(3, 4))
	limits := []Limits{
		{Infinite: true},
		{Infinite: true, Depth: 1},
		{Ponder: true, HasClock: [2]bool{true, true}, Time: [2]time.Duration{time.Second, time.Second}},
		{Ponder: true, Nodes: 500},
		{MoveTime: 10 * time.Millisecond},
		{Nodes: 2000},
		{Depth: 4},
	}
	searches := 0
	for start := time.Now(); time.Since(start) < given; searches++ {
		p := enginetest.Position(t, benchPositions[random.IntN(len(benchPositions))])
		l := limits[random.IntN(len(limits))]
		fen := p.FEN()
		var r recorder
		j := e.Start(p, l, r.reports())
		job.Store(j)
		result := wait(t, fen, j)
		if !p.IsLegal(result.Best) {
			t.Errorf("%s, %+v: played %v", fen, l, result.Best)
		}
		if p.FEN() != fen {
			t.Errorf("%s became %s", fen, p.FEN())
		}
		for _, info := range r.infos {
			checkLine(t, p, info.PV)
		}
	}
	close(over)
	callers.Wait()
	t.Logf("%d searches", searches)

	// The engine still works.
	e.SetThreads(1)
	e.NewGame()
	p := enginetest.Position(t, position.StartFEN)
	if r := e.Go(p, Limits{Depth: 3}, Reports{}); !p.IsLegal(r.Best) {
		t.Errorf("afterwards: %+v", r)
	}
}
