// Package train trains the network of package nnue on games of package datagen.
//
// The network is trained in float32 and rounded at the end. A score of s centipawns
// promises sigmoid(s/K) points, where K is the temperature. The target of a position is
// lambda times the game's result plus 1-lambda times the points that its score
// promises. Lambda may be greater with few pieces. The error is the difference between
// the points that the network's evaluation promises and the target. The loss is the mean
// of its size to the power of the exponent. AdamW updates the weights after each batch
// (I. Loshchilov, F. Hutter, "Decoupled Weight Decay Regularization", 2019).
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
	"os"
	"time"

	"xorro/nnue"
)

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
	d, err := readData(ctx, c.Files, &c.Settings, c.Reading)
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
