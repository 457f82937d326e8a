package search

import "xorro/chess"

// historyMax bounds every history value.
const historyMax = 16384

// gravity moves a history value towards the sign of the bonus, the less the
// nearer it is to its bound. The bonus lies within ±historyMax.
func gravity(value *int16, bonus int) {
	*value += int16(bonus - int(*value)*max(bonus, -bonus)/historyMax)
}

// butterfly is how well quiet moves did by their squares, and by whether the other
// side attacks those.
// [side to move][from is attacked][to is attacked][from][to]
type butterfly [2][2][2][64][64]int16

func (b *butterfly) at(c chess.Color, m chess.Move, attacked chess.Bitboard) *int16 {
	from, to := m.From()&63, m.To()&63
	return &b[c&1][attacked>>from&1][attacked>>to&1][from][to]
}

// slot numbers a man and the square it goes to. It is below slots.
type slot uint16

const slots = 16 * 64

// noSlot is the slot of a null move, and of what was before the root.
const noSlot = slot(chess.NoPiece) << 6

// slotOf is the slot of a move by a man.
func slotOf(piece chess.Piece, m chess.Move) slot {
	return slot(piece&15)<<6 | slot(m.To()&63)
}

// captureHistory is how well noisy moves did.
// [slot][kind of man taken, NoPieceType for none]
type captureHistory [slots][8]int16

// noisyHistory is the value for a noisy move.
func (w *worker) noisyHistory(m chess.Move) *int16 {
	return &w.captures[slotOf(w.pos.PieceOn(m.From()), m)&(slots-1)][w.captured(m)&7]
}

// continuation is how well quiet moves did after an earlier move of either side.
// [earlier slot][slot]
type continuation [slots][slots]int16

// continuationPlies is how many plies back the earlier moves lie that quiet moves
// are judged by.
var continuationPlies = [continuations]int{1, 2, 4}

const continuations = 3

// moveContext is what a quiet move's history depends on beside the move.
type moveContext struct {
	before  [continuations]slot // of the moves that lie continuationPlies back
	threats threats
}

// find looks for the context of a node's moves.
func (c *moveContext) find(w *worker, ply int) {
	for i, back := range continuationPlies {
		c.before[i] = noSlot
		if back <= ply {
			c.before[i] = w.frames[ply-back].slot
		}
	}
	c.threats.find(w.pos)
}

// quietHistory is how well a quiet move did, within ±4 * historyMax.
func (w *worker) quietHistory(c *moveContext, m chess.Move) int {
	p := w.pos
	s := slotOf(p.PieceOn(m.From()), m) & (slots - 1)
	sum := int(*w.history.at(p.SideToMove(), m, c.threats.attacked))
	for _, b := range c.before {
		sum += int(w.continuation[b&(slots-1)][s])
	}
	return sum
}

// learnQuiet moves all that quietHistory sums up.
func (w *worker) learnQuiet(c *moveContext, m chess.Move, bonus int) {
	p := w.pos
	s := slotOf(p.PieceOn(m.From()), m) & (slots - 1)
	gravity(w.history.at(p.SideToMove(), m, c.threats.attacked), bonus)
	for _, b := range c.before {
		gravity(&w.continuation[b&(slots-1)][s], bonus)
	}
}

// historyBonus is what a move that caused a cutoff at this depth is credited.
func historyBonus(depth chess.Depth) int {
	return min(bonusPerDepth*depth-bonusOffset, bonusMost)
}

// reward credits the move that caused a cutoff and debits those that were searched
// before it, where that was in vain.
func (w *worker) reward(f *frame, best chess.Move, depth chess.Depth) {
	bonus := historyBonus(depth)
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
	for _, m := range f.quiets[:f.quietCount] {
		if m != best {
			w.learnQuiet(&f.picker.context, m, -bonus)
		}
	}
}
