package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/datagen"
	"xorro/internal/enginetest"
	"xorro/nnue"
	"xorro/position"
)

// constant writes a network that evaluates every position as so many centipawns for the
// side to move.
func constant(t *testing.T, centipawns int) (path string) {
	t.Helper()
	w := nnue.Weights{
		Features:   make([]int16, nnue.Features*nnue.MinNeurons),
		Bias:       make([]int16, nnue.MinNeurons),
		Output:     make([]int16, nnue.Buckets*2*nnue.MinNeurons),
		OutputBias: make([]int16, nnue.Buckets),
		Threats:    make([]int16, nnue.Buckets*nnue.ThreatFeatures),
		QB:         nnue.FineQB,
	}
	for i := range w.OutputBias {
		w.OutputBias[i] = int16(centipawns * nnue.QA * nnue.FineQB / nnue.Scale)
	}
	n, err := nnue.New(w, "constant")
	require.NoError(t, err)
	path = filepath.Join(t.TempDir(), "constant.nnue")
	file, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, n.Write(file))
	require.NoError(t, file.Close())
	return path
}

// writeGames writes games of 1. e4 e5. White's score is the first number before the first
// move and the second number before the other. White wins them.
func writeGames(t *testing.T, scores ...[2]chess.Score) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.zst")
	f, err := datagen.Open(path, nil)
	require.NoError(t, err)
	// Training uses no position of the first plies.
	start := enginetest.Position(t, strings.Replace(position.StartFEN, "0 1", "0 10", 1))
	moves := []chess.Move{enginetest.Move(t, start, "e2e4"), chess.NewMove(chess.E7, chess.E5, chess.DoublePush)}
	for _, s := range scores {
		require.NoError(t, f.Append(&datagen.Game{Start: start, Result: datagen.WhiteWins, Moves: moves, Scores: s[:]}))
	}
	require.NoError(t, f.Close())
	return path
}

// points are the points that a score promises.
func points(score, scale float64) float64 { return 1 / (1 + math.Exp(-score/scale)) }

func TestErrors(t *testing.T) {
	games := writeGames(t, [2]chess.Score{200, -200}, [2]chess.Score{200, -400})
	right, zero := constant(t, 200), constant(t, 0)
	var out strings.Builder
	require.NoError(t, run([]string{"-data", games, zero, right, zero}, &out))

	one, two := math.Pow(points(200, 400)-0.5, 2), math.Pow(points(400, 400)-0.5, 2)
	off := math.Pow(points(400, 400)-points(200, 400), 2)
	require.Regexp(t, fmt.Sprintf(`^4 positions of 2 games

network +error of scores +change +centipawns
\S+ +%.6f +- +200\.0
\S+ +%.6f +%+.1f %% ± \d+\.\d +0\.0
\S+ +%.6f +\+0\.0 %% ± 0\.0 +200\.0

results +scale`, (3*one+two)/4, off/4, 100*(off/(3*one+two)-1), (3*one+two)/4), out.String())

	// White wins, but the scores promise Black, when to move, as much or more. So the
	// flattest curve fits best.
	white, black, far := 1-points(200, 1000), points(200, 1000), points(400, 1000)
	table := strings.Split(strings.TrimSpace(out.String()), "\n")[8:]
	require.Len(t, table, 4)
	for i, want := range []float64{0.25, (white*white + black*black) / 2, 0.25, (2*white*white + black*black + far*far) / 4} {
		change := "-"
		if i > 0 {
			change = fmt.Sprintf(`\%+.1f\d %% ± \d+\.\d\d`, math.Trunc(1000*(want/0.25-1))/10)
		}
		require.Regexp(t, `^\S+ +\d+ +0\.\d{5} +`+change+`( +-){7} +0\.\d{4}, \d+ cp$`, table[i])
		mean, err := strconv.ParseFloat(strings.Fields(table[i])[2], 64)
		require.NoError(t, err)
		require.InDelta(t, want, mean, 2e-5, table[i])
	}
	require.Contains(t, table[1], " 1000 cp")
	require.Regexp(t, `^\(scores\) +1000 .* 1000 cp$`, table[3])
}

