// Package train trains the network of package nnue on games of package datagen.
//
// The network is trained in float32 and rounded at the end. A score of s centipawns
// promises sigmoid(s/K) points, where K is the temperature. The target of a position is
// lambda times the game's result plus 1-lambda times the points that its score
// promises. The error is the difference between the points that the network's
// evaluation promises and the target. The loss is the mean of its size to the power of
// the exponent. AdamW updates the weights after each batch (I. Loshchilov, F. Hutter,
// "Decoupled Weight Decay Regularization", 2019).
//
// A batch is divided into lanes of 2,048 positions, each with its own gradient. Threads
// take one lane after the other, and the gradients are added in the order of the lanes.
// All kernels give the same bits. So the result depends on the settings and the data
// alone, not on the number of threads or on the processor's instructions.
package train

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"xorro/nnue"
	"xorro/position"
)

// Settings determine the result together with the data.
type Settings struct {
	Hidden      int     `json:"hidden"`      // neurons of each half
	Epochs      int     `json:"epochs"`      // passes over all positions
	Batch       int     `json:"batch"`       // greatest number of positions between two updates of the weights
	Rate        float64 `json:"rate"`        // of the first update
	Final       float64 `json:"final"`       // share of Rate to which it falls, along a cosine
	Lambda      float64 `json:"lambda"`      // share of the game's result in the target, 0 to 1
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
		Lambda: 0, Temperature: nnue.Scale, Exponent: 2, QB: nnue.FineQB, Average: 0, Validate: 0.02, Seed: 1,
	}
}

// Progress describes how far training is.
type Progress struct {
	Epoch, Epochs int           // the epoch that is under way, or has just ended
	EpochEnded    bool          // whether HeldOut and Best are known
	Learned       Losses        // means over the epoch so far
	HeldOut       Losses        // means over the positions that are held out
	Best          bool          // whether no epoch had a smaller HeldOut.Loss
	PerSecond     float64       // positions learned from a second
	Left          time.Duration // until the end
}

// Report describes the result of a training.
type Report struct {
	Games, Positions, HeldOutPositions int
	BestEpoch                          int
	BestLoss                           float64
	Network                            *nnue.Network
	Rounding                           Rounding
}

// ErrInterrupted is the error of a training whose context was cancelled. It can
// continue from the checkpoint.
var ErrInterrupted = errors.New("interrupted; train -resume goes on from the checkpoint")

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

// checkpointInterval is the time between checkpoints.
const checkpointInterval = 5 * time.Minute

// Run reads the files and trains a network. After each epoch it writes the network of
// the best held-out loss and the curve of the losses. It writes a checkpoint every few
// minutes and when ctx is cancelled, and removes it when training is complete.
func Run(ctx context.Context, c Config) (*Report, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Reading == nil {
		c.Reading = func(int, int) {}
	}
	if c.Progress == nil {
		c.Progress = func(Progress) {}
	}
	checkpoint := c.checkpointFile()
	if _, err := os.Stat(checkpoint); c.Resume && err != nil {
		return nil, fmt.Errorf("resume: %w", err)
	} else if !c.Resume && err == nil {
		return nil, fmt.Errorf("out: %s is there from a training that did not end; -resume goes on with it", checkpoint)
	}
	d, err := readData(ctx, c.Files, c.Validate, c.Reading)
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return nil, errors.New("interrupted while the data were read")
		}
		return nil, err
	}
	t := newTrainer(c.Settings, d, c.Threads)
	if c.From != nil {
		t.begin(c.From)
	}
	if c.Resume {
		if err := t.load(checkpoint); err != nil {
			return nil, err
		}
	}
	if err := t.save(checkpoint); err != nil { // before hours are spent
		return nil, fmt.Errorf("out: %w", err)
	}
	if err := t.run(ctx, &c); err != nil {
		return nil, err
	}
	if err := t.writeNetwork(&c); err != nil {
		return nil, err
	}
	report := &Report{
		Games: d.games, Positions: d.training.n, HeldOutPositions: d.heldOut.n,
		BestEpoch: t.state.BestEpoch, BestLoss: t.state.BestLoss,
	}
	if report.Network, err = nnue.Open(c.Out); err != nil {
		return nil, err
	}
	if report.Rounding, err = measureRounding(t.shape, t.best, report.Network, &d.heldOut); err != nil {
		return nil, err
	}
	return report, os.Remove(checkpoint)
}

