package main

import (
	"flag"
	"fmt"
	"io"

	"xorro/chess"
	"xorro/search"
	"xorro/uci"
)

func prepareBench(*flag.FlagSet) action {
	return func(args []string, out, _ io.Writer) error {
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
		nodes, elapsed, err := search.Bench(out, depth, nil)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(out, uci.BenchSummary(nodes, elapsed))
		return err
	}
}