// TestMoves: a search finds the mates that were played and misses the moves beside them,
// whatever the network says.
func TestMoves(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.zst")
	f, err := datagen.Open(path, nil)
	require.NoError(t, err)
	for _, move := range []string{"d1d8", "d1d8", "d1d8", "d1d7"} {
		start := enginetest.Position(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 10")
		require.NoError(t, f.Append(&datagen.Game{Start: start, Result: datagen.WhiteWins,
			Moves: []chess.Move{enginetest.Move(t, start, move)}, Scores: []chess.Score{500}}))
	}
	require.NoError(t, f.Close())
	var out strings.Builder
	require.NoError(t, run([]string{"-data", path, "-nodes", "2000", constant(t, 0), constant(t, 100)}, &out))
	require.Contains(t, out.String(), "  moves found  change\n")
	require.Contains(t, out.String(), "  75.00 %      -\n")
	require.Contains(t, out.String(), "  75.00 %      +0.00 ± 0.00\n")
}

func TestWhichGames(t *testing.T) {
	games := writeGames(t, [2]chess.Score{200, -200}, [2]chess.Score{50, -50}, [2]chess.Score{0, 0})
	for _, c := range []struct {
		flags []string
		error float64
	}{
		{[]string{"-games", "1"}, math.Pow(points(200, 400)-0.5, 2)},
		{[]string{"-skip", "1", "-games", "1"}, math.Pow(points(50, 400)-0.5, 2)},
		{[]string{"-skip", "1"}, math.Pow(points(50, 400)-0.5, 2) / 2},
		{[]string{"-games", "1", "-temperature", "200"}, math.Pow(points(400, 400)-0.5, 2)},
	} {
		var out strings.Builder
		require.NoError(t, run(append(c.flags, "-data", games, constant(t, 0)), &out))
		require.Contains(t, out.String(), fmt.Sprintf("  %.6f  ", c.error), c.flags)
	}
}

// TestInterval: with games that differ by chance the interval is that of a mean.
func TestInterval(t *testing.T) {
	all := make(judgement, 2)
	for i := range 100 {
		all[0] = append(all[0], tally{byScore: 1, moves: 10, found: 5})
		// 1.1 on average, 0.1 around it; 6 on average, 1 around it
		all[1] = append(all[1], tally{byScore: 1 + 0.2*float64(i%2), moves: 10, found: 5 + 2*(i%2)})
	}
	byScore := func(t tally) float64 { return t.byScore }
	require.Equal(t, "10.000 1.960", all.change(1, "%.3f %.3f", byScore, byScore))
	require.Equal(t, "10.000 1.960", all.change(1, "%.3f %.3f",
		func(t tally) float64 { return float64(t.found) }, func(t tally) float64 { return float64(t.moves) }))
	require.Equal(t, "-", all.change(0, "%.3f %.3f", byScore, byScore))
}

func TestComplaints(t *testing.T) {
	games, network := writeGames(t, [2]chess.Score{0, 0}), constant(t, 0)
	missing := filepath.Join(t.TempDir(), "none")
	for want, args := range map[string][]string{
		"data: want a file of games":            {network},
		"want files of networks":                {"-data", games},
		"skip: want 0 or more, got -1":          {"-data", games, "-skip", "-1", network},
		"games: want 0 or more, got -2":         {"-data", games, "-games", "-2", network},
		"invalid value \"-1\" for flag -nodes":  {"-data", games, "-nodes", "-1", network},
		"temperature: want more than 0, got 0":  {"-data", games, "-temperature", "0", network},
		"data: no positions":                    {"-data", games, "-skip", "1", network},
		missing + ": no such file or directory": {"-data", games, missing},
		"none: no such file or directory":       {"-data", missing, network},
		games + ": not a network":               {"-data", games, games},
		"invalid value \"x\" for flag -games":   {"-data", games, "-games", "x", network},
	} {
		require.ErrorContains(t, run(args, io.Discard), want)
	}
	require.NoError(t, run([]string{"-h"}, io.Discard))
}
