package search

import "xorro/chess"

// vote is the worker whose best line is to be played. Each worker speaks for its
// best move, the louder the deeper it has searched and the better its score; of
// those whose move is chosen so, the one with the strongest voice is taken. A
// proven win goes before all votes, the shortest first.
func vote(workers []*worker) *worker {
	lowest := chess.Infinity
	for _, w := range workers {
		if w.root.depth > 0 {
			lowest = min(lowest, w.root.lines[0].known())
		}
	}
	voice := func(w *worker) int { return (w.root.lines[0].known() - lowest + voteBase) * w.root.depth }
	votes := func(w *worker) (sum int) {
		for _, other := range workers {
			if other.root.lines[0].moves[0] == w.root.lines[0].moves[0] {
				sum += voice(other)
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
		case score >= chess.Decisive, votes(w) > votes(best), votes(w) == votes(best) && voice(w) > voice(best):
			best = w
		}
	}
	return best
}
