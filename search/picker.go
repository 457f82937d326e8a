package search

import (
	"math"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// stage is the next step of a picker.
type stage uint8

const (
	stageTableMove stage = iota
	stageListNoisy
	stageWinningNoisy // moves that lose material are set aside
	stageListQuiet
	stageQuiet
	stageLosingNoisy
	stageDone
)

// picker returns the legal moves of a position one by one. Moves that are likely to
// fail high come first. Moves are generated only when they are needed.
type picker struct {
	stage      stage
	skipQuiets bool // leave out quiet moves
	onlyChecks bool // leave out quiet moves that do not check
	skipLosing bool // leave out noisy moves that lose material
	tableMove  chess.Move
	context    moveContext

	next   int // first move of the list that has not been returned
	losing int // moves set aside, at the front of the list
	list   movegen.List
	scores [chess.MaxMoves]int32 // of the moves in the list
}

// start makes the picker return all moves of the node at a ply. The table move may
// be any move; it is ignored if it is not legal.
func (pk *picker) start(w *worker, tableMove chess.Move, ply int) {
	pk.reset(w.pos, tableMove)
	pk.context.find(w, ply)
}

// startQuiescence makes the picker return the moves of quiescence: noisy moves that do
// not lose material or, in check, all moves.
func (pk *picker) startQuiescence(w *worker, tableMove chess.Move, ply int) {
	if w.pos.InCheck() {
		pk.start(w, tableMove, ply)
		return
	}
	if tableMove.IsQuiet() {
		tableMove = chess.NoMove
	}
	pk.reset(w.pos, tableMove)
	pk.skipQuiets, pk.skipLosing = true, true
}

// reset makes the picker begin anew.
func (pk *picker) reset(p *position.Position, tableMove chess.Move) {
	if !p.IsLegal(tableMove) {
		tableMove = chess.NoMove
	}
	pk.stage, pk.skipQuiets, pk.onlyChecks, pk.skipLosing = stageTableMove, false, false, false
	pk.tableMove = tableMove
	pk.next, pk.losing, pk.list.N = 0, 0, 0
}

// pick returns the next move, or NoMove if there is none.
func (pk *picker) pick(w *worker) chess.Move {
	p := w.pos
	switch pk.stage {
	case stageTableMove:
		pk.stage = stageListNoisy
		if pk.tableMove != chess.NoMove {
			return pk.tableMove
		}
		fallthrough

	case stageListNoisy:
		pk.stage = stageWinningNoisy
		movegen.Noisy(p, &pk.list)
		for i, m := range pk.list.Slice() {
			pk.scores[i] = w.noisyScore(m)
		}
		fallthrough

	case stageWinningNoisy:
		for pk.next < pk.list.N {
			m := pk.takeBest()
			if m == pk.tableMove {
				continue
			}
			if !p.SEE(m, 0) {
				pk.list.Moves[pk.losing] = m
				pk.losing++
				continue
			}
			return m
		}
		pk.stage = stageListQuiet
		fallthrough

	case stageListQuiet:
		pk.stage = stageQuiet
		if !pk.skipQuiets {
			movegen.Quiet(p, &pk.list)
			for i := pk.next; i < pk.list.N; i++ {
				m := pk.list.Moves[i]
				pk.scores[i] = int32(w.quietHistory(&pk.context, m) + pk.context.threats.score(p, m))
			}
		}
		fallthrough

	case stageQuiet:
		for pk.next < pk.list.N && !pk.skipQuiets {
			var m chess.Move
			if pk.onlyChecks { // in any order
				m = pk.list.Moves[pk.next]
				pk.next++
				if !pk.context.threats.isCheck(p, m) {
					continue
				}
			} else {
				m = pk.takeBest()
			}
			if m != pk.tableMove {
				return m
			}
		}
		pk.stage = stageLosingNoisy
		pk.next = 0
		fallthrough

	case stageLosingNoisy:
		if pk.next < pk.losing && !pk.skipLosing {
			pk.next++
			return pk.list.Moves[pk.next-1]
		}
		pk.stage = stageDone
	}
	return chess.NoMove
}

// takeBest takes the move with the best score from the rest of the list.
func (pk *picker) takeBest() chess.Move {
	moves, scores := pk.list.Moves[pk.next:pk.list.N], pk.scores[pk.next:pk.list.N]
	pk.next++
	// A score and the complement of its place make one number, so that the maximum is the
	// first of the best moves and finding it needs no branch.
	const places = 1<<16 - 1 // at least chess.MaxMoves
	top := int64(math.MinInt64)
	for i, score := range scores {
		top = max(top, int64(score)<<16|int64(^i&places))
	}
	best := int(^top & places)
	m := moves[best]
	moves[best], scores[best] = moves[0], scores[0]
	return m
}

// noisyScore is the order of a noisy move: by the value of the captured piece (MVV)
// and by the capture history. Underpromotions come last.
func (w *worker) noisyScore(m chess.Move) int32 {
	gain := position.SEEValue(w.captured(m))
	if m.IsPromotion() {
		if m.Promotion() == chess.Queen {
			gain += position.SEEValue(chess.Queen) - position.SEEValue(chess.Pawn)
		} else {
			gain -= position.SEEValue(chess.Queen)
		}
	}
	return int32(noisyGainWeight*gain + int(*w.noisyHistory(m)))
}
