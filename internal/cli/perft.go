package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"time"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
	"xorro/uci"
)

// maxThreads bounds what -threads takes, maxPerftHash what -hash takes, in megabytes.
const (
	maxThreads   = 1024
	maxPerftHash = 1 << 25
)

func preparePerft(flags *flag.FlagSet) action {
	fen := flags.String("fen", position.StartFEN, "count from `F`, a FEN in quotes")
	threads := flags.Int("threads", 1, "count on `N` threads")
	hash := flags.Int("hash", 0, "keep counts in a table of `MB` megabytes; 0 counts without one")
	divide := flags.Bool("divide", false, "print the count behind each move too")
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
		if *threads < 1 || *threads > maxThreads {
			return &usageError{reason: fmt.Sprintf("-threads: want a number from 1 to %d, got %d", maxThreads, *threads)}
		}
		if *hash < 0 || *hash > maxPerftHash {
			return &usageError{reason: fmt.Sprintf("-hash: want a number from 0 to %d, got %d", maxPerftHash, *hash)}
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

// perft counts and prints, as in "119060324 nodes  0.20 s  595.3 Mnps".
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

// parseWhole reads a whole number; the error is a *usageError that names it.
func parseWhole(name, text string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, &usageError{reason: fmt.Sprintf("%s: want a number from %d to %d, got %q", name, low, high, text)}
	}
	return n, nil
}
