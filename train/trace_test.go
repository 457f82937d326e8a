package train

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/datagen"
)

func TestTraced(t *testing.T) {
	const temperature = 400.0
	points := func(score chess.Score) float64 { return sigmoid(float64(score) / temperature) }
	before := []chess.Score{100, datagen.NoScore, -200, datagen.MateScore, -datagen.MateScore, 50}
	g := &datagen.Game{Scores: slices.Clone(before), Result: datagen.Draw}

	after := traced(g, 0.25, temperature).Scores
	require.Equal(t, before, g.Scores, "the game itself stays as it is")
	require.Len(t, after, len(before))

	// From the end; the unknown score is passed over, and mates count as they are.
	last := 0.75*points(50) + 0.25*0.5
	mated := 0.75*0 + 0.25*last
	mate := 0.75*1 + 0.25*mated
	third := 0.75*points(-200) + 0.25*mate
	first := 0.75*points(100) + 0.25*third
	require.InDelta(t, last, points(after[5]), 0.001)
	require.Equal(t, -datagen.MateScore, after[4])
	require.Equal(t, datagen.MateScore, after[3])
	require.InDelta(t, third, points(after[2]), 0.001)
	require.Equal(t, datagen.NoScore, after[1])
	require.InDelta(t, first, points(after[0]), 0.001)

	require.Equal(t, before, traced(g, 0, temperature).Scores)
	for share := range 10 {
		same := traced(&datagen.Game{Scores: []chess.Score{0, 0, 0}, Result: datagen.Draw}, float64(share)/10, temperature).Scores
		require.Equal(t, []chess.Score{0, 0, 0}, same, "scores that agree with the result do not change")
	}
	require.Empty(t, traced(&datagen.Game{}, 0.5, temperature).Scores)
}

func TestScoreOf(t *testing.T) {
	for score := chess.Score(-12_000); score <= 12_000; score += 50 {
		require.Equal(t, score, scoreOf(sigmoid(float64(score)/400), 400))
	}
	require.Equal(t, chess.Decisive-1, scoreOf(1, 400))
	require.Equal(t, 1-chess.Decisive, scoreOf(0, 400))
}
