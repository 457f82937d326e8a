package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"xorro/verify"
)

// Upper bounds of flags. maxPositions keeps the memory to about eight gigabytes,
// maxProbes the time to some days.
const (
	maxPositions = 100_000_000
	maxProbes    = 1_000_000_000_000
)

var verifyCommand = command{
	name:     "verify",
	about:    "check in random games that positions hash consistently, and that the table believes no false entry",
	examples: []string{"xorro verify", "xorro verify -positions 100000 -seed 7", "xorro verify -probes 1e10"},
	prepare:  prepareVerify,
}

func prepareVerify(flags *flag.FlagSet) action {
	positions := wholeFlag(flags, "positions", 1_000_000, 1, maxPositions, "visit `N` distinct positions")
	probes := wholeFlag(flags, "probes", 4_000_000, 1, maxProbes, "look `N` positions up in an overfull transposition table")
	seed := flags.Uint64("seed", 1, "play the random games of the seed `S`")
	return func(args []string, env environment) error {
		if err := noArgs(args); err != nil {
			return err
		}
		start := time.Now()
		shown := newStatus(env.errs)
		progress := func(what string, total int) func(int) {
			return func(n int) {
				shown.show(func() string { return fmt.Sprintf("%d of %d %s, %d %%", n, total, what, 100*n/total) })
			}
		}
		report, failed := verify.Run(verify.Config{Positions: *positions, Seed: *seed, Progress: progress("positions", *positions)})
		shown.clear()
		if err := printReport(env.out, report); err != nil {
			return err
		}
		if failed == nil {
			var table verify.TableReport
			table, failed = verify.RunTable(verify.TableConfig{Probes: *probes, Seed: *seed, Progress: progress("probes", *probes)})
			shown.clear()
			if err := printTableReport(env.out, table); err != nil {
				return err
			}
		}
		return printVerdict(env.out, failed, time.Since(start))
	}
}

// printReport lists what was checked, with counts.
func printReport(out io.Writer, r verify.Report) error {
	return printCounts(out, []counted{
		{r.Numbers, "Zobrist numbers: none is zero, no two are equal"},
		{r.Games, "random games begun, every second one of Chess960"},
		{r.Positions, "distinct positions seen in them and beside them"},
		{r.Compared, "positions compared with what their FEN gives, and validated"},
		{r.Repeated, "positions met again, with the key and lock they had"},
		{r.Unmade, "moves taken back, to the same FEN, key and lock"},
		{r.NullMoves, "null moves made and taken back"},
		{r.Transposed, "pairs of moves played in both orders, to one key and lock"},
		{r.Unshared, "keys and locks that belong to one position only"},
	})
}

// printTableReport lists what was found in the transposition table.
func printTableReport(out io.Writer, r verify.TableReport) error {
	fmt.Fprintln(out)
	lines := []counted{
		{r.Slots, "slots of a transposition table, given many times as many positions"},
		{r.Probes, "probes"},
		{r.Hits, "hits"},
		{r.False, "false hits: key and lock agreed, but it was another position"},
		{r.Strangers, "comparisons with entries of other positions"},
	}
	for _, agreed := range r.Agreed {
		what := fmt.Sprintf("of them agreed in %d bits of the key; chance gives %.3g", agreed.Bits, agreed.Chance)
		lines = append(lines, counted{agreed.Count, what})
	}
	return printCounts(out, lines)
}

// counted is a line of a report.
type counted struct {
	count int
	what  string
}

func printCounts(out io.Writer, lines []counted) error {
	table := tabwriter.NewWriter(out, 0, 0, 1, ' ', tabwriter.AlignRight)
	for _, l := range lines {
		fmt.Fprintf(table, "%d\t%s\n", l.count, "  "+l.what)
	}
	return table.Flush()
}

// errDiscrepancy makes the process fail. The discrepancy is on the output.
var errDiscrepancy = errors.New("verify found a discrepancy")

// printVerdict prints how the checks ended. Failed is the error of verify.Run.
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