// run trains from the current state to the end.
func (t *trainer) run(ctx context.Context, c *Config) error {
	start, startStep := time.Now(), t.state.Step
	epochStart, epochSeen := start, t.state.EpochSeen
	told, saved := start, start
	for t.state.Step < t.steps() {
		if ctx.Err() != nil {
			if err := t.save(c.checkpointFile()); err != nil {
				return err
			}
			return ErrInterrupted
		}
		if err := t.learnBatch(); err != nil {
			return err
		}
		p := Progress{
			Epoch: (t.state.Step-1)/t.stepsPerEpoch + 1, Epochs: c.Epochs,
			Learned:   t.state.EpochSum.over(t.state.EpochSeen),
			PerSecond: float64(t.state.EpochSeen-epochSeen) / max(time.Since(epochStart), 1).Seconds(),
		}
		p.EpochEnded = t.state.Step%t.stepsPerEpoch == 0
		if p.EpochEnded {
			var err error
			if p.HeldOut, p.Best, err = t.endEpoch(p.Epoch); err != nil {
				return err
			}
			if p.Best {
				if err := t.writeNetwork(c); err != nil {
					return err
				}
			}
			if err := writeFile(c.CurveFile(), t.state.Curve.draw()); err != nil {
				return err
			}
			epochStart, epochSeen = time.Now(), 0
		}
		if p.EpochEnded || time.Since(saved) > checkpointInterval {
			if err := t.save(c.checkpointFile()); err != nil {
				return err
			}
			saved = time.Now()
		}
		if p.EpochEnded || time.Since(told) > time.Second {
			told = time.Now()
			perStep := time.Since(start) / time.Duration(t.state.Step-startStep)
			p.Left = perStep * time.Duration(t.steps()-t.state.Step)
			c.Progress(p)
		}
	}
	return nil
}

// writeNetwork writes the network of the best held-out loss.
func (t *trainer) writeNetwork(c *Config) error {
	n, err := quantise(t.shape, t.best, c.QB, c.origin(t.state.BestEpoch, t.data))
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		return err
	}
	return writeFile(c.Out, file.Bytes())
}

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
		"lambda %g, temperature %g, exponent %g, average %g, QB %d, validate %g, seed %d%s",
		d.training.n, d.games, printable, epoch, c.Epochs, c.Batch, c.Rate, c.Final,
		c.Lambda, c.Temperature, c.Exponent, c.Average, c.QB, c.Validate, c.Seed, from)
}

// writeFile replaces a file as a whole or not at all.
func writeFile(name string, content []byte) error {
	part := name + ".part"
	file, err := os.Create(part)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		_ = os.Remove(part)
	}
	return err
}

// Rounding is the difference between the network's evaluations and those of the
// weights before rounding, in centipawns.
type Rounding struct {
	Positions int
	Mean, Max float64
}

// roundingPositions is the number of positions in which Rounding is measured.
const roundingPositions = 4096

// measureRounding evaluates positions from all over the set both ways.
func measureRounding(s shape, weights []float32, n *nnue.Network, from *set) (Rounding, error) {
	r := Rounding{Positions: min(from.n, roundingPositions)}
	b := newBlock(s)
	spread := func(i int) int { return int(int64(i) * int64(from.n) / int64(r.Positions)) }
	var failed error
	p := new(position.Position)
	for first := 0; first < r.Positions; first += blockSize {
		b.fill(from, spread, first, min(first+blockSize, r.Positions))
		b.forward(weights, func(_ int, x *sample, _ int, y float32) {
			if err := x.position(p); err != nil {
				failed = err
				return
			}
			miss := math.Abs(float64(y)*nnue.Scale - float64(n.Evaluate(p)))
			r.Mean += miss / float64(r.Positions)
			r.Max = max(r.Max, miss)
		})
	}
	return r, failed
}
