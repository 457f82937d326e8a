package train

import (
	"math"
	"slices"

	"xorro/chess"
	"xorro/datagen"
)

// traced returns a game whose scores are lambda-returns (R. S. Sutton, "Learning to
// Predict by the Methods of Temporal Differences", 1988): the points that a score
// promises are mixed with those of the next position, which are a mixture themselves and
// have the given share. The result stands behind the last position. Later searches have
// seen further, and the errors of many searches partly cancel. Proven wins keep their
// scores, and positions without a score are passed over. The game's asides stay as they
// are.
func traced(g *datagen.Game, share, temperature float64) *datagen.Game {
	if share == 0 {
		return g
	}
	mixed := *g
	mixed.Scores = slices.Clone(g.Scores)
	later := float64(g.Result) / 2
	for i := len(mixed.Scores) - 1; i >= 0; i-- {
		score := mixed.Scores[i]
		if score == datagen.NoScore {
			continue
		}
		points := sigmoid(float64(score) / temperature)
		later = (1-share)*points + share*later
		if !chess.IsDecisive(score) {
			mixed.Scores[i] = scoreOf(later, temperature)
		}
	}
	return &mixed
}

// scoreOf returns the score that promises so many points. It is not decisive.
func scoreOf(points, temperature float64) chess.Score {
	score := temperature * math.Log(points/(1-points))
	return chess.Score(math.Round(min(max(score, 1-float64(chess.Decisive)), float64(chess.Decisive)-1)))
}
