package cli

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"

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
	run, err := beginGames(out, "continuing", "finishing the games that are being searched; Ctrl-C again gives them up", env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.end()) }()
	config.Progress = func(now datagen.Totals, done float64) {
		run.shown.show(func() string { return run.lineAt(now, done) })
	}
	work, err := datagen.Rescore(run.ctx, config, files, run.file)
	run.shown.clear()
	if err != nil {
		return err
	}
	state := "complete"
	if run.ctx.Err() != nil {
		state = "not complete; the same command continues"
	}
	_, err = fmt.Fprintf(env.out, "%s; %s\n", run.summary("", work), state)
	return err
}
