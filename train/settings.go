package train

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"unicode"

	"xorro/nnue"
)

// Settings determine the result together with the data.
type Settings struct {
	Hidden      int     `json:"hidden"`      // neurons of each half
	Epochs      int     `json:"epochs"`      // passes over all positions
	Batch       int     `json:"batch"`       // greatest number of positions between two updates of the weights
	Rate        float64 `json:"rate"`        // of the first update
	Final       float64 `json:"final"`       // share of Rate to which it falls, along a cosine
	Lambda      float64 `json:"lambda"`      // share of the game's result in the target, 0 to 1
	Endgame     float64 `json:"endgame"`     // added to Lambda with 4 pieces; falls to 0 with 16
	Trace       float64 `json:"trace"`       // share of the next position's target in the score of a position; see traced
	Temperature float64 `json:"temperature"` // of the loss, in centipawns
	Exponent    float64 `json:"exponent"`    // of the loss
	QB          int     `json:"qb"`          // stands for 1 in the network's output weights; see nnue.Weights
	Average     float64 `json:"average"`     // epochs over which the network is the running mean of the weights; 0 for none
	Validate    float64 `json:"validate"`    // share of the games that are held out
	Seed        uint64  `json:"seed"`
}

// Config says what to train. Check reports settings out of range.
type Config struct {
	Settings
	Files []string // of games
	// From, unless nil, is a network to begin with in place of random weights. It may
	// have fewer neurons than Hidden.
	From    *nnue.Network
	Out     string // the network's file
	Threads int
	Resume  bool // continue from the checkpoint beside Out

	// Reading, unless nil, is called after each game that is read.
	Reading func(games, positions int)
	// Progress, unless nil, is called about once a second, and at the end of each
	// epoch.
	Progress func(Progress)
}

// DefaultSettings returns settings that suit some million positions.
func DefaultSettings() Settings {
	return Settings{
		Hidden: 128, Epochs: 24, Batch: 8192, Rate: 0.003, Final: 0.01,
		Lambda: 0, Endgame: 0, Trace: 0, Temperature: nnue.Scale, Exponent: 2, QB: nnue.FineQB, Average: 0, Validate: 0.02, Seed: 1,
	}
}

// Limits of a Config.
const (
	maxEpochs  = 100_000
	maxBatch   = 1 << 17
	maxThreads = 1024
)

// Check returns an error that names the first setting out of its range.
func (c *Config) Check() error {
	whole := func(name string, value, low, high int) error {
		if value < low || value > high {
			return fmt.Errorf("%s: want a number from %d to %d, got %d", name, low, high, value)
		}
		return nil
	}
	between := func(name string, value, low, high float64) error {
		if !(value >= low && value <= high) {
			return fmt.Errorf("%s: want a number from %g to %g, got %g", name, low, high, value)
		}
		return nil
	}
	if len(c.Files) == 0 {
		return errors.New("data: FILE is missing")
	}
	if c.Out == "" {
		return errors.New("out: FILE is missing")
	}
	if c.Hidden < nnue.MinNeurons || c.Hidden > nnue.MaxNeurons || c.Hidden%nnue.MinNeurons != 0 {
		return fmt.Errorf("hidden: want a multiple of %d up to %d, got %d", nnue.MinNeurons, nnue.MaxNeurons, c.Hidden)
	}
	if c.From != nil && c.From.Neurons() > c.Hidden {
		return fmt.Errorf("from: want a network of at most %d neurons, got %d", c.Hidden, c.From.Neurons())
	}
	if c.QB != nnue.QB && c.QB != nnue.FineQB {
		return fmt.Errorf("qb: want %d or %d, got %d", nnue.QB, nnue.FineQB, c.QB)
	}
	for _, err := range []error{
		whole("epochs", c.Epochs, 1, maxEpochs),
		whole("batch", c.Batch, 1, maxBatch),
		between("rate", c.Rate, 1e-6, 1),
		between("final", c.Final, 0, 1),
		between("lambda", c.Lambda, 0, 1),
		between("endgame", c.Endgame, 0, math.Round((1-c.Lambda)*1e9)/1e9), // rounded, since 1-0.9 is less than 0.1
		between("trace", c.Trace, 0, 0.99),
		between("temperature", c.Temperature, 50, 2000),
		between("exponent", c.Exponent, 1, 4),
		between("average", c.Average, 0, maxEpochs),
		between("validate", c.Validate, 0.0001, 0.5),
		whole("threads", c.Threads, 1, maxThreads),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// CurveFile returns the path of the picture of the losses.
func (c *Config) CurveFile() string { return c.Out + ".svg" }

// checkpointFile returns the path of the checkpoint.
func (c *Config) checkpointFile() string { return c.Out + ".checkpoint" }

// origin describes the training in one line.
func (c *Config) origin(epoch int, d *data) string {
	const room = 3000 // bytes for the names of the files
	var names strings.Builder
	for i, file := range c.Files {
		name := " " + filepath.Base(file)
		if names.Len()+len(name) > room {
			fmt.Fprintf(&names, " and %d more files", len(c.Files)-i)
			break
		}
		names.WriteString(name)
	}
	printable := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return '?'
		}
		return r
	}, names.String())
	from := ""
	if c.From != nil {
		from = ", from " + c.From.String()
	}
	return fmt.Sprintf("xorro train: %d positions of %d games in%s; epoch %d of %d, batch %d, rate %g, final %g, "+
		"lambda %g, endgame %g, trace %g, temperature %g, exponent %g, average %g, QB %d, validate %g, seed %d%s",
		d.training.n, d.games, printable, epoch, c.Epochs, c.Batch, c.Rate, c.Final,
		c.Lambda, c.Endgame, c.Trace, c.Temperature, c.Exponent, c.Average, c.QB, c.Validate, c.Seed, from)
}
