package uci

import (
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"xorro/movegen"
)

// countPatience lets a perft or a bench that was piped in with a quit right behind
// it come out complete, without keeping anyone who really wants to leave.
const countPatience = 10 * time.Second

// beginPerft counts the leaves below each legal move, a number of plies deep.
func (d *Driver) beginPerft(depth int) {
	p := d.pos.Clone()
	chess960 := d.chess960 || p.Chess960()
	var stopped atomic.Bool
	d.begin(&job{
		stop:      func() { stopped.Store(true) },
		ponderHit: func() {},
		patience:  d.countPatience,
	}, func() string {
		counts, done := movegen.Divide(p, depth, 1, &stopped)
		if !done {
			return d.out.message("perft: stopped before the end")
		}
		var b strings.Builder
		total := uint64(0)
		for _, c := range counts {
			fmt.Fprintf(&b, "%s: %d\n", FormatMove(c.Move, chess960), c.Nodes)
			total += c.Nodes
		}
		fmt.Fprintf(&b, "\nNodes searched: %d\n", total)
		return b.String()
	})
}
