package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/datagen"
	"xorro/internal/enginetest"
	"xorro/internal/wdl"
	"xorro/position"
)

// sample returns the counts that a model expects of n positions in each bin.
func sample(m wdl.Model, n float64) *counts {
	var c counts
	for material := wdl.LeastMaterial; material < materials; material += 4 {
		for bin := range bins {
			p := m.Chances(scoreOf(bin), material)
			c[material][bin] = [3]int{datagen.BlackWins: int(n * p.Loss), datagen.Draw: int(n * p.Draw), datagen.WhiteWins: int(n * p.Win)}
		}
	}
	return &c
}

func TestFitFindsTheModel(t *testing.T) {
	want := wdl.Model{Half: [4]float64{220, -90, 40, -20}, Spread: [4]float64{60, 30, -25, 20}}
	c := sample(want, 20_000)
	got := fit(c)
	for material := wdl.LeastMaterial; material < materials; material += 4 {
		half, spread := got.Parameters(material)
		wantHalf, wantSpread := want.Parameters(material)
		require.InDelta(t, wantHalf, half, 2, "material %d", material)
		require.InDelta(t, wantSpread, spread, 2, "material %d", material)
	}
	require.Less(t, c.error(got), 0.002)
	wrong := wdl.Model{Half: [4]float64{100}, Spread: [4]float64{100}}
	require.Less(t, c.loss(got), c.loss(&wrong))
	require.Greater(t, c.error(&wrong), 0.02)
}

func TestSmooth(t *testing.T) {
	var values, weights [materials]float64
	for material := range values {
		x := float64(material) / (materials - 1)
		values[material], weights[material] = 3-x+2*x*x-4*x*x*x, float64(1+material%5)
	}
	for i, coefficient := range smooth(values, weights) {
		require.InDelta(t, [4]float64{3, -1, 2, -4}[i], coefficient, 1e-6)
	}
}

func TestDraw(t *testing.T) {
	c := sample(wdl.Model{Half: [4]float64{150}, Spread: [4]float64{80}}, 1000)
	plot := draw(c, &wdl.Model{Half: [4]float64{150}, Spread: [4]float64{80}})
	require.Equal(t, 4, strings.Count(string(plot), "<text x=")-1-4*(7+5), "a title for each panel")
	for d := xml.NewDecoder(bytes.NewReader(plot)); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
}

func TestAdd(t *testing.T) {
	var c counts
	for _, score := range []int{-1600, -1500, -9, 9, 11, 1500, 1600} {
		c.add(score, 30, datagen.Draw)
	}
	c.add(0, materials, datagen.Draw)
	require.Equal(t, 5, c.sum())
	require.Equal(t, 2, c[30][bins/2][datagen.Draw])
	require.Zero(t, scoreOf(bins/2))
}

// TestRun reads a file of games.
func TestRun(t *testing.T) {
	path, plot := filepath.Join(t.TempDir(), "games.zst"), filepath.Join(t.TempDir(), "wdl.svg")
	f, err := datagen.Open(path, nil)
	require.NoError(t, err)
	start := enginetest.Position(t, position.StartFEN)
	for i := range 20 {
		require.NoError(t, f.Append(&datagen.Game{
			Start: start, Result: datagen.Result(i % 3),
			Moves:  []chess.Move{enginetest.Move(t, start, "e2e4"), chess.NewMove(chess.E7, chess.E5, chess.DoublePush)},
			Scores: []chess.Score{30, datagen.MateScore},
		}))
	}
	require.NoError(t, f.Close())
	var out strings.Builder
	require.NoError(t, run([]string{"-plot", plot, path}, &out))
	require.Contains(t, out.String(), "18 positions for the fit, 2 held back\n")
	require.Regexp(t, `(?m)^half   = \[4\]float64\{.*\}$`, out.String())
	require.FileExists(t, plot)
}

func TestComplaints(t *testing.T) {
	require.ErrorContains(t, run(nil, io.Discard), "want files of games")
	missing := filepath.Join(t.TempDir(), "none.zst")
	require.ErrorIs(t, run([]string{missing}, io.Discard), os.ErrNotExist)
	require.NoError(t, run([]string{"-h"}, io.Discard))
}
