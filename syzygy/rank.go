package syzygy

import (
	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// Rank is the worth of a move in a game. Moves with the greatest Value are best.
type Rank struct {
	Value   int
	Outcome WDL // with perfect play and the present fifty-move count
}

// surest is the Value of a certain win. Cursed wins, and wins that may come too late for
// the fifty-move rule, have less, the less the longer they take. Draws have 0, and losses
// the opposite of wins. surest is far greater than any distance to zeroing.
const surest = 1 << 16

// RankMoves ranks legal moves by the end of the game, given the number of plies since the
// last capture or pawn move and the positions that were repeated. Moves that win in time
// are equal. Once a position has been repeated, or the fifty-move limit is near, the
// shortest way to a zeroing move is preferred. Without the fifty-move rule cursed wins are
// wins.
//
// If a DTZ table is missing, only outcomes are compared and byDTZ is false. If these are
// not known for every move, ok is false.
func (t *Tables) RankMoves(p *position.Position, moves []chess.Move, rule50 bool, ranks []Rank) (byDTZ, ok bool) {
	if !t.covers(p) {
		return false, false
	}
	if t.rankByDTZ(p, moves, rule50, ranks) {
		return true, true
	}
	return false, t.rankByWDL(p, moves, rule50, ranks)
}

func (t *Tables) rankByDTZ(p *position.Position, moves []chess.Move, rule50 bool, ranks []Rank) bool {
	played := p.Rule50()
	repeated := p.HasRepeated()
	for i, m := range moves {
		dtz, ok := 0, true
		if !t.drawsNow(p, m) {
			dtz, ok = t.afterMove(p, m)
		}
		if !ok {
			return false
		}
		value := 0
		switch {
		case dtz > 0 && dtz+played <= 99 && !repeated:
			value = surest
		case dtz > 0:
			value = surest - (dtz + played)
		case dtz < 0 && -2*dtz+played < 100:
			value = -surest
		case dtz < 0:
			value = -surest - dtz + played
		}
		ranks[i] = Rank{value, outcomeOf(value, rule50)}
	}
	return true
}

// outcomeOf returns the outcome of a move with the given value.
func outcomeOf(value int, rule50 bool) WDL {
	inTime := surest - 100
	if !rule50 {
		inTime = 1
	}
	switch {
	case value >= inTime:
		return Win
	case value > 0:
		return CursedWin
	case value == 0:
		return Draw
	case value > -inTime:
		return BlessedLoss
	}
	return Loss
}

func (t *Tables) rankByWDL(p *position.Position, moves []chess.Move, rule50 bool, ranks []Rank) bool {
	for i, m := range moves {
		wdl := Draw
		if !t.drawsNow(p, m) {
			p.Make(m)
			reply, _, ok := t.outcome(p, false)
			p.Unmake()
			if !ok {
				return false
			}
			wdl = -reply
		}
		value := [...]int{-surest, -surest + 101, 0, surest - 101, surest}[wdl-Loss]
		ranks[i] = Rank{value, outcomeOf(value, rule50)}
	}
	return true
}

// drawsNow reports whether a legal move draws at once, by repetition, by the fifty-move
// rule or by insufficient material.
func (t *Tables) drawsNow(p *position.Position, m chess.Move) bool {
	p.Make(m)
	defer p.Unmake()
	return movegen.IsDraw(p, 0)
}
