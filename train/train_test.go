package train

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/internal/memory"
	"xorro/nnue"
	"xorro/position"
)

func BenchmarkLearn(b *testing.B) {
	d := randomData(b, 300, 1)
	for _, neurons := range []int{64, 256, 512} {
		b.Run(fmt.Sprintf("N=%d", neurons), func(b *testing.B) {
			settings := DefaultSettings()
			settings.Hidden, settings.Epochs = neurons, 1000
			t := newTrainer(settings, d, 1)
			positions := 0
			for b.Loop() {
				before := t.state.EpochSeen
				require.NoError(b, t.learnBatch())
				positions += t.state.EpochSeen - before
			}
			b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

// A random game's score counts the pieces, which a network can learn.
func TestTinyTraining(t *testing.T) {
	c := tinyConfig(t, writeGames(t, randomGames(t, 600, 1)))
	var losses []float64
	c.Progress = func(p Progress) {
		if p.EpochEnded {
			losses = append(losses, p.HeldOut.Loss)
			require.Equal(t, p.HeldOut.Loss, p.HeldOut.Scores, "lambda is 0, the exponent 2")
			require.Greater(t, p.HeldOut.Results, p.HeldOut.Scores)
			require.Equal(t, len(losses), p.Epoch)
			require.Positive(t, p.PerSecond)
		}
	}
	report, err := Run(t.Context(), c)
	require.NoError(t, err)
	require.Len(t, losses, c.Epochs)
	require.Less(t, losses[c.Epochs-1], 0.003, "held-out losses %v", losses)
	require.Equal(t, 600, report.Games)
	require.Greater(t, report.HeldOutPositions, report.Positions/15)
	require.Less(t, report.HeldOutPositions, report.Positions/5)

	// What is written is what the engine reads, and it has learned that pieces count.
	require.Less(t, report.Rounding.Mean, 8.0)
	require.GreaterOrEqual(t, report.Rounding.Max, report.Rounding.Mean)
	n, err := nnue.Open(c.Out)
	require.NoError(t, err)
	require.Equal(t, report.Network.String(), n.String())
	require.Equal(t, fmt.Sprintf("xorro train: %d positions of 600 games in games.zst; epoch %d of 6, batch 300, rate 0.01, final 0.01, "+
		"lambda 0, endgame 0, trace 0, temperature 400, exponent 2, average 0, QB 128, validate 0.1, seed 3",
		report.Positions, report.BestEpoch), n.Origin())
	for _, test := range []struct {
		fen       string
		low, high int
	}{
		{"r1bqkbnr/1ppp1ppp/p1n5/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 5", -120, 120},
		{"r1b1kbnr/1ppp1ppp/p1n5/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 5", 500, 1300},
		{"r1b1kbnr/1ppp1ppp/p1n5/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 5", -1300, -500},
		{"r1bqkbnr/1ppp1ppp/p1n5/4p3/4P3/2N5/PPPP1PPP/2BQKBNR b Kkq - 0 5", 200, 800},
	} {
		p := enginetest.Position(t, test.fen)
		score := n.Evaluate(p)
		require.True(t, test.low <= score && score <= test.high, "%s: %d", test.fen, score)
	}
	leftovers, err := filepath.Glob(c.Out + "*")
	require.NoError(t, err)
	require.ElementsMatch(t, []string{c.Out, c.CurveFile()}, leftovers, "the checkpoint is gone")
}

// TestFrom goes on from a network: it begins with what that thinks, also in more
// neurons, and comes to less loss than from random weights.
func TestFrom(t *testing.T) {
	first := tinyConfig(t, writeGames(t, randomGames(t, 200, 21)))
	report, err := Run(t.Context(), first)
	require.NoError(t, err)
	n := report.Network

	d := randomData(t, 20, 22)
	for _, neurons := range []int{64, 192} {
		settings := first.Settings
		settings.Hidden = neurons
		tr := newTrainer(settings, d, 1)
		tr.begin(n)
		p := new(position.Position)
		tr.blocks[0].fill(&d.heldOut, func(i int) int { return i }, 0, min(d.heldOut.n, blockSize))
		tr.blocks[0].forward(tr.weights, func(_ int, s *sample, _ int, y float32) {
			require.NoError(t, s.position(p))
			require.InDelta(t, n.Evaluate(p), y*nnue.Scale, 1.01, p.FEN())
		})
		before := tr.heldOutLosses().Loss
		for range 40 {
			require.NoError(t, tr.learnBatch())
		}
		require.Less(t, tr.heldOutLosses().Loss, before)
		// New neurons have begun to count.
		if neurons > 64 {
			require.NotZero(t, tr.weights[tr.shape.output(3)+100])
		}
	}

	c := tinyConfig(t, writeGames(t, randomGames(t, 60, 23)))
	c.Epochs, c.Hidden = 2, 128
	scratch, err := Run(t.Context(), c)
	require.NoError(t, err)
	c.From = n
	report, err = Run(t.Context(), c)
	require.NoError(t, err)
	require.Less(t, report.BestLoss, 0.8*scratch.BestLoss)
	require.True(t, strings.HasSuffix(report.Network.Origin(), ", from "+n.String()), report.Network.Origin())

	c.Hidden, c.From = 64, report.Network
	require.EqualError(t, c.Check(), "from: want a network of at most 64 neurons, got 128")
}

// TestQB: output weights are clipped so that they fit, and rounded half as much.
func TestQB(t *testing.T) {
	for _, qb := range []int{nnue.QB, nnue.FineQB} {
		settings := DefaultSettings()
		settings.Hidden, settings.Rate, settings.Batch, settings.QB = 64, 1, 500, qb // a rate that drives weights to their bounds
		tr := newTrainer(settings, randomData(t, 20, 24), 1)
		for range 3 {
			require.NoError(t, tr.learnBatch())
		}
		bound := float32(126.72) / float32(qb)
		largest := [2]float32{}
		for i, w := range tr.weights {
			part := 0
			if i >= tr.shape.output(0) {
				part = 1
			}
			largest[part] = max(largest[part], w, -w)
		}
		require.InDelta(t, 1.98, largest[0], 1e-6)
		require.InDelta(t, bound, largest[1], 1e-6)
		n, err := quantise(tr.shape, tr.weights, qb, "")
		require.NoError(t, err, "nothing is out of range")
		require.Equal(t, qb, n.Weights().QB)
		back := memory.Aligned[float32](tr.shape.size())
		tr.shape.adopt(back, n)
		for i, w := range tr.weights[tr.shape.output(0):tr.shape.outputBias(0)] {
			require.InDelta(t, w, back[tr.shape.output(0)+i], 0.5001/float64(qb))
		}
	}
}

// TestAverage: the network is the running mean of the weights, plain until the
// window is full.
func TestAverage(t *testing.T) {
	settings := DefaultSettings()
	settings.Hidden, settings.Batch = 64, 300
	d := randomData(t, 20, 25)
	plain := newTrainer(settings, d, 1)
	settings.Average = 1
	tr := newTrainer(settings, d, 2)
	window := tr.stepsPerEpoch
	require.Greater(t, window, 3)
	at := tr.shape.output(2) + 5
	mean := 0.0
	for step := 1; step <= window+3; step++ {
		require.NoError(t, plain.learnBatch())
		require.NoError(t, tr.learnBatch())
		require.Equal(t, bitsOf(plain.weights), bitsOf(tr.weights), "training itself is the same")
		mean += (float64(tr.weights[at]) - mean) / float64(min(step, window))
		require.InDelta(t, mean, tr.average[at], 1e-6)
	}
	require.NotEqual(t, plain.heldOutLosses(), tr.heldOutLosses())
	_, _, err := tr.endEpoch(1)
	require.NoError(t, err)
	require.Equal(t, bitsOf(tr.average), bitsOf(tr.best))
}

func TestTheBestNetworkIsKept(t *testing.T) {
	// Too high a rate on too few games: the last epoch is not the best.
	c := tinyConfig(t, writeGames(t, randomGames(t, 20, 2)))
	c.Epochs, c.Batch, c.Rate, c.Lambda = 30, 100, 0.02, 1
	losses := map[int]float64{}
	c.Progress = func(p Progress) {
		if p.EpochEnded {
			least := math.Inf(1)
			for _, loss := range losses {
				least = min(least, loss)
			}
			require.Equal(t, p.HeldOut.Loss < least, p.Best)
			losses[p.Epoch] = p.HeldOut.Loss
		}
	}
	report, err := Run(t.Context(), c)
	require.NoError(t, err)
	require.Less(t, report.BestEpoch, c.Epochs, "losses %v", losses)
	for _, loss := range losses {
		require.LessOrEqual(t, report.BestLoss, loss)
	}
	require.Equal(t, report.BestLoss, losses[report.BestEpoch])
	// The file is the network of that epoch: its loss is that loss but for rounding.
	d, err := readData(t.Context(), c.Files, &c.Settings, func(int, int) {})
	require.NoError(t, err)
	sum := 0.0
	o := objective{c.Lambda, c.Endgame, c.Temperature, c.Exponent}
	for i := range d.heldOut.n {
		s := d.heldOut.at(i)
		p := enginetest.Position(t, fenOf(t, s))
		losses, _ := o.of(s, float64(report.Network.Evaluate(p))/nnue.Scale)
		sum += losses.Loss
	}
	require.InEpsilon(t, report.BestLoss, sum/float64(d.heldOut.n), 0.03)
}

func TestTheResultDependsOnSettingsAndDataAlone(t *testing.T) {
	file := writeGames(t, randomGames(t, 60, 3))
	config := func() Config {
		c := tinyConfig(t, file)
		c.Epochs, c.Batch = 3, 4096 // some lanes
		return c
	}
	network, curve := run(t, config())
	for _, threads := range []int{1, 3, 5} {
		c := config()
		c.Threads = threads
		again, curveAgain := run(t, c)
		require.Equal(t, network, again, "%d threads", threads)
		require.Equal(t, curve, curveAgain)
	}
	for name, change := range map[string]func(c *Config){
		"seed":        func(c *Config) { c.Seed++ },
		"batch":       func(c *Config) { c.Batch = 900 },
		"rate":        func(c *Config) { c.Rate *= 1.01 },
		"endgame":     func(c *Config) { c.Endgame = 0.1 },
		"lambda":      func(c *Config) { c.Lambda = 0.1 },
		"trace":       func(c *Config) { c.Trace = 0.5 },
		"final":       func(c *Config) { c.Final = 0.1 },
		"temperature": func(c *Config) { c.Temperature = 240 },
		"exponent":    func(c *Config) { c.Exponent = 2.6 },
		"qb":          func(c *Config) { c.QB = 64 },
		"average":     func(c *Config) { c.Average = 2 },
	} {
		c := config()
		change(&c)
		other, _ := run(t, c)
		require.False(t, bytes.Equal(network[1024:], other[1024:]), name)
	}
	want := ""
	forEachPath(t, func(t *testing.T) {
		tr := newTrainer(config().Settings, randomData(t, 20, 3), 2)
		require.NoError(t, tr.learnBatch())
		require.NoError(t, tr.learnBatch())
		got := fmt.Sprint(bitsOf(tr.weights), tr.heldOutLosses())
		if want == "" {
			want = got
		}
		require.Equal(t, want, got)
	})
}

func TestWhatIsNoNumberStopsTraining(t *testing.T) {
	tr := newTrainer(DefaultSettings(), randomData(t, 20, 8), 1)
	tr.weights[tr.shape.output(5)] = float32(math.NaN())
	before := append([]float32{}, tr.mean...)
	require.EqualError(t, tr.learnBatch(), "the loss after 0 steps is NaN; a rate smaller than 0.003 may help")
	require.Equal(t, before, tr.mean)
	_, _, err := tr.endEpoch(1)
	require.EqualError(t, err, "the held-out loss after 0 steps is NaN; a rate smaller than 0.003 may help")
	require.Zero(t, tr.state.BestEpoch)
}
