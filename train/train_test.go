package train

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/datagen"
	"xorro/internal/enginetest"
	"xorro/internal/memory"
	"xorro/movegen"
	"xorro/nnue"
	"xorro/position"
)

// material is a side's pieces in centipawns.
func material(p *position.Position, c chess.Color) (sum int) {
	for kind, worth := range [5]int{100, 300, 300, 500, 900} {
		sum += worth * p.PiecesOf(c, chess.PieceType(kind)).Count()
	}
	return sum
}

// randomGames are games of random moves. Scores count the material; so does the
// result, at the end.
func randomGames(tb testing.TB, games int, seed uint64) []*datagen.Game {
	rng := rand.New(rand.NewPCG(seed, 5))
	list := make([]*datagen.Game, games)
	for i := range list {
		p := enginetest.Position(tb, "")
		g := &datagen.Game{Start: p.Clone()}
		ahead := 0
		for p.Ply() < 120 && !p.IsDraw(0) {
			var moves movegen.List
			movegen.All(p, &moves)
			if moves.N == 0 {
				break
			}
			ahead = material(p, chess.White) - material(p, chess.Black)
			m := moves.Moves[rng.IntN(moves.N)]
			g.Moves = append(g.Moves, m)
			g.Scores = append(g.Scores, ahead)
			p.Make(m)
		}
		switch {
		case ahead > 300:
			g.Result = datagen.WhiteWins
		case ahead >= -300:
			g.Result = datagen.Draw
		}
		list[i] = g
	}
	return list
}

// randomData is what random games are read as.
func randomData(tb testing.TB, games int, seed uint64) *data {
	d := new(data)
	for _, g := range randomGames(tb, games, seed) {
		d.addGame(g, 0.1)
	}
	return d
}

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

// writeGames writes games into a new file.
func writeGames(t *testing.T, games []*datagen.Game) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "games.zst")
	file, err := os.Create(name)
	require.NoError(t, err)
	w, err := datagen.NewWriter(file)
	require.NoError(t, err)
	for _, g := range games {
		require.NoError(t, w.Write(g))
	}
	require.NoError(t, w.Flush())
	require.NoError(t, file.Close())
	return name
}

