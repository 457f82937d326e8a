// Levels measures the strengths that UCI_Elo gives. It plays games between levels of an
// engine, and against another engine that has UCI_Elo too, and fits a rating to each
// level.
//
//	go run ./contrib/levels -engine ./xorro -anchor stockfish
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"

	"xorro/internal/client"
	"xorro/internal/match"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "levels:", err)
		os.Exit(1)
	}
}

// config is what the command line asks for.
type config struct {
	engine, anchor        string // paths; the anchor may be empty
	levels, anchorLevels  []int  // values of UCI_Elo
	limit, anchorLimit    match.Limit
	games, reach, threads int
	seed                  uint64
}

// run carries out the command line.
func run(args []string) error {
	flags := flag.NewFlagSet("levels", flag.ContinueOnError)
	var c config
	flags.StringVar(&c.engine, "engine", "./xorro", "`path` of the engine")
	flags.StringVar(&c.anchor, "anchor", "", "`path` of an engine whose UCI_Elo is taken as true; none by default")
	levels := flags.String("levels", "500,750,1000,1250,1500,1750,2000,2250,2500,2750", "`list` of values of UCI_Elo, comma-separated")
	anchorLevels := flags.String("anchorlevels", "1350,1600,1850,2100,2350,2600,2850", "`list` of values of the anchor's UCI_Elo")
	text := flags.String("limit", "2+0.02", "time control in seconds, such as 2+0.02 or 40/4, or the arguments of go, of the engine")
	anchorText := flags.String("anchorlimit", "", "the same for the anchor; that of the engine by default")
	flags.IntVar(&c.games, "games", 100, "`number` of games of each pair of levels, an even one")
	flags.IntVar(&c.reach, "reach", 600, "greatest `difference` of UCI_Elo between two levels that play")
	flags.IntVar(&c.threads, "threads", 1, "`number` of games at a time")
	flags.Uint64Var(&c.seed, "seed", 1, "`seed` of the openings")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	var err error
	if c.levels, err = parseLevels(*levels); err != nil {
		return fmt.Errorf("-levels: %w", err)
	}
	if c.anchor != "" {
		if c.anchorLevels, err = parseLevels(*anchorLevels); err != nil {
			return fmt.Errorf("-anchorlevels: %w", err)
		}
	}
	if c.limit, err = match.ParseLimit(*text); err != nil {
		return fmt.Errorf("-limit: %w", err)
	}
	c.anchorLimit = c.limit
	if *anchorText != "" {
		if c.anchorLimit, err = match.ParseLimit(*anchorText); err != nil {
			return fmt.Errorf("-anchorlimit: %w", err)
		}
	}
	if c.games < 2 || c.games%2 != 0 {
		return fmt.Errorf("-games: want an even number from 2, got %d", c.games)
	}
	if c.threads < 1 {
		return fmt.Errorf("-threads: want a number from 1, got %d", c.threads)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return climb(ctx, c, os.Stdout, os.Stderr)
}

// parseLevels parses a comma-separated list of ratings.
func parseLevels(text string) (levels []int, err error) {
	for _, word := range strings.Split(text, ",") {
		level, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number", word)
		}
		levels = append(levels, level)
	}
	return levels, nil
}

// start launches an engine that plays at a level.
func start(path string, level int) (*client.Engine, error) {
	e, err := client.Start(exec.Command(path))
	if err != nil {
		return nil, err
	}
	err = errors.Join(e.Set("UCI_LimitStrength", true), e.Set("UCI_Elo", level), e.Ready())
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}
