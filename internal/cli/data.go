package cli

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"text/tabwriter"

	"xorro/chess"
	"xorro/datagen"
	"xorro/position"
	"xorro/uci"
)

// dataFlags are the flags of data's actions.
type dataFlags struct {
	repair       *bool
	first, games *int
	from, to     *string
	out          *string
}

// dataAction is one of the words that follow data.
type dataAction struct {
	name  string
	flags []string // that it takes
	act   func(f dataFlags, files []string, out io.Writer) error
}

var dataActions = []dataAction{
	{"info", nil, dataInfo},
	{"check", []string{"repair"}, dataCheck},
	{"view", []string{"first", "games"}, dataView},
	{"convert", []string{"from", "to", "out"}, dataConvert},
}

func prepareData(flags *flag.FlagSet) action {
	f := dataFlags{
		repair: flags.Bool("repair", false, "check: keep the games before the damage, and only those"),
		first:  flags.Int("first", 1, "view: begin with game number `N`"),
		games:  flags.Int("games", 1, "view: show `N` games"),
		from:   flags.String("from", "games", "convert: read `FORMAT`: games (their training positions), bullet or text"),
		to:     flags.String("to", "", "convert: write `FORMAT`: bullet (records of 32 bytes) or text (FEN | score | result)"),
		out:    flags.String("out", "", "convert: write to the new `FILE`"),
	}
	return func(args []string, env environment) error {
		if len(args) == 0 {
			return &usageError{reason: "want info, check, view or convert"}
		}
		i := slices.IndexFunc(dataActions, func(a dataAction) bool { return a.name == args[0] })
		if i < 0 {
			return &usageError{reason: fmt.Sprintf("want info, check, view or convert, got %q", args[0])}
		}
		a := dataActions[i]
		var foreign error
		flags.Visit(func(f *flag.Flag) {
			if !slices.Contains(a.flags, f.Name) {
				foreign = &usageError{reason: fmt.Sprintf("-%s is not for %s", f.Name, a.name)}
			}
		})
		if foreign != nil {
			return foreign
		}
		if len(args) == 1 {
			return &usageError{reason: "FILE is missing"}
		}
		return a.act(f, args[1:], env.out)
	}
}

// readGames hands every game of a file to each, until it returns errEnough.
func readGames(path string, each func(number int, g *datagen.Game) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	r, err := datagen.NewReader(file)
	if err != nil {
		return err
	}
	defer r.Close()
	for number := 1; ; number++ {
		g, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = each(number, g)
		}
		if err == errEnough {
			return nil
		}
		if err != nil {
			return explainDamage(path, err)
		}
	}
}

// errEnough ends the reading of a file.
var errEnough = errors.New("enough games")

// dataInfo tells of all files together what they hold.
func dataInfo(_ dataFlags, files []string, out io.Writer) error {
	var totals datagen.Totals
	labels := datagen.NewLabels()
	for _, path := range files {
		err := readGames(path, func(_ int, g *datagen.Game) error {
			totals.Add(g)
			labels.Add(g)
			return nil
		})
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%d games, %d positions, %d of them for training\n\n", totals.Games, totals.Positions, labels.Count())
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
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
	_, err := fmt.Fprintf(out, "\nCorrelation of score and result: %s\n", correlation)
	return err
}

// errDamaged ends the process with a failure; what is damaged is on the output.
var errDamaged = errors.New("data check found damage")

// dataCheck replays every game of every file.
func dataCheck(f dataFlags, files []string, out io.Writer) error {
	damaged := false
	for _, path := range files {
		var totals datagen.Totals
		var damage *datagen.DamageError
		var err error
		if *f.repair {
			totals, damage, err = datagen.Repair(path, nil)
		} else {
			totals, err = datagen.Check(path, nil)
			if errors.As(err, &damage) {
				err = nil
			}
		}
		switch {
		case err != nil:
			return explainDamage(path, err)
		case damage == nil:
			_, err = fmt.Fprintf(out, "%s: %d games, %d positions, no damage\n", path, totals.Games, totals.Positions)
		case *f.repair:
			_, err = fmt.Fprintf(out, "%s: %v; repaired, %d games, %d positions kept\n", path, damage, totals.Games, totals.Positions)
		default:
			damaged = true
			_, err = fmt.Fprintf(out, "%s: %v; %d games, %d positions before\n", path, damage, totals.Games, totals.Positions)
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

// dataView shows the positions of games as FEN.
func dataView(f dataFlags, files []string, out io.Writer) error {
	if *f.first < 1 {
		return &usageError{reason: fmt.Sprintf("-first: want a number from 1, got %d", *f.first)}
	}
	if *f.games < 1 {
		return &usageError{reason: fmt.Sprintf("-games: want a number from 1, got %d", *f.games)}
	}
	if len(files) > 1 {
		return &usageError{reason: fmt.Sprintf("unexpected argument %q", files[1])}
	}
	last := *f.first + *f.games - 1
	games := 0
	err := readGames(files[0], func(number int, g *datagen.Game) error {
		games = number
		if number < *f.first {
			return nil
		}
		fmt.Fprintf(out, "game %d, %s, %d positions\n", number, g.Result, len(g.Moves))
		for i, p := range g.Positions() {
			fmt.Fprintf(out, "%s  %s %s\n", p.FEN(), uci.FormatMove(g.Moves[i], p.Chess960()), formatLabel(g.Scores[i]))
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
			fmt.Fprintf(out, "aside, %s: %s  %s %s\n", where, p.FEN(), uci.FormatMove(a.Best, p.Chess960()), formatLabel(a.Score))
		}
		if number == last {
			return errEnough
		}
		return nil
	})
	if err == nil && games < *f.first {
		return fmt.Errorf("%s holds %d games", files[0], games)
	}
	return err
}

// formatLabel writes a score from White's view.
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

// dataFormats are the formats by their names.
var dataFormats = map[string]datagen.Format{"games": datagen.Games, "bullet": datagen.Bullet, "text": datagen.Text}

// dataConvert writes the labels of all files into one.
func dataConvert(f dataFlags, files []string, out io.Writer) error {
	from, ok := dataFormats[*f.from]
	if !ok {
		return &usageError{reason: fmt.Sprintf("-from: want games, bullet or text, got %q", *f.from)}
	}
	to, ok := dataFormats[*f.to]
	if to == datagen.Games && ok {
		return &usageError{reason: "-to: games cannot be made of single positions; want bullet or text"}
	}
	if !ok {
		return &usageError{reason: fmt.Sprintf("-to: want bullet or text, got %q", *f.to)}
	}
	if *f.out == "" {
		return &usageError{reason: "-out is missing"}
	}
	written, err := os.OpenFile(*f.out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(written)
	count := 0
	for _, path := range files {
		if err = convertFile(path, from, to, buffered, &count); err != nil {
			break
		}
	}
	if err = errors.Join(err, buffered.Flush(), written.Close()); err != nil {
		return errors.Join(err, os.Remove(*f.out))
	}
	_, err = fmt.Fprintf(out, "%s: %d positions\n", *f.out, count)
	return err
}

// convertFile adds the labels of a file to another, and counts them.
func convertFile(path string, from, to datagen.Format, out io.Writer, count *int) error {
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
		*count++
		_, err := out.Write(scratch)
		return err
	})
	if err != nil {
		return explainDamage(path, err)
	}
	return nil
}
