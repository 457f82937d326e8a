package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
	"xorro/search"
	"xorro/uci"
)

// maxPerftHash bounds what -hash takes, in megabytes.
const maxPerftHash = 1 << 25

var perftCommand = command{
	name: "perft", args: "DEPTH",
	about:    "count the leaves of the tree of legal moves",
	examples: []string{"xorro perft 6", "xorro perft 9 -hash 4096 -threads 8", `xorro perft 4 -divide -fen "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"`},
	prepare:  preparePerft,
}

func preparePerft(flags *flag.FlagSet) action {
	fen := flags.String("fen", position.StartFEN, "count from `F`, a FEN in quotes")
	threads := wholeFlag(flags, "threads", 1, 1, search.MaxThreads, "count on `N` threads")
	hash := wholeFlag(flags, "hash", 0, 0, maxPerftHash, "keep counts in a table of `MB` megabytes; 0 counts without one")
	divide := flags.Bool("divide", false, "print the count after each move too")
	return func(args []string, env environment) error {
		if len(args) == 0 {
			return &usageError{reason: "DEPTH is missing"}
		}
		if err := noArgs(args[1:]); err != nil {
			return err
		}
		depth, err := parseWhole("DEPTH", args[0], 1, chess.MaxPly)
		if err != nil {
			return err
		}
		p, err := position.ParseFEN(*fen)
		if err != nil {
			return &usageError{reason: "-" + err.Error()}
		}
		var table *movegen.PerftTable
		if *hash > 0 {
			if table, err = movegen.NewPerftTable(*hash); err != nil {
				return fmt.Errorf("perft: -hash: %w", err)
			}
			defer table.Release()
		}
		return perft(p, depth, *threads, table, *divide, env.out)
	}
}

// perft prints the count, as in "119060324 nodes  0.20 s  595.3 Mnps".
func perft(p *position.Position, depth, threads int, table *movegen.PerftTable, divide bool, out io.Writer) error {
	start := time.Now()
	counts, _ := movegen.Divide(p, depth, threads, table, nil)
	elapsed := max(time.Since(start), time.Nanosecond).Seconds()
	total := movegen.Total(counts)
	if total == movegen.TooMany {
		return errors.New("perft: the count does not fit into 64 bits")
	}
	if divide {
		for _, c := range counts {
			fmt.Fprintf(out, "%s: %d\n", uci.FormatMove(c.Move, p.Chess960()), c.Nodes)
		}
	}
	_, err := fmt.Fprintf(out, "%d nodes  %.2f s  %.1f Mnps\n", total, elapsed, float64(total)/elapsed/1e6)
	return err
}
