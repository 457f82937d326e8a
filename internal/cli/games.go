package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"xorro/datagen"
)

// gamesRun is the run of a command that appends games to a file.
type gamesRun struct {
	gamesReport
	ctx    context.Context // done at the first Ctrl-C or SIGTERM
	cancel func()
	path   string
	file   *datagen.File
	shown  *status
	cpu    time.Duration // processor time used before
}

// beginGames opens a file to append games to it. If it holds games, a line says so and
// that the command is going on. Once the run is interrupted on a terminal, a line says
// that it is finishing.
func beginGames(path, goingOn, finishing string, env environment) (*gamesRun, error) {
	shown := newStatus(env.errs)
	file, err := datagen.Open(path, readingStatus(shown, path))
	shown.clear()
	if err != nil {
		return nil, explainDamage(path, err)
	}
	r := &gamesRun{path: path, file: file, shown: shown}
	r.ctx, r.cancel = untilInterrupted(func() {
		if isTerminal(env.errs) {
			fmt.Fprintf(env.errs, "\n%s\n", finishing)
		}
	})
	r.before, r.start, r.cpu = file.Totals(), time.Now(), cpuTime()
	if r.before.Games > 0 {
		fmt.Fprintf(env.errs, "%s holds %s; %s\n", path, counts(r.before), goingOn)
	}
	return r, nil
}

// end closes the file.
func (r *gamesRun) end() error {
	r.cancel()
	return r.file.Close()
}

// summary describes the whole run in one line. How follows the time that it took.
func (r *gamesRun) summary(how string, w datagen.Work) string {
	after := r.file.Totals()
	return fmt.Sprintf("%s: %s; %d games in %v%s, %s%s", r.path, counts(after),
		after.Games-r.before.Games, time.Since(r.start).Round(time.Second), how, r.pace(after),
		formatWork(w, after.Positions-r.before.Positions, cpuTime()-r.cpu))
}

// readingStatus shows how many games of a file have been read.
func readingStatus(shown *status, path string) func(datagen.Totals) {
	return func(now datagen.Totals) {
		shown.show(func() string { return fmt.Sprintf("%s: %d games read", path, now.Games) })
	}
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
		{r.before.Games, now.Games, len(r.config.Starts)},
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
