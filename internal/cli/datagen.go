package cli

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"

	"xorro/datagen"
	"xorro/search"
	"xorro/uci"
)

// Upper bounds of flags.
const (
	maxDatagenNodes = 100_000_000
	maxDatagenCount = 1_000_000_000_000
)

var datagenCommand = command{
	name:     "datagen",
	about:    "play games against itself for a network to learn from",
	examples: []string{"xorro datagen -positions 12000000 -out games.zst", "xorro datagen -for 2h -nodes 1500 -out games.zst", "xorro datagen -games 1000 -seed 7 -threads 1 -out same.zst"},
	prepare:  prepareDatagen,
}

func prepareDatagen(flags *flag.FlagSet) action {
	games := wholeFlag(flags, "games", 0, 0, maxDatagenCount, "play until FILE holds `N` games")
	positions := wholeFlag(flags, "positions", 0, 0, maxDatagenCount, "play until FILE holds `N` positions, each with a move and a score")
	duration := flags.Duration("for", 0, "play for `TIME`, as in 2h or 1h30m")
	var out string
	outFlag(flags, &out, "append the games to `FILE`, which is created if it does not exist")
	nodes := wholeFlag(flags, "nodes", 600, 1, maxDatagenNodes, "search `N` nodes for a move, and then finish the iteration")
	threads := wholeFlag(flags, "threads", min(runtime.GOMAXPROCS(0), search.MaxThreads), 1, search.MaxThreads, "play `N` games at a time")
	seed := flags.Uint64("seed", 0, "play the games of the seed `S`; 0 chooses a seed at random")
	net := netFlag(flags)
	chess960 := wholeFlag(flags, "frc", 10, 0, 100, "start `P` percent of the games from Chess960 positions")
	offPath := wholeFlag(flags, "offpath", 0, 0, 100, "at `P` percent of the plies, search the position behind a random move too, for learning")
	endings := wholeFlag(flags, "endings", 0, 0, 100, "start `P` percent of the games from random positions of three to six pieces and play them to the end")
	openings := flags.String("openings", "", "start each game from another position of an EPD or FEN `FILE`, in an order that the seed decides")
	return func(args []string, env environment) error {
		if err := noArgs(args); err != nil {
			return err
		}
		switch {
		case *duration < 0:
			return &usageError{reason: fmt.Sprintf("-for: want a time above zero, got %v", *duration)}
		case *openings != "" && *endings > 0:
			return &usageError{reason: "-endings and -openings exclude each other"}
		case *games == 0 && *positions == 0 && *duration == 0 && *openings == "":
			return &usageError{reason: "-games, -positions, -for or -openings is missing"}
		}
		starts, err := readStarts(*openings)
		if err != nil {
			return fmt.Errorf("-openings: %w", err)
		}
		if *seed == 0 {
			*seed = rand.Uint64()
		}
		network, err := openNetwork(*net)
		if err != nil {
			return err
		}
		return playGames(out, datagen.Config{
			Games:     *games,
			Positions: *positions,
			For:       *duration,
			Nodes:     uint64(*nodes),
			Threads:   *threads,
			Seed:      *seed,
			Chess960:  *chess960,
			OffPath:   *offPath,
			Endings:   *endings,
			Starts:    starts,
			Network:   network,
		}, env)
	}
}

// readStarts reads a file of positions. An empty path means none.
func readStarts(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return uci.ParseOpenings(path, string(content))
}

// playGames appends games to a file, as many as config says.
func playGames(path string, config datagen.Config, env environment) (err error) {
	run, err := beginGames(path, "playing on", "finishing the games in play; Ctrl-C again abandons them", env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.end()) }()
	run.config = config
	config.Progress = func(now datagen.Totals) {
		run.shown.show(func() string { return run.line(now) })
	}
	work, err := datagen.Run(run.ctx, config, run.file)
	run.shown.clear()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	_, err = fmt.Fprintln(env.out, run.summary(fmt.Sprintf(" with seed %d", config.Seed), work))
	return err
}
