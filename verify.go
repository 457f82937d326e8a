package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/schollz/progressbar/v3"

	"xorro/verify"
)

// maxPositions keeps verify's memory to some eight gigabytes.
const maxPositions = 100_000_000

func prepareVerify(flags *flag.FlagSet) action {
	positions := flags.Int("positions", 1_000_000, "see `N` distinct positions")
	seed := flags.Uint64("seed", 1, "play the random games that `S` gives")
	return func(args []string, out, errs io.Writer) error {
		if err := noArgs(args); err != nil {
			return err
		}
		if *positions < 1 || *positions > maxPositions {
			return &usageError{reason: fmt.Sprintf("-positions: want a number from 1 to %d, got %d", maxPositions, *positions)}
		}
		config := verify.Config{Positions: *positions, Seed: *seed}
		finish := func() {}
		if isTerminal(errs) {
			bar := newProgressBar(errs, *positions)
			config.Progress = func(distinct int) { _ = bar.Set(distinct) }
			finish = func() { _ = bar.Clear() }
		}
		start := time.Now()
		report, failed := verify.Run(config)
		elapsed := time.Since(start)
		finish()
		if err := printReport(out, report); err != nil {
			return err
		}
		return printVerdict(out, failed, elapsed)
	}
}

func newProgressBar(w io.Writer, total int) *progressbar.ProgressBar {
	return progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription("positions"),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond),
	)
}

// printReport lists how much was checked.
func printReport(out io.Writer, r verify.Report) error {
	table := tabwriter.NewWriter(out, 0, 0, 1, ' ', tabwriter.AlignRight)
	for _, row := range []struct {
		count int
		what  string
	}{
		{r.Numbers, "Zobrist numbers: none is zero, none is there twice"},
		{r.Games, "random games begun, every second one of Chess960"},
		{r.Positions, "distinct positions seen in them and beside them"},
		{r.Compared, "positions compared with what their FEN gives, and validated"},
		{r.Repeated, "positions met again, with the key and lock they had"},
		{r.Unmade, "moves taken back, to the same FEN, key and lock"},
		{r.NullMoves, "null moves made and taken back"},
		{r.Transposed, "pairs of moves played in both orders, to one key and lock"},
		{r.Unshared, "keys and locks that belong to one position only"},
	} {
		fmt.Fprintf(table, "%d\t%s\n", row.count, "  "+row.what)
	}
	return table.Flush()
}

// errDiscrepancy ends the process with a failure; what failed is on the output.
var errDiscrepancy = errors.New("verify found a discrepancy")

// printVerdict says how the checks ended; failed is what verify.Run returned.
func printVerdict(out io.Writer, failed error, elapsed time.Duration) error {
	if failed == nil {
		_, err := fmt.Fprintf(out, "\nNo discrepancy, %.1f s\n", elapsed.Seconds())
		return err
	}
	var d *verify.Discrepancy
	if !errors.As(failed, &d) {
		return failed
	}
	fmt.Fprintf(out, "\nDiscrepancy: %s\n", d.Check)
	for _, line := range [][2]string{{"FEN", d.FEN}, {"move", d.Move}, {"expected", d.Expected}, {"found", d.Found}} {
		if line[1] != "" {
			fmt.Fprintf(out, "  %-8s  %s\n", line[0], line[1])
		}
	}
	return errDiscrepancy
}
