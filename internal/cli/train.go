package cli

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"time"

	"xorro/nnue"
	"xorro/train"
)

var trainCommand = command{
	name: "train", args: "[FILE...]",
	about:    "train a network on the games that datagen has written",
	examples: []string{"xorro train -data games.zst -out first.nnue", "xorro train -data games.zst -out first.nnue -resume", "xorro train -data more.zst -hidden 256 -from first.nnue -rate 0.001 -out second.nnue"},
	prepare:  prepareTrain,
}

func prepareTrain(flags *flag.FlagSet) action {
	config := train.Config{Settings: train.DefaultSettings()}
	flags.Var(required{(*pathList)(&config.Files)}, "data", "learn from the games in `FILE`, and in those named by further -data or arguments")
	outFlag(flags, &config.Out, "write the network to `NET`, the curve of its losses to NET.svg, and what -resume needs to NET.checkpoint")
	from := flags.String("from", "", "start from the network in `FILE`, which may be narrower, instead of random weights")
	flags.IntVar(&config.Hidden, "hidden", config.Hidden, "make each half of the network `N` neurons wide, a multiple of 64")
	flags.IntVar(&config.Epochs, "epochs", config.Epochs, "learn `N` times from each position")
	flags.IntVar(&config.Batch, "batch", config.Batch, "change the weights after each `N` positions")
	flags.Float64Var(&config.Rate, "rate", config.Rate, "change the weights at the rate `R` in the beginning")
	flags.Float64Var(&config.Final, "final", config.Final, "let the rate fall to `F` times that of -rate")
	flags.Float64Var(&config.Lambda, "lambda", config.Lambda, "learn the game's result with the weight `L`, the score with 1-L")
	flags.Float64Var(&config.Endgame, "endgame", config.Endgame, "add `E` to the weight of the result with 4 pieces, less with more pieces and nothing with 16")
	flags.Float64Var(&config.Trace, "trace", config.Trace, "mix the share `T` of the next position's score, mixed likewise, into each score; the last is mixed with the result")
	flags.Float64Var(&config.Temperature, "temperature", config.Temperature, "count a score of S centipawns as sigmoid(S/`K`) points")
	flags.Float64Var(&config.Exponent, "exponent", config.Exponent, "minimize the error to the power of `E`")
	flags.Float64Var(&config.Average, "average", config.Average, "write the mean of the weights over about the last `A` epochs; 0 writes the last weights")
	flags.IntVar(&config.QB, "qb", config.QB, "round output weights to multiples of 1/`Q`, Q being 64 or 128, and clip them to 126.72/Q")
	flags.Float64Var(&config.Validate, "validate", config.Validate, "hold out the share `V` of the games")
	flags.Uint64Var(&config.Seed, "seed", config.Seed, "choose random weights and orders by the seed `S`; the same seed gives the same network")
	flags.IntVar(&config.Threads, "threads", runtime.GOMAXPROCS(0), "learn on `N` threads")
	flags.BoolVar(&config.Resume, "resume", false, "continue a training that was interrupted; all other flags must be as before")
	return func(args []string, env environment) error {
		config.Files = append(config.Files, args...)
		if *from != "" {
			var err error
			if config.From, err = nnue.Open(*from); err != nil {
				return fmt.Errorf("from: %w", err)
			}
		}
		if err := config.Check(); err != nil {
			return &usageError{reason: "-" + err.Error()}
		}
		ctx, cancel := untilInterrupted(func() {})
		defer cancel()
		shown := newStatus(env.errs)
		config.Reading = func(games, positions int) {
			shown.show(func() string { return fmt.Sprintf("%d games read, %d positions", games, positions) })
		}
		config.Progress = func(p train.Progress) {
			if !p.EpochEnded {
				shown.show(func() string {
					return fmt.Sprintf("epoch %d/%d  loss %s  %.0f positions/s  %s left", p.Epoch, p.Epochs, formatLosses(p.Learned), p.PerSecond, p.Left.Round(time.Second))
				})
				return
			}
			shown.clear()
			best := ""
			if p.Best {
				best = "  best so far"
			}
			fmt.Fprintf(env.out, "epoch %d/%d  loss %s  held-out loss %s  %.0f positions/s  %s left%s\n",
				p.Epoch, p.Epochs, formatLosses(p.Learned), formatLosses(p.HeldOut), p.PerSecond, p.Left.Round(time.Second), best)
		}
		report, err := train.Run(ctx, config)
		shown.clear()
		if err != nil {
			return err
		}
		return printTraining(env.out, report, &config)
	}
}

// printTraining describes the result of a training.
func printTraining(out io.Writer, r *train.Report, config *train.Config) error {
	fmt.Fprintf(out, "%d positions of %d games learned from, %d held out\n", r.Positions, r.Games, r.HeldOutPositions)
	fmt.Fprintf(out, "rounding changes the evaluation of %d held-out positions by %.2f centipawns on average, by %.1f at most\n",
		r.Rounding.Positions, r.Rounding.Mean, r.Rounding.Max)
	_, err := fmt.Fprintf(out, "%s written to %s: epoch %d, held-out loss %.6f; losses in %s\n",
		r.Network, config.Out, r.BestEpoch, r.BestLoss, config.CurveFile())
	return err
}

// formatLosses returns the loss as text, with the squared errors of scores and of
// results.
func formatLosses(l train.Losses) string {
	return fmt.Sprintf("%.6f (scores %.6f, results %.5f)", l.Loss, l.Scores, l.Results)
}
