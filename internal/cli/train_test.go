package cli

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/datagen"
	"xorro/internal/enginetest"
	"xorro/position"
)

// randomGamesFile writes a file of drawn games with random moves and scores.
func randomGamesFile(t *testing.T, games int) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "random.zst")
	file, err := os.Create(name)
	require.NoError(t, err)
	w, err := datagen.NewWriter(file)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	for range games {
		p, err := position.ParseFEN(position.StartFEN)
		require.NoError(t, err)
		g := &datagen.Game{Start: p.Clone(), Result: datagen.Draw}
		for range 80 {
			if !enginetest.MakeRandomMove(p, rng) {
				break
			}
			g.Moves = append(g.Moves, p.LastMove())
			g.Scores = append(g.Scores, chess.Score(rng.IntN(100)))
		}
		require.NoError(t, w.Write(g))
	}
	require.NoError(t, w.Flush())
	require.NoError(t, file.Close())
	return name
}

func TestTrainCommand(t *testing.T) {
	file := randomGamesFile(t, 60)
	net := filepath.Join(t.TempDir(), "net")
	out, errs, code := runXorro(t, "", "train", "-epochs", "3", "-hidden", "64", "-data", file, file, "-out", net)
	require.Zero(t, code, errs)
	require.Empty(t, errs, "no status line through a pipe")
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	require.Len(t, lines, 6)
	for _, line := range lines[:3] {
		require.Regexp(t, `^epoch [123]/3  loss 0\.\d{6} \(scores 0\.\d{6}, results 0\.\d{5}\)  held-out loss 0\.\d{6} \(scores 0\.\d{6}, results 0\.\d{5}\)  \d+ positions/s  \d+m?s left(  best so far)?$`, line)
	}
	require.Regexp(t, `^[1-9]\d+ positions of 120 games learned from, [1-9]\d+ held out$`, lines[3])
	require.Regexp(t, `^rounding changes the evaluation of \d+ held-out positions by \d+\.\d\d centipawns on average, by \d+\.\d at most$`, lines[4])
	require.Regexp(t, `^\(768 -> 64\)x2 \+ 3216 -> 1x8 [0-9a-f]{8} written to `+net+`: epoch [123], held-out loss 0\.\d{6}; losses in `+net+`.svg$`, lines[5])
	require.FileExists(t, net)
	require.FileExists(t, net+".svg")
	require.NoFileExists(t, net+".checkpoint")

	out, errs, code = runXorro(t, "", "train", "-epochs", "1", "-data", file, "-from", net, "-hidden", "128", "-out", net+"2")
	require.Zero(t, code, errs)
	require.Contains(t, out, "(768 -> 128)x2 + 3216 -> 1x8")
	_, errs, code = runXorro(t, "", "train", "-data", file, "-hidden", "64", "-from", net+"2", "-out", net+"3")
	require.Equal(t, exitUsage, code)
	require.Equal(t, "xorro train: -from: want a network of at most 64 neurons, got 128; xorro help train tells more\n", errs)
	_, errs, code = runXorro(t, "", "train", "-data", file, "-from", file, "-out", net+"3")
	require.Equal(t, exitFailed, code)
	require.Contains(t, errs, "xorro: from: "+file+": not a network")

	out, errs, code = runXorro(t, "", "train", "-data", os.DevNull, "-out", net)
	require.Equal(t, exitFailed, code)
	require.Empty(t, out)
	require.Equal(t, "xorro: data: 0 games leave 0 positions to learn from and 0 to hold out; there must be some of both\n", errs)
}

// An interrupted training leaves a checkpoint. Resumed from it, training makes the same
// network.
func TestTrainInterrupted(t *testing.T) {
	file := randomGamesFile(t, 60)
	net := filepath.Join(t.TempDir(), "net")
	args := []string{"train", "-epochs", "40", "-batch", "64", "-hidden", "256", "-data", file, "-out", net}
	_, errs, code := runXorro(t, "", args...)
	require.Zero(t, code, errs)
	want, err := os.ReadFile(net)
	require.NoError(t, err)
	require.NoError(t, os.Remove(net))

	cmd := enginetest.Command(args...)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	require.True(t, lines.Scan(), "the first epoch")
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	epochs := 1
	for lines.Scan() {
		epochs++
	}
	require.Error(t, cmd.Wait())
	require.Equal(t, exitFailed, cmd.ProcessState.ExitCode())
	require.Equal(t, "xorro: interrupted; train -resume goes on from the checkpoint\n", stderr.String())
	require.Less(t, epochs, 40)
	require.FileExists(t, net+".checkpoint")

	_, errs, code = runXorro(t, "", append(args, "-resume")...)
	require.Zero(t, code, errs)
	got, err := os.ReadFile(net)
	require.NoError(t, err)
	require.True(t, string(want) == string(got), "the same network, to the bit")
}
