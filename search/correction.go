package search

import "xorro/chess"

// correctionSize is the number of values that each correction table has for a
// side; keys that agree in their lowest bits share one.
const correctionSize = 1 << 14

// correction is how far searches came out above or below the static evaluation
// of positions that have something in common. [side to move][key]
type correction [2][correctionSize]int16

// corrections are the tables that correct the static evaluation.
type corrections struct {
	pawn     correction    // by both sides' pawns
	nonPawn  [2]correction // by a side's other men. [color]
	lastMove continuation  // by the last two moves
}

// forget empties the tables.
func (c *corrections) forget() {
	clear(c.pawn[:])
	clear(c.nonPawn[:])
	clear(c.lastMove[:])
}

// correctors are the values that apply to the position at a node.
func (w *worker) correctors(ply int) [4]*int16 {
	p, c := w.pos, &w.corrections
	us := p.SideToMove() & 1
	last, previous := noSlot, noSlot
	if ply >= 2 {
		last, previous = w.frames[ply-1].slot, w.frames[ply-2].slot
	}
	return [4]*int16{
		&c.pawn[us][p.PawnKey()%correctionSize],
		&c.nonPawn[chess.White][us][p.NonPawnKey(chess.White)%correctionSize],
		&c.nonPawn[chess.Black][us][p.NonPawnKey(chess.Black)%correctionSize],
		&c.lastMove[previous&(slots-1)][last&(slots-1)],
	}
}

// corrected is the static evaluation of the position at a node, moved to where
// searches of positions like it came out. It claims no mate.
func (w *worker) corrected(rawEval chess.Score, ply int) chess.Score {
	sum := 0
	for _, value := range w.correctors(ply) {
		sum += int(*value)
	}
	return min(max(rawEval+sum/correctionUnit, 1-chess.Decisive), chess.Decisive-1)
}

// learnCorrection teaches the tables by what a search of this depth came out above
// the static evaluation.
func (w *worker) learnCorrection(surplus chess.Score, depth chess.Depth, ply int) {
	bonus := min(max(surplus*depth*correctionPerDepth, -correctionMost), correctionMost)
	for _, value := range w.correctors(ply) {
		gravity(value, bonus)
	}
}
