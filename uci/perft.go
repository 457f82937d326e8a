package uci

import (
	"fmt"
	"strings"
	"sync/atomic"

	"xorro/movegen"
)

// beginPerft begins to count the leaves below each legal move. The threads are those of
// the option Threads. The table, if one is wanted, has the size of the option Hash and
// exists beside that of the search, which keeps what it knows.
func (d *Driver) beginPerft(r goRequest) {
	var table *movegen.PerftTable
	if r.hash {
		var err error
		if table, err = movegen.NewPerftTable(d.hash.value); err != nil {
			d.out.info("perft: %v", err)
			return
		}
	}
	threads := d.threads.value
	p := d.pos.Clone()
	chess960 := d.chess960 || p.Chess960()
	var stopped atomic.Bool
	d.beginCount(func() { stopped.Store(true) }, func() string {
		if table != nil {
			defer table.Release()
		}
		counts, done := movegen.Divide(p, r.perft, threads, table, &stopped)
		total := movegen.Total(counts)
		if !done {
			return d.out.message("perft: stopped before the end")
		}
		if total == movegen.TooMany {
			return d.out.message("perft: the count does not fit into 64 bits")
		}
		var b strings.Builder
		for _, c := range counts {
			fmt.Fprintf(&b, "%s: %d\n", FormatMove(c.Move, chess960), c.Nodes)
		}
		fmt.Fprintf(&b, "\nNodes searched: %d\n", total)
		return b.String()
	})
}
