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

// ratingOfSkill holds the ratings that were measured at the skills 0, 1, 2 and so on.
// docs/strength.md tells how.
var ratingOfSkill = [...]float64{-170, 10, 160, 290, 480, 720, 1060, 1460, 1940, 2215, 2550, 2660, 2770, 2910}

// skillOf returns the skill of a rating. The number of nodes doubles with each step.
func skillOf(elo int) float64 {
	const steps = len(ratingOfSkill) - 1
	for i := range steps {
		low, high := ratingOfSkill[i], ratingOfSkill[i+1]
		if rating := float64(elo); rating < high {
			return max(float64(i)+(rating-low)/(high-low), 0)
		}
	}
	return float64(steps)
}

// handicapOf returns the handicap of a rating. A rating of 0 has none.
func handicapOf(elo int) handicap {
	if elo == 0 {
		return handicap{}
	}
	skill := skillOf(elo)
	missing := max(1-skill/float64(handicapFaultless), 0)
	return handicap{
		nodes:    uint64(float64(handicapNodes) * math.Exp2(skill)),
		lines:    handicapLines + int(float64(handicapMoreLines)*missing),
		softness: float64(handicapSoftness) * missing * missing,
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
