package uci

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"xorro/chess"
	"xorro/search"
)

// BenchDepth is how deep a bench searches if it is not told, in plies.
const BenchDepth = 13

// BenchSummary is the line that ends a bench, as in "3061766 nodes 2200000 nps".
func BenchSummary(nodes uint64, elapsed time.Duration) string {
	return fmt.Sprintf("%d nodes %.0f nps", nodes, float64(nodes)/max(elapsed.Seconds(), 1e-9))
}

// bench begins the bench of the command line, in a table of its own.
func (d *Driver) bench(words []string) {
	depth := BenchDepth
	if len(words) > 0 {
		n, use, err := parseBounded(words[0], 1, chess.MaxPly)
		if err != nil {
			d.out.info("bench: depth: %v", err)
		}
		if !use {
			return
		}
		depth = int(n)
	}
	stopped := make(chan struct{})
	d.begin(&job{
		stop:      sync.OnceFunc(func() { close(stopped) }),
		ponderHit: func() {},
		patience:  d.countPatience,
	}, func() string {
		rows := &benchRows{out: d.out}
		finished := make(chan string, 1)
		go func() { finished <- runBench(rows, depth) }()
		select {
		case text := <-finished:
			return text
		case <-stopped:
			// The position being searched is the last one.
			rows.Close()
			return d.out.message("bench: stopped before the end")
		}
	})
}

// runBench is the text that ends a bench.
func runBench(rows *benchRows, depth int) string {
	nodes, elapsed, err := search.Bench(rows, depth)
	if err != nil {
		return rows.out.message("bench: %v", err)
	}
	return BenchSummary(nodes, elapsed)
}

// benchRows passes the rows of a bench on until it is closed.
type benchRows struct {
	mu     sync.Mutex
	out    *output
	closed bool
}

var errBenchStopped = errors.New("stopped")

// Write takes whole rows.
func (r *benchRows) Write(rows []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return 0, errBenchStopped
	}
	for row := range strings.Lines(string(rows)) {
		r.out.row(strings.TrimSuffix(row, "\n"))
	}
	return len(rows), nil
}

func (r *benchRows) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
}
