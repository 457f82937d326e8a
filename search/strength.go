package search

import (
	"math"
	"math/rand/v2"
)

// handicap imitates a weaker player, who sees fewer positions and confuses good moves
// with the best.
type handicap struct {
	nodes    uint64  // per move; 0 for no limit
	lines    int     // from which the move is chosen
	softness float64 // loss in centipawns at which a move is chosen 1/e times as often as the best
}

// ratingOfSkill holds the ratings that were measured at evenly spaced skills, from the
// weakest player to the strongest. docs/strength.md tells how.
var ratingOfSkill = [...]float64{-170, 10, 160, 290, 480, 720, 1060, 1460, 1960, 2450, 2830}

// skillOf returns the skill of a rating, from 0 to 1.
func skillOf(elo int) float64 {
	const steps = len(ratingOfSkill) - 1
	for i := range steps {
		low, high := ratingOfSkill[i], ratingOfSkill[i+1]
		if rating := float64(elo); rating < high {
			return max((float64(i)+(rating-low)/(high-low))/float64(steps), 0)
		}
	}
	return 1
}

// handicapOf returns the handicap of a rating. A rating of 0 has none.
func handicapOf(elo int) handicap {
	if elo == 0 {
		return handicap{}
	}
	skill := skillOf(elo)
	return handicap{
		nodes:    uint64(float64(handicapNodes) * math.Exp2(float64(handicapDoublings)*skill)),
		lines:    handicapLines + int(float64(handicapMoreLines)*(1-skill)),
		softness: float64(handicapSoftness) * (1 - skill) * (1 - skill),
	}
}

// choose draws one of the lines, of which the first is the best. The further the
// score of a line lies below the best, the less likely the line is.
func (h handicap) choose(lines []*rootLine) *rootLine {
	weights := make([]float64, len(lines))
	sum := 0.0
	for i, l := range lines {
		weights[i] = 1
		if behind := float64(lines[0].known() - l.known()); behind > 0 {
			weights[i] = math.Exp(-behind / max(h.softness, 1e-3))
		}
		sum += weights[i]
	}
	drawn := rand.Float64() * sum
	for i, weight := range weights {
		if drawn -= weight; drawn < 0 {
			return lines[i]
		}
	}
	return lines[0]
}
