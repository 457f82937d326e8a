package match

import (
	"xorro/chess"
	"xorro/internal/client"
)

// Rules end a game whose result is clear from the scores that both engines report, in
// centipawns. A rule whose number of plies is 0 does not apply, so the zero value plays
// every game to its end.
type Rules struct {
	// A side wins once every move of the last WinPlies plies had a score of at least
	// WinScore for it.
	WinScore, WinPlies int
	// The game is drawn once every move of the last DrawPlies plies, the first DrawFrom
	// plies of the game apart, had a score of at most DrawScore for either side.
	DrawScore, DrawPlies, DrawFrom int
}

// adjudicator applies rules to a game.
type adjudicator struct {
	Rules
	wins  [2]int // plies in a row that count for a win of each side
	draws int    // plies in a row that count for a draw
	plies int
}

// note takes the answer of the side to move.
func (a *adjudicator) note(us chess.Color, answer client.Answer) {
	a.plies++
	ahead := func(score int) bool { return answer.Scored && score >= a.WinScore }
	a.wins[us] = count(a.wins[us], ahead(answer.Score))
	a.wins[us.Other()] = count(a.wins[us.Other()], ahead(-answer.Score))
	quiet := answer.Scored && max(answer.Score, -answer.Score) <= a.DrawScore
	a.draws = count(a.draws, quiet && a.plies > a.DrawFrom)
}

// count returns n+1, or 0 if the row has ended.
func count(n int, goesOn bool) int {
	if goesOn {
		return n + 1
	}
	return 0
}

// verdict returns White's score if the rules end the game.
func (a *adjudicator) verdict() (white float64, over bool) {
	switch {
	case a.WinPlies > 0 && a.wins[chess.White] >= a.WinPlies:
		return 1, true
	case a.WinPlies > 0 && a.wins[chess.Black] >= a.WinPlies:
		return 0, true
	case a.DrawPlies > 0 && a.draws >= a.DrawPlies:
		return 0.5, true
	}
	return 0, false
}
