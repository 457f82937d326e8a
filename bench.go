package main

import (
	"context"
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
		var writeErr error
		write := func(line string) {
			if writeErr == nil {
				_, writeErr = fmt.Fprintln(out, line)
			}
		}
		nodes, elapsed, err := search.Bench(context.Background(), depth, func(r search.BenchRow) { write(uci.BenchRow(r)) })
		if err != nil {
			return err
		}
		write(uci.BenchSummary(nodes, elapsed))
		return writeErr
	}
}