// tinyConfig trains in about a second on the games of a file, into a folder of
// its own.
func tinyConfig(t *testing.T, file string) Config {
	settings := DefaultSettings()
	settings.Hidden, settings.Epochs, settings.Batch, settings.Rate = 64, 6, 300, 0.01
	settings.Validate, settings.Seed = 0.1, 3
	return Config{
		Settings: settings,
		Files:    []string{file},
		Out:      filepath.Join(t.TempDir(), "tiny.nnue"),
		Threads:  2,
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	return content
}

// run trains to the end, and returns the network's file and the curve's.
func run(t *testing.T, c Config) (network, curve []byte) {
	t.Helper()
	_, err := Run(t.Context(), c)
	require.NoError(t, err)
	return readFile(t, c.Out), readFile(t, c.CurveFile())
}

// A random game's score counts the pieces, which a network can learn.
func TestTinyTraining(t *testing.T) {
	c := tinyConfig(t, writeGames(t, randomGames(t, 400, 1)))
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
	require.Equal(t, 400, report.Games)
	require.Greater(t, report.HeldOutPositions, report.Positions/15)
	require.Less(t, report.HeldOutPositions, report.Positions/5)

	// What is written is what the engine reads, and it has learned that pieces count.
	require.Less(t, report.Rounding.Mean, 8.0)
	require.GreaterOrEqual(t, report.Rounding.Max, report.Rounding.Mean)
	n, err := nnue.Open(c.Out)
	require.NoError(t, err)
	require.Equal(t, report.Network.String(), n.String())
	require.Equal(t, fmt.Sprintf("xorro train: %d positions of 400 games in games.zst; epoch %d of 6, batch 300, rate 0.01, final 0.01, "+
		"lambda 0, temperature 400, exponent 2, average 0, QB 128, validate 0.1, seed 3",
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
	d, err := readData(t.Context(), c.Files, c.Validate, func(int, int) {})
	require.NoError(t, err)
	sum := 0.0
	o := objective{c.Lambda, c.Temperature, c.Exponent}
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
		"lambda":      func(c *Config) { c.Lambda = 0.1 },
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

func TestResume(t *testing.T) {
	file := writeGames(t, randomGames(t, 60, 4))
	config := tinyConfig(t, file)
	config.Average, config.Exponent = 1.5, 2.6
	network, curve := run(t, config)

	c := config
	c.Out = filepath.Join(t.TempDir(), "resumed.nnue")
	c.Resume = true
	_, err := Run(t.Context(), c)
	require.ErrorContains(t, err, "resume: ")
	c.Resume = false

	// Before the first step, and then after each second epoch.
	ctx, cancel := context.WithCancel(t.Context())
	c.Reading = func(games, _ int) {
		if games == 60 {
			cancel()
		}
	}
	_, err = Run(ctx, c)
	require.ErrorContains(t, err, "interrupted")
	c.Reading = nil
	for i := 0; ; i++ {
		ctx, cancel := context.WithCancel(t.Context())
		c.Progress = func(p Progress) {
			if p.EpochEnded && p.Epoch%2 == 0 {
				cancel()
			}
		}
		_, err := Run(ctx, c)
		cancel()
		if err == nil {
			require.Equal(t, 2, i)
			break
		}
		require.ErrorIs(t, err, ErrInterrupted)
		require.Equal(t, 1, strings.Count(string(readFile(t, c.checkpointFile())), checkpointMagic))

		c.Resume = false
		_, err = Run(t.Context(), c)
		require.EqualError(t, err, "out: "+c.checkpointFile()+" is there from a training that did not end; -resume goes on with it")
		c.Resume = true
		c.Threads = 1 + i
	}
	require.Equal(t, network, readFile(t, c.Out))
	require.Equal(t, curve, readFile(t, c.CurveFile()))
}

// cancelledAt is cancelled from the nth time on that it is asked.
type cancelledAt struct {
	context.Context
	left int
}

func (c *cancelledAt) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestInterruptLosesNothing(t *testing.T) {
	c := tinyConfig(t, "")
	c.Batch = 200
	c.Progress = func(Progress) {}
	d := randomData(t, 30, 16)
	tr := newTrainer(c.Settings, d, 2)
	require.Greater(t, tr.stepsPerEpoch, 5)
	want := tr.stepsPerEpoch + 3
	require.ErrorIs(t, tr.run(&cancelledAt{t.Context(), want}, &c), ErrInterrupted)
	again := newTrainer(c.Settings, d, 2)
	require.NoError(t, again.load(c.checkpointFile()))
	require.Equal(t, want, again.state.Step)
	require.Equal(t, tr.state, again.state)
}

func TestResumeWithinAnEpoch(t *testing.T) {
	settings := tinyConfig(t, "").Settings
	settings.Batch = 300
	d := randomData(t, 40, 5)
	file := filepath.Join(t.TempDir(), "checkpoint")
	whole := newTrainer(settings, d, 2)
	require.Greater(t, whole.stepsPerEpoch, 5)
	for range 3 {
		require.NoError(t, whole.learnBatch())
	}
	_, _, err := whole.endEpoch(1) // so that there is a best network
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, whole.learnBatch())
	}
	require.NoError(t, whole.save(file))
	for range 4 {
		require.NoError(t, whole.learnBatch())
	}
	half := newTrainer(settings, d, 1)
	require.NoError(t, half.load(file))
	for range 4 {
		require.NoError(t, half.learnBatch())
	}
	require.Equal(t, whole.state, half.state)
	for i, vector := range whole.vectors() {
		require.Equal(t, bitsOf(vector), bitsOf(half.vectors()[i]))
	}
}

func TestCheckpointRefused(t *testing.T) {
	d := randomData(t, 20, 6)
	settings := DefaultSettings()
	folder := t.TempDir()
	file := filepath.Join(folder, "checkpoint")
	saved := newTrainer(settings, d, 1)
	require.NoError(t, saved.learnBatch())
	require.NoError(t, saved.save(file))
	good := readFile(t, file)

	refused := func(settings Settings, d *data, content []byte, want string) {
		t.Helper()
		require.NoError(t, os.WriteFile(file, content, 0o600))
		fresh := newTrainer(settings, d, 1)
		before := fmt.Sprint(fresh.state, bitsOf(fresh.weights))
		require.EqualError(t, fresh.load(file), "resume: "+file+": "+want)
		require.Equal(t, before, fmt.Sprint(fresh.state, bitsOf(fresh.weights)), "the state is kept")
	}
	for _, test := range []struct {
		change func(s *Settings)
		want   string
	}{
		{func(s *Settings) { s.Hidden = 64 }, "hidden: was 128 when training began, now is 64"},
		{func(s *Settings) { s.Epochs = 21 }, "epochs: was 24 when training began, now is 21"},
		{func(s *Settings) { s.Batch = 16384 }, "batch: was 8192 when training began, now is 16384"},
		{func(s *Settings) { s.Rate = 0.002 }, "rate: was 0.003 when training began, now is 0.002"},
		{func(s *Settings) { s.Final = 0.1 }, "final: was 0.01 when training began, now is 0.1"},
		{func(s *Settings) { s.Temperature = 240 }, "temperature: was 400 when training began, now is 240"},
		{func(s *Settings) { s.Exponent = 2.6 }, "exponent: was 2 when training began, now is 2.6"},
		{func(s *Settings) { s.QB = 64 }, "qb: was 128 when training began, now is 64"},
		{func(s *Settings) { s.Average = 1 }, "average: was 0 when training began, now is 1"},
		{func(s *Settings) { s.Lambda = 0.7 }, "lambda: was 0 when training began, now is 0.7"},
		{func(s *Settings) { s.Validate = 0.1 }, "validate: was 0.02 when training began, now is 0.1"},
		{func(s *Settings) { s.Seed = 2 }, "seed: was 1 when training began, now is 2"},
	} {
		changed := settings
		test.change(&changed)
		refused(changed, d, good, test.want)
	}
	require.NoError(t, os.WriteFile(file, good, 0o600))
	begun := newTrainer(settings, d, 1)
	begun.from = "another network"
	require.EqualError(t, begun.load(file), "resume: "+file+": from: was none when training began, now is another network")
	refused(settings, randomData(t, 20, 7), good, "data: not those that training began with, or in another order")

	const damaged = "damaged: the checksum does not match"
	refused(settings, d, nil, "not a checkpoint of a training")
	refused(settings, d, []byte("XORRONET and so on"), "not a checkpoint of a training")
	for _, length := range []int{len(checkpointMagic), len(checkpointMagic) + 3, 100, len(good) / 2, len(good) - 1} {
		refused(settings, d, good[:length], damaged)
	}
	for _, at := range []int{len(checkpointMagic), 40, len(good) / 2, len(good) - 1} {
		flipped := append([]byte{}, good...)
		flipped[at] ^= 1
		refused(settings, d, flipped, damaged)
	}
}

// Whatever a checkpoint holds behind its magic, it is refused, or the state is one
// that training can go on from.
func FuzzRestore(f *testing.F) {
	tr := newTrainer(DefaultSettings(), randomData(f, 20, 6), 1)
	file := filepath.Join(f.TempDir(), "checkpoint")
	require.NoError(f, tr.save(file))
	good, err := os.ReadFile(file)
	require.NoError(f, err)
	good = good[len(checkpointMagic) : len(good)-4]
	f.Add(good)
	f.Add(good[:1000])
	f.Add([]byte{255, 255, 255, 255, '{', '}'})
	f.Add([]byte{2, 0, 0, 0, '{', '}'})
	f.Fuzz(func(t *testing.T, body []byte) {
		in := append([]byte(checkpointMagic), body...)
		in = binary.LittleEndian.AppendUint32(in, crc32.ChecksumIEEE(in))
		before := fmt.Sprint(tr.state)
		if err := tr.restore(in); err != nil {
			require.NotContains(t, err.Error(), "\n")
			require.Equal(t, before, fmt.Sprint(tr.state))
			return
		}
		require.True(t, 0 <= tr.state.Step && tr.state.Step <= tr.steps())
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

func TestBadData(t *testing.T) {
	games := randomGames(t, 60, 9)
	good := writeGames(t, games)
	bytes := readFile(t, good)
	folder := t.TempDir()
	write := func(name string, content []byte) string {
		name = filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(name, content, 0o600))
		return name
	}
	for _, test := range []struct {
		file string
		want string // %s stands for the file
	}{
		{filepath.Join(folder, "nowhere"), "data: open %s: no such file or directory"},
		{write("empty", nil), "data: 60 games leave"},
		{write("text", []byte("these are no games")), "data: %s: damaged at game 1, byte 0"},
		{write("cut", bytes[:len(bytes)-9]), "data: %s: damaged at game"},
	} {
		// After a good file.
		c := tinyConfig(t, good)
		c.Files = append(c.Files, test.file)
		c.Validate = 0.001 // too little to hold out any
		_, err := Run(t.Context(), c)
		require.ErrorContains(t, err, strings.ReplaceAll(test.want, "%s", test.file))
		require.NotContains(t, err.Error(), "\n")
		require.NoFileExists(t, c.checkpointFile())
	}
	c := tinyConfig(t, write("nothing", nil))
	_, err := Run(t.Context(), c)
	require.EqualError(t, err, "data: 0 games leave 0 positions to learn from and 0 to hold out; there must be some of both")

	ctx, cancel := context.WithCancel(t.Context())
	c = tinyConfig(t, good)
	c.Reading = func(int, int) { cancel() }
	_, err = Run(ctx, c)
	require.EqualError(t, err, "interrupted while the data were read")

	c = tinyConfig(t, good)
	c.Out = filepath.Join(folder, "no such folder", "net")
	_, err = Run(t.Context(), c)
	require.ErrorContains(t, err, "out: ")
}

func TestCheck(t *testing.T) {
	c := tinyConfig(t, "games")
	require.NoError(t, c.Check())
	for _, test := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(c *Config) { c.Files = nil }, "data: FILE is missing"},
		{func(c *Config) { c.Out = "" }, "out: FILE is missing"},
		{func(c *Config) { c.Hidden = 100 }, "hidden: want a multiple of 64 up to 1024, got 100"},
		{func(c *Config) { c.Hidden = 0 }, "hidden: want a multiple of 64 up to 1024, got 0"},
		{func(c *Config) { c.Hidden = 2048 }, "hidden: want a multiple of 64 up to 1024, got 2048"},
		{func(c *Config) { c.Epochs = 0 }, "epochs: want a number from 1 to 100000, got 0"},
		{func(c *Config) { c.Batch = 0 }, "batch: want a number from 1 to 131072, got 0"},
		{func(c *Config) { c.Batch = 1 << 18 }, "batch: want a number from 1 to 131072, got 262144"},
		{func(c *Config) { c.Rate = 0 }, "rate: want a number from 1e-06 to 1, got 0"},
		{func(c *Config) { c.Rate = math.NaN() }, "rate: want a number from 1e-06 to 1, got NaN"},
		{func(c *Config) { c.Final = 1.1 }, "final: want a number from 0 to 1, got 1.1"},
		{func(c *Config) { c.Temperature = 0 }, "temperature: want a number from 50 to 2000, got 0"},
		{func(c *Config) { c.Exponent = 0.5 }, "exponent: want a number from 1 to 4, got 0.5"},
		{func(c *Config) { c.QB = 100 }, "qb: want 64 or 128, got 100"},
		{func(c *Config) { c.Average = -1 }, "average: want a number from 0 to 100000, got -1"},
		{func(c *Config) { c.Lambda = 1.1 }, "lambda: want a number from 0 to 1, got 1.1"},
		{func(c *Config) { c.Validate = 0 }, "validate: want a number from 0.0001 to 0.5, got 0"},
		{func(c *Config) { c.Threads = 0 }, "threads: want a number from 1 to 1024, got 0"},
	} {
		changed := c
		test.change(&changed)
		require.EqualError(t, changed.Check(), test.want)
		_, err := Run(t.Context(), changed)
		require.EqualError(t, err, test.want)
	}
}

func TestHeldOut(t *testing.T) {
	const games, share = 500, 0.02
	d := new(data)
	held := 0
	for i, g := range randomGames(t, games, 10) {
		before, heldBefore := d.training.n, d.heldOut.n
		d.addGame(g, share)
		fit := 0
		for range g.TrainingPositions() {
			fit++
		}
		learned, out := d.training.n-before, d.heldOut.n-heldBefore
		require.Equal(t, fit, learned+out)
		require.True(t, learned == 0 || out == 0, "game %d is on both sides", i)
		if out > 0 {
			held++
		}
	}
	require.Equal(t, int(games*share), held)
}

func TestOrigin(t *testing.T) {
	c := tinyConfig(t, "")
	c.Files = []string{"/some/where/a\x01b\xff.zst"}
	require.Contains(t, c.origin(1, new(data)), " games in a?b?.zst; epoch 1 of 6")
	c.Files = nil
	for i := range 1000 {
		c.Files = append(c.Files, fmt.Sprintf("games-%03d.zst", i))
	}
	origin := c.origin(1, new(data))
	require.Less(t, len(origin), 4096)
	require.Regexp(t, " games-000.zst .* and [0-9]+ more files; epoch", origin)
}

func TestCurve(t *testing.T) {
	for _, test := range []struct {
		steps, epochs int
		loss          func(done float64) float64
		points        int
	}{
		{1000, 10, func(done float64) float64 { return 0.05 + 0.2*math.Exp(-50*done) }, 200},
		{1001, 7, func(done float64) float64 { return 0.05 }, 167},
		{1, 1, func(done float64) float64 { return 1e-9 }, 1},
		{3, 1, func(done float64) float64 { return 0.25 }, 3},
	} {
		c := curve{Steps: test.steps, Epochs: test.epochs}
		for step := 1; step <= test.steps; step++ {
			loss := test.loss(float64(step) / float64(test.steps))
			c.learned(step, 100*loss, 100)
			if step%(test.steps/test.epochs) == 0 {
				c.heldOut(step, loss)
			}
			if step > 1 && step < test.steps {
				continue
			}
			drawn := string(c.draw())
			require.NotContains(t, drawn, "%!", "a format that is wrong")
			picture := xml.NewDecoder(strings.NewReader(drawn))
			lines := 0
			for {
				token, err := picture.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				require.NoError(t, err)
				element, _ := token.(xml.StartElement)
				for _, attribute := range element.Attr {
					require.NotContains(t, attribute.Value, "NaN")
					require.NotContains(t, attribute.Value, "Inf")
					if element.Name.Local == "polyline" && attribute.Name.Local == "points" {
						want := [][]point{c.Learned, c.HeldOut}[lines]
						require.Len(t, strings.Fields(attribute.Value), len(want))
						lines++
					}
				}
			}
			require.Equal(t, 2, lines)
		}
		require.Len(t, c.Learned, test.points)
		require.Equal(t, test.steps, c.Learned[len(c.Learned)-1].Step)
		mean := 0.0
		for _, p := range c.Learned {
			mean += p.Loss / float64(len(c.Learned))
		}
		require.InDelta(t, test.loss(1), c.Learned[len(c.Learned)-1].Loss, 0.001)
		require.Greater(t, mean, 0.0)
	}
}
