package train

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
)

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

func TestInterruptLosesNothing(t *testing.T) {
	c := tinyConfig(t, "")
	c.Batch = 200
	c.Progress = func(Progress) {}
	d := randomData(t, 30, 16)
	tr := newTrainer(c.Settings, d, 2)
	require.Greater(t, tr.stepsPerEpoch, 5)
	want := tr.stepsPerEpoch + 3
	require.ErrorIs(t, tr.run(enginetest.Countdown(t, want), &c), ErrInterrupted)
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
		{func(s *Settings) { s.Endgame = 0.5 }, "endgame: was 0 when training began, now is 0.5"},
		{func(s *Settings) { s.Trace = 0.5 }, "trace: was 0 when training began, now is 0.5"},
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
