package search

import "xorro/chess"

// correctionSize is the number of values that each correction table has for a
// side. Keys that agree in their lowest bits share a value.
const correctionSize = 1 << 14

// correction is how far searches came out above or below the static evaluation of
// positions that share a key. [side to move][key]
type correction [2][correctionSize]int16

// corrections are the tables that correct the static evaluation.
type corrections struct {
	pawn     correction    // by the pawns of both sides
	nonPawn  [2]correction // by the other pieces of one side. [color]
	lastMove continuation  // by the last two moves
}

// correctors returns the values that apply to the position at a node.
func (w *worker) correctors(ply int) (pawn, white, black, lastMove *int16) {
	p, c := w.pos, &w.corrections
	us := p.SideToMove() & 1
	last, previous := noPieceTo, noPieceTo
	if ply >= 2 {
		last, previous = w.frames[ply-1].pieceTo, w.frames[ply-2].pieceTo
	}
	return &c.pawn[us][p.PawnKey()%correctionSize],
		&c.nonPawn[chess.White][us][p.NonPawnKey(chess.White)%correctionSize],
		&c.nonPawn[chess.Black][us][p.NonPawnKey(chess.Black)%correctionSize],
		&c.lastMove[previous&(pieceTos-1)][last&(pieceTos-1)]
}

// correction returns what the tables say about the position at a node, in centipawns.
func (w *worker) correction(ply int) chess.Score {
	pawn, white, black, lastMove := w.correctors(ply)
	return (int(*pawn) + int(*white) + int(*black) + int(*lastMove)) / correctionUnit
}

// corrected adds a correction to a static evaluation. The result is never decisive.
func corrected(rawEval, correction chess.Score) chess.Score {
	return min(max(rawEval+correction, 1-chess.Decisive), chess.Decisive-1)
}

// learnCorrection tells the tables by how many centipawns a search of a depth came
// out above the static evaluation.
func (w *worker) learnCorrection(surplus chess.Score, depth chess.Depth, ply int) {
	bonus := min(max(surplus*depth*correctionPerDepth, -correctionMost), correctionMost)
	pawn, white, black, lastMove := w.correctors(ply)
	for _, value := range [...]*int16{pawn, white, black, lastMove} {
		gravity(value, bonus)
	}
}
