package datagen

import (
	"math"

	"xorro/chess"
	"xorro/nnue"
)

// Labels compares the scores of positions with the results of their games. A network
// learns from both, so they must agree.
type Labels struct {
	Bins [len(binEdges) + 1]Bin

	expected, result, expected2, result2, product float64 // sums
}

// Bin counts the positions whose scores are in a range.
type Bin struct {
	Low, High chess.Score // Low <= score < High
	Count     int
	Points    float64 // White's sum of points in their games: 1 for a win, a half for a draw
}

// binEdges divide the scores, in centipawns from White's view.
var binEdges = [...]chess.Score{-1000, -400, -150, -50, 51, 151, 401, 1001}

// NewLabels returns Labels without positions.
func NewLabels() *Labels {
	l := new(Labels)
	low := -trainingScores + 1
	for i := range l.Bins {
		high := trainingScores
		if i < len(binEdges) {
			high = binEdges[i]
		}
		l.Bins[i].Low, l.Bins[i].High = low, high
		low = high
	}
	return l
}

// Add adds the training positions of a game.
func (l *Labels) Add(g *Game) {
	for label := range g.TrainingPositions() {
		if label.OffPath {
			continue // no result to compare with
		}
		score, points := label.Score, float64(label.Result)/2
		bin := 0
		for score >= l.Bins[bin].High {
			bin++
		}
		l.Bins[bin].Count++
		l.Bins[bin].Points += points
		expected := expectedPoints(score)
		l.expected += expected
		l.result += points
		l.expected2 += expected * expected
		l.result2 += points * points
		l.product += expected * points
	}
}

// expectedPoints returns the points that White can expect with a score, from 0 to 1.
func expectedPoints(score chess.Score) float64 {
	return 1 / (1 + math.Exp(-float64(score)/nnue.Scale))
}

// Count returns the number of positions.
func (l *Labels) Count() (n int) {
	for _, bin := range l.Bins {
		n += bin.Count
	}
	return n
}

// Correlation returns Pearson's coefficient of the points expected from the scores
// and those made in the games: near 1 if scores predict results, below 0 if a sign is
// wrong, and NaN if all scores or all results are the same.
func (l *Labels) Correlation() float64 {
	n := float64(l.Count())
	covariance := n*l.product - l.expected*l.result
	return covariance / math.Sqrt((n*l.expected2-l.expected*l.expected)*(n*l.result2-l.result*l.result))
}
