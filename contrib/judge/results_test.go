package main

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/datagen"
)

// playAll adds as many positions with each result as given, and the same from the other
// side's view.
func playAll(o *outcomes, pieces int, eval chess.Score, wins, draws, losses int) {
	o.begin()
	for result, count := range map[datagen.Result]int{datagen.WhiteWins: wins, datagen.Draw: draws, datagen.BlackWins: losses} {
		for range count {
			o.add(pieces, eval, result)
			o.add(pieces, -eval, datagen.WhiteWins-result)
		}
	}
}

func TestFit(t *testing.T) {
	o := new(outcomes)
	playAll(o, 30, 200, 6, 2, 2)
	playAll(o, 4, 200, 2, 8, 0)

	scale, mean := o.fit(7, 7)
	require.InEpsilon(t, 200/math.Log(0.7/0.3), scale, 0.001)
	require.InDelta(t, 0.6*0.3*0.3+0.2*0.2*0.2+0.2*0.7*0.7, mean, 1e-6)

	scale, mean = o.fit(0, 0)
	require.InEpsilon(t, 200/math.Log(0.6/0.4), scale, 0.001)
	require.InDelta(t, 0.2*0.4*0.4+0.8*0.1*0.1, mean, 1e-6)

	scale, mean = o.fit(0, 7)
	require.InEpsilon(t, 200/math.Log(0.65/0.35), scale, 0.001)
	require.InDelta(t, 0.4*0.35*0.35+0.5*0.15*0.15+0.1*0.65*0.65, mean, 1e-6)

	_, mean = o.fit(3, 3)
	require.True(t, math.IsNaN(mean))

	far := new(outcomes)
	playAll(far, 16, 30_000, 1, 0, 0)
	_, mean = far.fit(3, 3)
	require.InDelta(t, 0, mean, 1e-6)
}

func TestPrintResults(t *testing.T) {
	a, b, none := new(judge), new(judge), new(judge)
	playAll(&a.evals, 31, 200, 6, 2, 2)
	playAll(&b.evals, 4, 200, 2, 8, 0)
	none.evals.begin()
	a.scores.begin()
	a.scores.add(12, 0, datagen.Draw)
	var out strings.Builder
	require.NoError(t, printResults(&out, []string{"a", "b", "none"}, []*judge{a, b, none}))
	lines := strings.Split(out.String(), "\n")
	require.Regexp(t, `^results   scale, cp  error +change +2-5 pieces {6}6-9 pieces  10-13 pieces .* 30-32 pieces$`, lines[1])
	require.Regexp(t, `^a +236 +0\.16000( +-){8} +0\.1600, 236 cp$`, lines[2])
	require.Regexp(t, `^b +493 +0\.04000 +-75\.00 % ± 0\.00 +0\.0400, 493 cp( +-){7}$`, lines[3])
	require.Regexp(t, `^none +\d+ +NaN +-100\.00 % ± 0\.00( +-){8}$`, lines[4])
	require.Regexp(t, `^\(scores\) +\d+ +0\.00000 +-100\.00 % ± 0\.00( +-){2} +0\.0000, \d+ cp( +-){5}$`, lines[5])
}

// TestScores: the scores of the games stand in the last row.
func TestScores(t *testing.T) {
	games := writeGames(t, [2]chess.Score{200, 200}, [2]chess.Score{200, 200})
	var out strings.Builder
	require.NoError(t, run([]string{"-data", games, constant(t, 0)}, &out))
	require.Regexp(t, `\n/\S+ +\d+ +0\.25000( +-){8} +0\.2500, \d+ cp\n\(scores\) +40 +0\.0000\d +-99\.9\d % ± 0\.00( +-){7} +0\.0000, 40 cp\n$`, out.String())
}
