package cli

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"text/tabwriter"

	"xorro/chess"
	"xorro/datagen"
	"xorro/position"
	"xorro/uci"
)

// wantFiles refuses a command line without a file.
func wantFiles(args []string) error {
	if len(args) == 0 {
		return &usageError{reason: "FILE is missing"}
	}
	return nil
}

var dataInfoCommand = command{
	name: "data info", args: "FILE...",
	about:    "describe files of games: results, scores and how they correlate",
	examples: []string{"xorro data info games.zst"},
	prepare:  func(*flag.FlagSet) action { return dataInfo },
}

// dataInfo describes all files together.
func dataInfo(files []string, env environment) error {
	if err := wantFiles(files); err != nil {
		return err
	}
	var totals datagen.Totals
	labels := datagen.NewLabels()
	shown := newStatus(env.errs)
	for _, path := range files {
		for g, err := range datagen.ReadGames(path) {
			if err != nil {
				shown.clear()
				return offerRepair(path, err)
			}
			totals.Add(g)
			labels.Add(g)
			shown.show(func() string { return fmt.Sprintf("%d games read", totals.Games) })
		}
	}
	shown.clear()
	fmt.Fprintf(env.out, "%d games, %d positions, %d of them for training\n\n", totals.Games, totals.Positions, labels.Count())
	table := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	percent := func(part float64, of int) float64 { return 100 * part / float64(max(of, 1)) }
	fmt.Fprintln(table, "result\tgames\tshare\t")
	for _, r := range []datagen.Result{datagen.WhiteWins, datagen.Draw, datagen.BlackWins} {
		fmt.Fprintf(table, "%v\t%d\t%.1f %%\t\n", r, totals.Results[r], percent(float64(totals.Results[r]), totals.Games))
	}
	fmt.Fprintln(table, "\t\t\t\nscore\tpositions\tshare\tWhite made\t")
	for _, bin := range labels.Bins {
		fmt.Fprintf(table, "%+d to %+d\t%d\t%.1f %%\t%.1f %%\t\n", bin.Low, bin.High-1, bin.Count,
			percent(float64(bin.Count), labels.Count()), percent(bin.Points, bin.Count))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	correlation := "none, since all scores or all results are the same"
	if c := labels.Correlation(); !math.IsNaN(c) {
		correlation = fmt.Sprintf("%.3f", c)
	}
	_, err := fmt.Fprintf(env.out, "\nCorrelation of score and result: %s\n", correlation)
	return err
}

// errDamaged makes the process fail once all files are checked. The damage is on the
// output.
var errDamaged = errors.New("data check found damage")

var dataCheckCommand = command{
	name: "data check", args: "FILE...",
	about:    "read every game of files, and repair what is damaged if asked",
	examples: []string{"xorro data check games.zst", "xorro data check -repair games.zst"},
	prepare: func(flags *flag.FlagSet) action {
		repair := flags.Bool("repair", false, "keep the games before the damage, and only those")
		return func(files []string, env environment) error {
			if err := wantFiles(files); err != nil {
				return err
			}
			return dataCheck(files, *repair, env)
		}
	},
}

// dataCheck replays every game of every file.
func dataCheck(files []string, repair bool, env environment) error {
	damaged := false
	shown := newStatus(env.errs)
	for _, path := range files {
		var totals datagen.Totals
		var damage *datagen.DamageError
		var err error
		if repair {
			totals, damage, err = datagen.Repair(path, readingStatus(shown, path))
		} else {
			totals, err = datagen.Check(path, readingStatus(shown, path))
			if errors.As(err, &damage) {
				err = nil
			}
		}
		shown.clear()
		switch {
		case err != nil:
			return explainDamage(path, err)
		case damage == nil:
			_, err = fmt.Fprintf(env.out, "%s: %d games, %d positions, no damage\n", path, totals.Games, totals.Positions)
		case repair:
			_, err = fmt.Fprintf(env.out, "%s: %v; repaired, %d games, %d positions kept\n", path, damage, totals.Games, totals.Positions)
		default:
			damaged = true
			_, err = fmt.Fprintf(env.out, "%s: %v; %d games, %d positions before\n", path, damage, totals.Games, totals.Positions)
		}
		if err != nil {
			return err
		}
	}
	if damaged {
		return errDamaged
	}
	return nil
}

var dataViewCommand = command{
	name: "data view", args: "FILE",
	about:    "show the positions of games as FEN, each with its move and score",
	examples: []string{"xorro data view -first 100 -games 2 games.zst"},
	prepare: func(flags *flag.FlagSet) action {
		first := wholeFlag(flags, "first", 1, 1, maxDatagenCount, "begin with game number `N`")
		games := wholeFlag(flags, "games", 1, 1, maxDatagenCount, "show `N` games")
		return func(args []string, env environment) error {
			if err := wantFiles(args); err != nil {
				return err
			}
			if err := noArgs(args[1:]); err != nil {
				return err
			}
			return dataView(args[0], *first, *games, env.out)
		}
	},
}

// dataView shows the positions of games as FEN.
func dataView(path string, first, count int, out io.Writer) error {
	number := 0
	for g, err := range datagen.ReadGames(path) {
		if err != nil {
			return offerRepair(path, err)
		}
		if number++; number < first {
			continue
		}
		if err := viewGame(number, g, out); err != nil {
			return err
		}
		if number-first == count-1 {
			return nil
		}
	}
	if number < first {
		return fmt.Errorf("%s holds %d games", path, number)
	}
	return nil
}

// viewGame shows the positions of a game, then those of its asides.
func viewGame(number int, g *datagen.Game, out io.Writer) error {
	if _, err := fmt.Fprintf(out, "game %d, %s, %d positions\n", number, g.Result, len(g.Moves)); err != nil {
		return err
	}
	for i, p := range g.Positions() {
		if _, err := fmt.Fprintf(out, "%s  %s %s\n", p.FEN(), uci.FormatMove(g.Moves[i], p.Chess960()), formatLabel(g.Scores[i])); err != nil {
			return err
		}
	}
	for _, a := range g.Asides {
		p, err := position.FromSetup(a.Setup)
		if err != nil {
			return err
		}
		where := "on the path"
		if a.OffPath {
			where = "off the path"
		}
		if _, err := fmt.Fprintf(out, "aside, %s: %s  %s %s\n", where, p.FEN(), uci.FormatMove(a.Best, p.Chess960()), formatLabel(a.Score)); err != nil {
			return err
		}
	}
	return nil
}

// formatLabel returns a score as text, in centipawns from White's point of view.
func formatLabel(score chess.Score) string {
	switch score {
	case datagen.MateScore:
		return "+mate"
	case -datagen.MateScore:
		return "-mate"
	case datagen.NoScore:
		return "none"
	}
	return fmt.Sprintf("%+d", score)
}

var dataConvertCommand = command{
	name: "data convert", args: "FILE...",
	about:    "write the training positions of files in another format: bullet (records of 32 bytes) or text (FEN | score | result)",
	examples: []string{"xorro data convert -to bullet -out positions.bin games.zst", "xorro data convert -from bullet -to text -out positions.txt positions.bin"},
	prepare: func(flags *flag.FlagSet) action {
		from := choice{"games", []string{"games", "bullet", "text"}}
		to := choice{words: []string{"bullet", "text"}}
		flags.Var(&from, "from", "read `FORMAT`: games (their training positions), bullet or text")
		flags.Var(required{&to}, "to", "write `FORMAT`: bullet or text")
		var out string
		outFlag(flags, &out, "write to the new `FILE`")
		return func(files []string, env environment) error {
			if err := wantFiles(files); err != nil {
				return err
			}
			return dataConvert(files, dataFormats[from.word], dataFormats[to.word], out, env)
		}
	},
}

// dataFormats maps the names of formats.
var dataFormats = map[string]datagen.Format{"games": datagen.Games, "bullet": datagen.Bullet, "text": datagen.Text}

// dataConvert writes the labels of all files to the new file out.
func dataConvert(files []string, from, to datagen.Format, out string, env environment) error {
	written, err := os.OpenFile(out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(written)
	count := 0
	shown := newStatus(env.errs)
	for _, path := range files {
		err = convertFile(path, from, to, buffered, func() {
			if count++; count%1024 == 0 {
				shown.show(func() string { return fmt.Sprintf("%d positions", count) })
			}
		})
		if err != nil {
			break
		}
	}
	shown.clear()
	if err = errors.Join(err, buffered.Flush(), written.Close()); err != nil {
		return errors.Join(err, os.Remove(out))
	}
	_, err = fmt.Fprintf(env.out, "%s: %d positions\n", out, count)
	return err
}

// convertFile writes the labels of a file to out, and calls converted for each.
func convertFile(path string, from, to datagen.Format, out io.Writer, converted func()) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	var scratch []byte
	err = datagen.ReadLabels(in, from, func(l datagen.Label) error {
		if to == datagen.Bullet {
			scratch = datagen.AppendRecord(scratch[:0], l)
		} else {
			scratch = datagen.AppendText(scratch[:0], l)
		}
		converted()
		_, err := out.Write(scratch)
		return err
	})
	if err != nil {
		return explainDamage(path, err)
	}
	return nil
}
