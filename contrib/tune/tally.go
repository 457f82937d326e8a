package main

import (
	"fmt"

	"xorro/internal/match"
)

// tally counts what has happened in the games of an experiment.
type tally struct {
	pairs, draws, plies int
	endings             map[match.Ending]int
}

// count adds a pair.
func (t *tally) count(r record) {
	if t.endings == nil {
		t.endings = map[match.Ending]int{}
	}
	t.pairs++
	for i := range 2 {
		if r.scores[i] == 0.5 {
			t.draws++
		}
		t.plies += r.plies[i]
		t.endings[r.endings[i]]++
	}
}

func (t tally) String() string {
	games := max(2*t.pairs, 1)
	return fmt.Sprintf("%d pairs, %d %% of the games drawn, %d plies a game; %d losses on time, %d crashes, %d illegal moves",
		t.pairs, 100*t.draws/games, t.plies/games, t.endings[match.OnTime], t.endings[match.Crash], t.endings[match.Illegal])
}
