package cli

import (
	"context"
	"flag"
	"fmt"

	"xorro/chess"
	"xorro/nnue"
	"xorro/search"
	"xorro/uci"
)

func prepareBench(flags *flag.FlagSet) action {
	net := flags.String("net", "", "evaluate by the network in `FILE` instead of the one that is built in")
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
		network := nnue.Default()
		if *net != "" {
			var err error
			if network, err = nnue.Open(*net); err != nil {
				return err
			}
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
