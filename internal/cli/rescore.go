package cli

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"

	"xorro/datagen"
	"xorro/search"
)

var dataRescoreCommand = command{
	name: "data rescore", args: "FILE...",
	about:    "search every position of games again and write the games with the new scores; the same command continues where it stopped",
	examples: []string{"xorro data rescore -net new.nnue -nodes 200 -out rescored.zst old.zst older.zst"},
	prepare: func(flags *flag.FlagSet) action {
		var out string
		outFlag(flags, &out, "append the games to `OUT`, which is created if it does not exist")
		net := netFlag(flags)
		nodes := wholeFlag(flags, "nodes", 200, 1, maxDatagenNodes, "search `N` nodes for a position, and then finish the iteration")
		threads := wholeFlag(flags, "threads", min(runtime.GOMAXPROCS(0), search.MaxThreads), 1, search.MaxThreads, "search in `N` games at a time")
		return func(files []string, env environment) error {
			if err := wantFiles(files); err != nil {
				return err
			}
			network, err := openNetwork(*net)
			if err != nil {
				return err
			}
			return dataRescore(files, out, datagen.Rescoring{Nodes: uint64(*nodes), Threads: *threads, Network: network}, env)
		}
	},
}

// dataRescore rescores the games of files into another.
func dataRescore(files []string, out string, config datagen.Rescoring, env environment) (err error) {
	for _, path := range files {
		in, err := os.Stat(path)
		if err != nil {
			return err
		}
		if to, err := os.Stat(out); err == nil && os.SameFile(in, to) {
			return fmt.Errorf("-out: %s is one of the files to rescore", out)
		}
	}
	shown := newStatus(env.errs)
	file, err := datagen.Open(out, readingStatus(shown, out))
	shown.clear()
	if err != nil {
		return explainDamage(out, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	ctx, callOff := untilInterrupted(func() {
		if isTerminal(env.errs) {
			fmt.Fprintln(env.errs, "\nfinishing the games that are being searched; Ctrl-C again gives them up")
		}
	})
	defer callOff()
	report := &gamesReport{before: file.Totals(), start: time.Now()}
	if report.before.Games > 0 {
		fmt.Fprintf(env.errs, "%s holds %s; continuing\n", out, counts(report.before))
	}
	config.Progress = func(now datagen.Totals, done float64) {
		shown.show(func() string { return report.lineAt(now, done) })
	}
	cpuBefore := cpuTime()
	work, err := datagen.Rescore(ctx, config, files, file)
	shown.clear()
	if err != nil {
		return err
	}
	after := file.Totals()
	state := "complete"
	if ctx.Err() != nil {
		state = "not complete; the same command continues"
	}
	_, err = fmt.Fprintf(env.out, "%s: %s; %d games in %v, %s%s; %s\n", out, counts(after),
		after.Games-report.before.Games, time.Since(report.start).Round(time.Second), report.pace(after),
		formatWork(work, after.Positions-report.before.Positions, cpuTime()-cpuBefore), state)
	return err
}
