package uci

import (
	"context"
	"fmt"
	"time"

	"xorro/chess"
	"xorro/search"
)

// BenchDepth is the default depth of a bench in plies.
const BenchDepth = 13

// BenchSummary returns the last line of a bench, such as "3061766 nodes 2200000 nps".
func BenchSummary(nodes uint64, elapsed time.Duration) string {
	return fmt.Sprintf("%d nodes %.0f nps", nodes, float64(nodes)/max(elapsed.Seconds(), 1e-9))
}

// BenchRow returns the line of one position of a bench.
func BenchRow(r search.BenchRow) string {
	return fmt.Sprintf("%2d/%d %9d nodes %6d cp %s %s", r.Number, r.Count, r.Nodes, r.Score, r.Best, r.FEN)
}

// bench begins a bench of the network in use. It has an engine of its own.
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
	network := d.network.Network
	ctx, stop := context.WithCancel(context.Background())
	d.beginCount(stop, func() string {
		defer stop()
		nodes, elapsed, err := search.Bench(ctx, network, depth, func(r search.BenchRow) { d.out.row(BenchRow(r)) })
		if err != nil {
			return d.out.message("bench: %v", err)
		}
		return BenchSummary(nodes, elapsed)
	})
}
