// Epd tests a UCI engine on a suite of positions, and counts the solved ones:
//
//	go run ./contrib/epd -engine ./xorro -movetime 1000 FILE.epd
//
// A position is a line of extended position description with the best moves
// (bm), the moves to avoid (am), or points for each of some moves (c8, with the
// moves in c9, as in the Strategic Test Suite). The engine's final move counts.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"xorro/internal/client"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "epd:", err)
		os.Exit(1)
	}
}

// settings are the command line's.
type settings struct {
	engine                     string
	movetime, nodes, depth     int
	hash, threads, concurrency int
	limits                     string        // of the go command
	within                     time.Duration // how long a move may take
}

func run(args []string, out, errs io.Writer) error {
	s, file, err := parseArgs(args, errs)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	problems, err := readSuite(f, file)
	if err != nil {
		return err
	}
	return s.solve(problems, out)
}

func parseArgs(args []string, errs io.Writer) (s settings, file string, err error) {
	flags := flag.NewFlagSet("epd", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.StringVar(&s.engine, "engine", "./xorro", "ask the engine that `COMMAND` runs")
	flags.IntVar(&s.movetime, "movetime", 0, "search each position for `N` milliseconds; 1000 if no limit is given")
	flags.IntVar(&s.nodes, "nodes", 0, "search each position for `N` nodes")
	flags.IntVar(&s.depth, "depth", 0, "search each position `N` plies deep")
	flags.IntVar(&s.hash, "hash", 64, "give the engine's table `N` megabytes")
	flags.IntVar(&s.threads, "threads", 1, "let the engine search on `N` threads")
	flags.IntVar(&s.concurrency, "concurrency", 1, "run `N` engines at a time")
	if err := flags.Parse(args); err != nil {
		return s, "", err
	}
	if flags.NArg() != 1 {
		return s, "", fmt.Errorf("want one file, got %d", flags.NArg())
	}
	if len(strings.Fields(s.engine)) == 0 {
		return s, "", errors.New("-engine: want a command")
	}
	for _, n := range []struct {
		name  string
		value int
	}{{"hash", s.hash}, {"threads", s.threads}, {"concurrency", s.concurrency}} {
		if n.value < 1 {
			return s, "", fmt.Errorf("-%s: want at least 1, got %d", n.name, n.value)
		}
	}
	return s, flags.Arg(0), s.chooseLimits()
}

// chooseLimits sets the limits of the go command. At most one may be given.
func (s *settings) chooseLimits() error {
	if s.movetime == 0 && s.nodes == 0 && s.depth == 0 {
		s.movetime = 1000
	}
	s.within = time.Hour
	for _, n := range []struct {
		name  string
		value int
	}{{"movetime", s.movetime}, {"nodes", s.nodes}, {"depth", s.depth}} {
		switch {
		case n.value < 0:
			return fmt.Errorf("-%s: want at least 1, got %d", n.name, n.value)
		case n.value > 0 && s.limits != "":
			return fmt.Errorf("-%s: %q is the limit already", n.name, s.limits)
		case n.value > 0:
			s.limits = fmt.Sprintf("%s %d", n.name, n.value)
		}
	}
	if s.movetime > 0 {
		s.within = time.Duration(s.movetime)*time.Millisecond + 10*time.Second
	}
	return nil
}

// solve has engines search all problems, and prints the failures and the sums.
func (s *settings) solve(problems []problem, out io.Writer) error {
	answers := make([]chan answer, len(problems))
	for i := range answers {
		answers[i] = make(chan answer, 1)
	}
	next := make(chan int, len(problems))
	for i := range problems {
		next <- i
	}
	close(next)
	for range s.concurrency {
		go s.work(problems, next, answers)
	}

	var t tally
	for i, p := range problems {
		a := <-answers[i]
		if a.err != nil {
			return fmt.Errorf("%s: %w", p.id, a.err)
		}
		if failure := t.count(p, a.move); failure != "" {
			fmt.Fprintln(out, failure)
		}
	}
	_, err := fmt.Fprint(out, t)
	return err
}

// answer is an engine's move, as it spells it.
type answer struct {
	move string
	err  error
}

// work has one engine search the next problems until there are none. After an error,
// that error answers each further problem.
func (s *settings) work(problems []problem, next <-chan int, answers []chan answer) {
	e, err := s.start()
	for i := range next {
		if err != nil {
			answers[i] <- answer{err: err}
			continue
		}
		var a answer
		a.move, err = s.ask(e, problems[i])
		a.err = err
		answers[i] <- a
	}
	if e != nil {
		_ = e.Close() // its moves are known
	}
}

func (s *settings) start() (*client.Engine, error) {
	words := strings.Fields(s.engine)
	e, err := client.Start(exec.Command(words[0], words[1:]...))
	if err != nil {
		return nil, err
	}
	return e, errors.Join(e.Set("Hash", s.hash), e.Set("Threads", s.threads))
}

// ask has the engine search a position as the first of a new game.
func (s *settings) ask(e *client.Engine, p problem) (move string, err error) {
	if err := e.NewGame(); err != nil {
		return "", err
	}
	if err := e.Send("position fen %s", p.fen); err != nil {
		return "", err
	}
	a, err := e.Go(s.limits, s.within)
	return a.Best, err
}
