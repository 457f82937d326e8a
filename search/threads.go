package search

import "xorro/chess"

// vote returns the worker whose best line is played. Each worker votes for its best
// move. The weight of a vote grows with the depth and the score of the worker's last
// iteration. Of the workers that voted for the winner, the one with the greatest
// weight is returned. A proven win beats all votes; the shortest win comes first.
func vote(workers []*worker) *worker {
	lowest := chess.Infinity
	for _, w := range workers {
		if w.root.depth > 0 {
			lowest = min(lowest, w.root.lines[0].known())
		}
	}
	weight := func(w *worker) int { return (w.root.lines[0].known() - lowest + voteBase) * w.root.depth }
	votes := func(w *worker) (sum int) {
		for _, other := range workers {
			if other.root.lines[0].moves[0] == w.root.lines[0].moves[0] {
				sum += weight(other)
			}
		}
		return sum
	}
	best := workers[0]
	for _, w := range workers[1:] {
		if w.root.depth == 0 {
			continue
		}
		score, bestScore := w.root.lines[0].known(), best.root.lines[0].known()
		switch {
		case chess.IsDecisive(bestScore):
			if score > bestScore {
				best = w
			}
		case score >= chess.Decisive, votes(w) > votes(best), votes(w) == votes(best) && weight(w) > weight(best):
			best = w
		}
	}
	return best
}
