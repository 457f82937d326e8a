// Mates lets an engine win the basic endings against another engine's defence:
//
//	go run ./contrib/mates [-games N] [-attack LIMIT] [-defence LIMIT] [-seed N] ./xorro stockfish
//
// A limit is the arguments of go, such as "movetime 150". Each game begins from a random
// position of the ending with the stronger side, White or Black by turns, to move. Upon
// Ctrl-C the results so far are printed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"

	"xorro/chess"
	"xorro/internal/client"
	"xorro/internal/match"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "mates:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, errs io.Writer) error {
	flags := flag.NewFlagSet("mates", flag.ContinueOnError)
	flags.SetOutput(errs)
	games := flags.Int("games", 20, "play `N` games of each ending")
	attack := flags.String("attack", "movetime 150", "`LIMIT` of the first engine")
	defence := flags.String("defence", "movetime 50", "`LIMIT` of the second engine")
	seed := flags.Uint64("seed", 1, "choose the positions of the seed `N`")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if flags.NArg() != 2 {
		return fmt.Errorf("want two engines, got %d", flags.NArg())
	}
	if *games < 1 {
		return fmt.Errorf("-games: want at least 1, got %d", *games)
	}
	var sides [2]*match.Side
	for i, limit := range []struct{ name, text string }{{"attack", *attack}, {"defence", *defence}} {
		l, err := match.ParseLimit(limit.text)
		if err != nil {
			return fmt.Errorf("-%s: %w", limit.name, err)
		}
		command := flags.Arg(i)
		engine, err := client.Start(exec.Command(command))
		if err != nil {
			return fmt.Errorf("%s: %w", command, err)
		}
		defer engine.Close()
		sides[i] = &match.Side{Engine: engine, Limit: l}
	}
	rng := rand.New(rand.NewPCG(*seed, 0))
	for _, e := range endings {
		t := tally{ending: e}
		for n := range *games {
			strong := chess.Color(n % 2)
			opening := e.position(rng, strong).FEN()
			r, err := match.Play(ctx, [2]*match.Side{sides[strong], sides[strong.Other()]}, opening, match.Rules{})
			if ctx.Err() != nil { // which may have ended the engines too
				return t.write(out)
			}
			if err != nil {
				return err
			}
			t.add(r, opening)
		}
		if err := t.write(out); err != nil {
			return err
		}
	}
	return nil
}

// tally is the results of the games of an ending.
type tally struct {
	ending ending
	moves  []int    // of each mate
	failed []string // opening and result of each other game
}

func (t *tally) add(r match.Result, opening string) {
	if r.Ending == match.Mate {
		t.moves = append(t.moves, (r.Plies+1)/2)
	} else {
		t.failed = append(t.failed, fmt.Sprintf("%s: ended by %s after %d moves", opening, r.Ending, r.Plies/2))
	}
}

func (t *tally) write(out io.Writer) error {
	length := ""
	if len(t.moves) > 0 {
		slices.Sort(t.moves)
		length = fmt.Sprintf(", %d moves in the median, %d at most", t.moves[len(t.moves)/2], t.moves[len(t.moves)-1])
	}
	lines := append([]string{fmt.Sprintf("%-16s %d of %d mated%s", t.ending.name, len(t.moves), len(t.moves)+len(t.failed), length)}, t.failed...)
	_, err := fmt.Fprintln(out, strings.Join(lines, "\n  "))
	return err
}
