// Wdl fits the model behind UCI_ShowWDL to games that datagen has written. It prints the
// parameters of the model, and draws what the engine's own model says beside what
// happened in the games.
//
//	go run ./contrib/wdl -plot docs/wdl.svg games.zst
//
// Nine games of ten are for the fit. The tenth is for the figures and the plot.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"xorro/chess"
	"xorro/datagen"
	"xorro/internal/wdl"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "wdl:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("wdl", flag.ContinueOnError)
	plot := flags.String("plot", "", "`path` of the plot, an SVG; none by default")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New("want files of games")
	}
	var fitted, held counts
	for _, path := range flags.Args() {
		if err := read(path, &fitted, &held); err != nil {
			return err
		}
	}
	if fitted.sum() == 0 || held.sum() == 0 {
		return errors.New("too few positions")
	}
	m := fit(&fitted)
	fmt.Fprintf(out, "%d positions for the fit, %d held back\n\n", fitted.sum(), held.sum())
	fmt.Fprintf(out, "half   = %s\nspread = %s\n\n", literal(m.Half), literal(m.Spread))
	fmt.Fprintf(out, "on positions held back      log loss  calibration error\n")
	fmt.Fprintf(out, "the fitted model            %.4f    %.2f%%\n", held.loss(m), 100*held.error(m))
	fmt.Fprintf(out, "the engine's model          %.4f    %.2f%%\n", held.loss(&wdl.Engine), 100*held.error(&wdl.Engine))
	if *plot == "" {
		return nil
	}
	return os.WriteFile(*plot, draw(&held, &wdl.Engine), 0o666)
}

// literal returns coefficients as package internal/wdl writes them.
func literal(p [4]float64) string {
	return fmt.Sprintf("[4]float64{%.1f, %.1f, %.1f, %.1f}", p[0], p[1], p[2], p[3])
}

// read counts the positions of a file.
func read(path string, fitted, held *counts) error {
	number := 0
	for g, err := range datagen.ReadGames(path) {
		if err != nil {
			return err
		}
		c := fitted
		if number%10 == 9 {
			c = held
		}
		number++
		for i, p := range g.Positions() {
			if score := g.Scores[i]; score > -chess.Decisive && score < chess.Decisive {
				c.add(score, wdl.Material(p), g.Result)
			}
		}
	}
	return nil
}
