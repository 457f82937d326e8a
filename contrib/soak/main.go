// Soak has an engine play itself for a long time, in all modes by turns, and counts
// faults: illegal moves, lost connections, losses on time and moves without a search.
//
//	go run ./contrib/soak [-games N] [-clock MS] [-increment MS] [-margin MS] [-seed N]
//	                      [-syzygy FOLDER] [-book FILE] ENGINE
//
// The engines of a mode stay through all of its games. The run ends at the first fault
// that leaves an engine unusable, after the last game, or upon Ctrl-C or SIGTERM with the
// game in play, which does not count. An engine that does not answer gets SIGQUIT, upon
// which a Go program writes what its goroutines do to standard error. Before the games, a
// driver of this program's own source plays 1,000 new games, and its heap and its
// goroutines must not grow.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// statusEvery is how many games lie between two lines of the report.
const statusEvery = 100

func run(ctx context.Context, args []string, out, errs io.Writer) error {
	flags := flag.NewFlagSet("soak", flag.ContinueOnError)
	flags.SetOutput(errs)
	games := flags.Int("games", 10_000, "play `N` games")
	newGames := flags.Int("newgames", 1_000, "send ucinewgame `N` times before the games")
	clock := flags.Int("clock", 300, "each side begins with `MS` milliseconds")
	increment := flags.Int("increment", 3, "each move adds `MS` milliseconds")
	margin := flags.Int("margin", 200, "a loss on time is a fault from `MS` milliseconds over the clock on")
	seed := flags.Uint64("seed", 1, "`N` decides the openings")
	syzygy := flags.String("syzygy", "", "`FOLDER` of tablebases; without it that mode is left out")
	book := flags.String("book", "", "a Polyglot `FILE`; without it that mode is left out")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return fmt.Errorf("want one engine, got %d", flags.NArg())
	}
	for _, f := range []struct {
		name        string
		value, from int
	}{{"games", *games, 1}, {"newgames", *newGames, 0}, {"clock", *clock, 1}, {"increment", *increment, 0}, {"margin", *margin, 0}} {
		if f.value < f.from {
			return fmt.Errorf("-%s: want at least %d, got %d", f.name, f.from, f.value)
		}
	}
	if err := checkNewGames(out, *newGames); err != nil {
		return err
	}
	r := referee{
		command:   flags.Arg(0),
		clock:     time.Duration(*clock) * time.Millisecond,
		increment: time.Duration(*increment) * time.Millisecond,
		margin:    time.Duration(*margin) * time.Millisecond,
	}
	return r.playAll(ctx, out, modes(*syzygy, *book), *games, *seed)
}

// playAll plays games in all modes by turns, until ctx is done, and reports them.
func (r *referee) playAll(ctx context.Context, out io.Writer, modes []*mode, games int, seed uint64) (err error) {
	defer func() {
		for _, m := range modes {
			if closing := m.close(); closing != nil && ctx.Err() == nil {
				err = errors.Join(err, fmt.Errorf("%s: %w", m.name, closing))
			}
		}
		err = errors.Join(err, report(out, modes))
	}()
	for i := range games {
		if ctx.Err() != nil {
			return nil
		}
		m := modes[i%len(modes)]
		err := r.play(m, rand.New(rand.NewPCG(seed, uint64(i))))
		if ctx.Err() != nil { // which may have ended the engines too
			return nil
		}
		if err != nil {
			m.faults++
			m.dump()
			return fmt.Errorf("%s, game %d of seed %d: %w", m.name, i, seed, err)
		}
		m.games++
		if (i+1)%statusEvery == 0 && i+1 < games {
			fmt.Fprintf(out, "%d of %d games\n", i+1, games)
		}
	}
	return nil
}

// report prints a line for each mode. The error counts the faults.
func report(out io.Writer, modes []*mode) error {
	faults := 0
	for _, m := range modes {
		fmt.Fprintf(out, "%-12s %6d games, %8d plies, %5d mates, slowest %4d ms over its clock, %d faults\n",
			m.name, m.games, m.plies, m.mates, m.slowest.Milliseconds(), m.faults)
		faults += m.faults
	}
	if faults > 0 {
		return fmt.Errorf("%d faults", faults)
	}
	return nil
}
