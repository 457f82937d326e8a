// Nps compares the nodes a second of two UCI engines, which search the positions of
// the bench by turns:
//
//	go run ./contrib/nps [-movetime N] [-hash N] ./xorro ENGINE
//
// Engines count nodes by rules of their own, so the ratio says nothing about strength.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"xorro/internal/client"
	"xorro/nnue"
	"xorro/search"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "nps:", err)
		os.Exit(1)
	}
}

func run(args []string, out, errs io.Writer) error {
	flags := flag.NewFlagSet("nps", flag.ContinueOnError)
	flags.SetOutput(errs)
	movetime := flags.Int("movetime", 1000, "search each position for `N` milliseconds")
	hash := flags.Int("hash", 64, "give the engines' tables `N` megabytes")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if flags.NArg() != 2 {
		return fmt.Errorf("want two engines, got %d", flags.NArg())
	}
	if *movetime < 1 {
		return fmt.Errorf("-movetime: want at least 1, got %d", *movetime)
	}
	if *hash < 1 {
		return fmt.Errorf("-hash: want at least 1, got %d", *hash)
	}
	fens, err := benchPositions()
	if err != nil {
		return err
	}
	var sides [2]side
	for i, command := range flags.Args() {
		if err := sides[i].start(command, *hash); err != nil {
			return fmt.Errorf("%s: %w", command, err)
		}
		defer sides[i].engine.Close()
	}
	for _, fen := range fens {
		for i := range sides {
			if err := sides[i].search(fen, time.Duration(*movetime)*time.Millisecond); err != nil {
				return fmt.Errorf("%w at %s", err, fen)
			}
		}
	}
	return report(out, &sides)
}

// benchPositions returns the FENs of the bench.
func benchPositions() (fens []string, err error) {
	_, _, err = search.Bench(context.Background(), nnue.Default(), 1, func(r search.BenchRow) { fens = append(fens, r.FEN) })
	return fens, err
}

// side is an engine with the sums of its searches.
type side struct {
	engine *client.Engine
	nodes  uint64
	time   time.Duration
}

// start runs an engine with one thread and a table of the given size in megabytes.
func (s *side) start(command string, hash int) (err error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return errors.New("want a command")
	}
	if s.engine, err = client.Start(exec.Command(words[0], words[1:]...)); err != nil {
		return err
	}
	return errors.Join(s.engine.Set("Threads", 1), s.engine.Set("Hash", hash), s.engine.Ready())
}

// search adds the nodes and the time of one position, by the engine's last report.
func (s *side) search(fen string, movetime time.Duration) error {
	if err := s.engine.NewGame(); err != nil {
		return err
	}
	if err := s.engine.Send("position fen %s", fen); err != nil {
		return err
	}
	a, err := s.engine.Go(fmt.Sprintf("movetime %d", movetime.Milliseconds()), movetime+10*time.Second)
	if err != nil {
		return err
	}
	s.nodes += a.Nodes
	s.time += a.Time
	return nil
}

// speed returns the nodes a second.
func (s *side) speed() float64 { return float64(s.nodes) / s.time.Seconds() }

func report(out io.Writer, sides *[2]side) error {
	for i := range sides {
		s := &sides[i]
		if s.nodes == 0 || s.time == 0 {
			return fmt.Errorf("%s has told no nodes or no time", s.engine.Name)
		}
		fmt.Fprintf(out, "%s: %d nodes in %.1f s, %.0f nodes a second\n", s.engine.Name, s.nodes, s.time.Seconds(), s.speed())
	}
	_, err := fmt.Fprintf(out, "ratio %.2f\n", sides[0].speed()/sides[1].speed())
	return err
}
