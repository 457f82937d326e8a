package main

import (
	"flag"
	"fmt"
	"io"

	"xorro/chess"
	"xorro/search"
)

// benchDepth is how deep bench searches if it is not told, in plies.
const benchDepth = 13

func prepareBench(*flag.FlagSet) action {
	return func(args []string, out, _ io.Writer) error {
		depth := benchDepth
		if len(args) > 0 {
			var err error
			if depth, err = parseWhole("DEPTH", args[0], 1, chess.MaxPly); err != nil {
				return err
			}
			if err := noArgs(args[1:]); err != nil {
				return err
			}
		}
		nodes, elapsed, err := search.Bench(out, depth)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%d nodes %.0f nps\n", nodes, float64(nodes)/max(elapsed.Seconds(), 1e-9))
		return err
	}
}
