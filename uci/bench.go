package uci

import (
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
		nodes, elapsed, err := search.Bench(benchRows{d.out}, depth, stopped)
		if err != nil {
			return d.out.message("bench: %v", err)
		}
		return BenchSummary(nodes, elapsed)
	})
}

// benchRows passes the rows of a bench on.
type benchRows struct{ out *output }

// Write takes whole rows.
func (r benchRows) Write(rows []byte) (int, error) {
	for row := range strings.Lines(string(rows)) {
		r.out.row(strings.TrimSuffix(row, "\n"))
	}
	return len(rows), nil
}
