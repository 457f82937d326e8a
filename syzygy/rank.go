package syzygy

import (
	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// Rank is the worth of a move in a game. The moves of the greatest Value are those
// to choose from.
type Rank struct {
	Value   int
	Outcome WDL // if both sides play perfectly, and the fifty moves go on as they are
}

// surest is the Value of a win that is certain. Wins that may not come in time and
// cursed ones have less, the less the longer they take; draws have 0; losses mirror
// wins. No distance to zeroing comes near it.
const surest = 1 << 16

// RankMoves ranks legal moves by how the game will end, given how many plies
// without a capture or pawn move are behind it and what has been repeated. All
// moves that win in time are equal, until a position is repeated: from then on the
// shortest way to a zeroing move is preferred, and so it always is where fifty
// moves come near. Without the fifty-move rule cursed wins are wins.
//
// Where a DTZ table is missing the outcome alone decides; byDTZ says whether it
// did not. If that is not known for every move either, ok is false.
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

// outcomeOf returns the outcome that a move of this value leads to.
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

// drawsNow reports whether a legal move draws the game at once, by the third
// repetition, by fifty moves or by material.
func (t *Tables) drawsNow(p *position.Position, m chess.Move) bool {
	p.Make(m)
	defer p.Unmake()
	return movegen.IsDraw(p, 0)
}
