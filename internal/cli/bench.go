package cli

import (
	"context"
	"flag"
	"fmt"

	"xorro/chess"
	"xorro/search"
	"xorro/uci"
)

var benchCommand = command{
	name: "bench", args: "[DEPTH]",
	about:    "search a fixed set of positions; the node count is the signature of the search",
	examples: []string{"xorro bench", "xorro bench -net first.nnue 8"},
	prepare:  prepareBench,
}

func prepareBench(flags *flag.FlagSet) action {
	net := netFlag(flags)
	return func(args []string, env environment) error {
		depth := uci.BenchDepth
		if len(args) > 0 {
			var err error
			if depth, err = parseWhole("DEPTH", args[0], 1, chess.MaxPly); err != nil {
				return err
			}
			if err := noArgs(args[1:]); err != nil {
				return err
			}
		}
		network, err := openNetwork(*net)
		if err != nil {
			return err
		}
		var writeErr error
		write := func(line string) {
			if writeErr == nil {
				_, writeErr = fmt.Fprintln(env.out, line)
			}
		}
		nodes, elapsed, err := search.Bench(context.Background(), network, depth, func(r search.BenchRow) { write(uci.BenchRow(r)) })
		if err != nil {
			return err
		}
		write(uci.BenchSummary(nodes, elapsed))
		return writeErr
	}
}
