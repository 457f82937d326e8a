package search

import (
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
	ranks  [chess.MaxMoves]rank // of the moves in the list
}

// rank is the score of a move in a list, times placeCount, plus the complement of its place
// there. The greatest rank is that of the first of the best moves.
type rank int32

const placeCount = chess.MaxMoves // a power of two

// rankOf returns the rank of the move at a place in a list. The score lies within ±2^22.
func rankOf(score, place int) rank { return rank(score*placeCount | ^place&(placeCount-1)) }

// place returns the place of a move in the list.
func (r rank) place() int { return int(^r & (placeCount - 1)) }

// at returns the rank of the same move at another place.
func (r rank) at(place int) rank { return r&^(placeCount-1) | rank(^place&(placeCount-1)) }

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
			pk.ranks[i] = rankOf(w.noisyScore(m), i)
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
				pk.ranks[i] = rankOf(w.quietHistory(&pk.context, m)+pk.context.threats.score(p, m), i)
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
	moves, next := &pk.list.Moves, pk.next&(chess.MaxMoves-1)
	top := pk.ranks[next]
	for _, r := range pk.ranks[next:pk.list.N] {
		top = max(top, r)
	}
	best := top.place()
	m := moves[best]
	moves[best], pk.ranks[best] = moves[next], pk.ranks[next].at(best)
	pk.next++
	return m
}

// noisyScore is the order of a noisy move: by the value of the captured piece (MVV)
// and by the capture history. Underpromotions come last.
func (w *worker) noisyScore(m chess.Move) int {
	gain := position.SEEValue(w.captured(m))
	if m.IsPromotion() {
		if m.Promotion() == chess.Queen {
			gain += position.SEEValue(chess.Queen) - position.SEEValue(chess.Pawn)
		} else {
			gain -= position.SEEValue(chess.Queen)
		}
	}
	return noisyGainWeight*gain + int(*w.noisyHistory(m))
}
