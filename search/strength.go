package search

import (
	"math"
	"math/rand/v2"
)

// handicap is how a weaker player is imitated: by looking at few positions, and by
// telling good moves from the best only roughly.
type handicap struct {
	nodes    uint64  // a move; 0 for no limit
	lines    int     // lines that the move is chosen from
	softness float64 // centipawns by which a move is worse and still often chosen
}

// handicapOf is the handicap of a rating; 0 stands for full strength.
func handicapOf(elo int) handicap {
	if elo == 0 {
		return handicap{}
	}
	skill := float64(elo-MinElo) / float64(MaxElo-MinElo) // 0 to 1
	return handicap{
		nodes:    uint64(float64(handicapNodes) * math.Exp2(float64(handicapDoublings)*skill)),
		lines:    handicapLines,
		softness: float64(handicapSoftness) * (1 - skill),
	}
}

// choose draws one of the lines, which are sorted from the best down. A line is
// the less likely the further its score lies below the best.
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
