package cli

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"time"

	"xorro/datagen"
	"xorro/search"
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
	return func(args []string, env environment) error {
		if err := noArgs(args); err != nil {
			return err
		}
		switch {
		case *duration < 0:
			return &usageError{reason: fmt.Sprintf("-for: want a time above zero, got %v", *duration)}
		case *games == 0 && *positions == 0 && *duration == 0:
			return &usageError{reason: "-games, -positions or -for is missing"}
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
			Network:   network,
		}, env)
	}
}

// playGames appends games to a file, as many as config says.
func playGames(path string, config datagen.Config, env environment) (err error) {
	shown := newStatus(env.errs)
	file, err := datagen.Open(path, readingStatus(shown, path))
	shown.clear()
	if err != nil {
		return explainDamage(path, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	ctx, cancel := untilInterrupted(func() {
		if isTerminal(env.errs) {
			fmt.Fprintln(env.errs, "\nfinishing the games in play; Ctrl-C again abandons them")
		}
	})
	defer cancel()
	report := &gamesReport{config: config, before: file.Totals(), start: time.Now()}
	if report.before.Games > 0 {
		fmt.Fprintf(env.errs, "%s holds %s; playing on\n", path, counts(report.before))
	}
	config.Progress = func(now datagen.Totals) {
		shown.show(func() string { return report.line(now) })
	}
	cpuBefore := cpuTime()
	work, err := datagen.Run(ctx, config, file)
	shown.clear()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	after := file.Totals()
	_, err = fmt.Fprintf(env.out, "%s: %s; %d games in %v with seed %d, %s%s\n", path, counts(after),
		after.Games-report.before.Games, time.Since(report.start).Round(time.Second), config.Seed, report.pace(after),
		formatWork(work, after.Positions-report.before.Positions, cpuTime()-cpuBefore))
	return err
}

// formatWork describes what new positions have cost.
func formatWork(w datagen.Work, positions int, cpu time.Duration) string {
	if w.Searches == 0 {
		return ""
	}
	text := fmt.Sprintf(", %.0f nodes a move", float64(w.Nodes)/float64(w.Searches))
	if cpu > 0 {
		text += fmt.Sprintf(", %.0f positions a CPU second", float64(positions)/cpu.Seconds())
	}
	return text
}

// explainDamage adds the file's name to an error of reading it, unless the error has it,
// and the command that repairs the file if it is damaged.
func explainDamage(path string, err error) error {
	var inPath *os.PathError
	if !errors.As(err, &inPath) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return offerRepair(path, err)
}

// offerRepair adds to an error of reading a file the command that repairs it if it is
// damaged.
func offerRepair(path string, err error) error {
	var damage *datagen.DamageError
	if errors.As(err, &damage) {
		return fmt.Errorf("%w; xorro data check -repair %s keeps the games before", err, path)
	}
	return err
}

// counts describes the contents of a file. Wins and losses are White's.
func counts(t datagen.Totals) string {
	percent := func(r datagen.Result) float64 { return 100 * float64(t.Results[r]) / float64(max(t.Games, 1)) }
	return fmt.Sprintf("%d games, %d positions, W/D/L %.0f/%.0f/%.0f %%", t.Games, t.Positions,
		percent(datagen.WhiteWins), percent(datagen.Draw), percent(datagen.BlackWins))
}

// gamesReport describes the progress of playing.
type gamesReport struct {
	config datagen.Config
	before datagen.Totals
	start  time.Time
}

// pace returns the positions played a second.
func (r *gamesReport) pace(now datagen.Totals) string {
	return fmt.Sprintf("%.0f/s", float64(now.Positions-r.before.Positions)/max(time.Since(r.start).Seconds(), 1e-3))
}

// done returns the share of the work that is done, from 0 to 1.
func (r *gamesReport) done(now datagen.Totals) (part float64) {
	for _, limit := range []struct{ before, now, limit int }{
		{r.before.Games, now.Games, r.config.Games},
		{r.before.Positions, now.Positions, r.config.Positions},
		{0, int(time.Since(r.start)), int(r.config.For)},
	} {
		if limit.limit > limit.before {
			part = max(part, float64(limit.now-limit.before)/float64(limit.limit-limit.before))
		}
	}
	return min(part, 1)
}

// line describes everything in one line.
func (r *gamesReport) line(now datagen.Totals) string { return r.lineAt(now, r.done(now)) }

// lineAt is line for a given share of the work done, from 0 to 1.
func (r *gamesReport) lineAt(now datagen.Totals, part float64) string {
	left := "? left"
	if part > 0 {
		elapsed := float64(time.Since(r.start))
		left = fmt.Sprintf("%v left", time.Duration(elapsed/part-elapsed).Round(time.Second))
	}
	return fmt.Sprintf("%s, %s, %s, %.0f %%", counts(now), r.pace(now), left, 100*part)
}
