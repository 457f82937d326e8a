package search

import "xorro/chess"

// histories is what a worker learns during a game.
type histories struct {
	butterfly    butterfly
	captures     captureHistory
	continuation continuation
	corrections  corrections
}

// historyMax bounds every history value.
const historyMax = 16384

// gravity moves a history value towards the sign of the bonus. The step shrinks
// as the value approaches its bound. The bonus lies within ±historyMax.
func gravity(value *int16, bonus int) {
	*value += int16(bonus - int(*value)*max(bonus, -bonus)/historyMax)
}

// butterfly is how well quiet moves did, by their squares and by whether the
// opponent attacks those squares.
// [side to move][from is attacked][to is attacked][from][to]
type butterfly [2][2][2][64][64]int16

func (b *butterfly) at(c chess.Color, m chess.Move, attacked chess.Bitboard) *int16 {
	from, to := m.From()&63, m.To()&63
	return &b[c&1][attacked>>from&1][attacked>>to&1][from][to]
}

// pieceTo numbers a piece and the square it moves to. It is less than pieceTos.
type pieceTo uint16

const pieceTos = 16 * 64

// noPieceTo is the pieceTo of a null move and of the moves before the root.
const noPieceTo = pieceTo(chess.NoPiece) << 6

// pieceToOf returns the pieceTo of a move by a piece.
func pieceToOf(piece chess.Piece, m chess.Move) pieceTo {
	return pieceTo(piece&15)<<6 | pieceTo(m.To()&63)
}

// captureHistory is how well noisy moves did.
// [piece-to][type of the captured piece, NoPieceType for none]
type captureHistory [pieceTos][8]int16

// noisyHistory returns the value of a noisy move.
func (w *worker) noisyHistory(m chess.Move) *int16 {
	return &w.captures[pieceToOf(w.pos.PieceOn(m.From()), m)&(pieceTos-1)][w.captured(m)&7]
}

// continuation is how well quiet moves did after an earlier move of either side.
// [piece-to of the earlier move][piece-to]
type continuation [pieceTos][pieceTos]int16

// continuationPlies are the numbers of plies between a quiet move and the earlier moves
// that its history depends on.
var continuationPlies = [continuations]int{1, 2, 4}

const continuations = 3

// moveContext is what the history of a quiet move depends on besides the move.
type moveContext struct {
	before  [continuations]pieceTo // of the moves continuationPlies ago
	threats threats
}

// find sets the context of a node's moves.
func (c *moveContext) find(w *worker, ply int) {
	for i, back := range continuationPlies {
		c.before[i] = noPieceTo
		if back <= ply {
			c.before[i] = w.frames[ply-back].pieceTo
		}
	}
	c.threats.find(w.pos)
}

// quietHistory is how well a quiet move did, within ±4 * historyMax.
func (w *worker) quietHistory(c *moveContext, m chess.Move) int {
	p := w.pos
	to := pieceToOf(p.PieceOn(m.From()), m) & (pieceTos - 1)
	// Unrolled: a loop takes longer.
	return int(*w.butterfly.at(p.SideToMove(), m, c.threats.attacked)) +
		int(w.continuation[c.before[0]&(pieceTos-1)][to]) +
		int(w.continuation[c.before[1]&(pieceTos-1)][to]) +
		int(w.continuation[c.before[2]&(pieceTos-1)][to])
}

// learnQuiet applies a bonus to every value that quietHistory adds up.
func (w *worker) learnQuiet(c *moveContext, m chess.Move, bonus int) {
	p := w.pos
	to := pieceToOf(p.PieceOn(m.From()), m) & (pieceTos - 1)
	gravity(w.butterfly.at(p.SideToMove(), m, c.threats.attacked), bonus)
	w.learnContinuation(c, to, bonus)
}

// learnContinuation applies a bonus to the continuation values of a quiet move.
func (w *worker) learnContinuation(c *moveContext, to pieceTo, bonus int) {
	for _, b := range c.before {
		gravity(&w.continuation[b&(pieceTos-1)][to&(pieceTos-1)], bonus)
	}
}

// historyBonus is the bonus of a move that failed high at a depth.
func historyBonus(depth chess.Depth) int {
	return min(bonusPerDepth*depth-bonusOffset, bonusMost)
}

// refute gives a malus to a move that failed low after a search of a depth, if it is
// quiet and was the first one to be searched besides the table move.
func (w *worker) refute(f *frame, depth chess.Depth) {
	first := 1
	if f.picker.tableMove != chess.NoMove {
		first = 2
	}
	if f.number == first && f.move != chess.NoMove && f.move.IsQuiet() {
		w.learnContinuation(&f.picker.context, f.pieceTo, -min(malusPriorPerDepth*depth, malusPriorMost))
	}
}

// reward gives the move that failed high a bonus, and a malus to the moves that
// were searched before it: to noisy ones always, to quiet ones if it is quiet too.
func (w *worker) reward(best chess.Move, depth chess.Depth, ply int) {
	f, bonus := &w.frames[ply], historyBonus(depth)
	if ply > 0 {
		w.refute(&w.frames[ply-1], depth)
	}
	for _, m := range f.noisies[:f.noisyCount] {
		if m != best {
			gravity(w.noisyHistory(m), -bonus*malusNoisy/16)
		}
	}
	if !best.IsQuiet() {
		gravity(w.noisyHistory(best), bonus)
		return
	}
	w.learnQuiet(&f.picker.context, best, bonus)
	malus := max(min(malusPerDepth*depth-malusOffset, malusMost)-malusPerMove*f.quietCount, 0)
	for _, m := range f.quiets[:f.quietCount] {
		if m != best {
			w.learnQuiet(&f.picker.context, m, -malus)
		}
	}
}
