package search

import "xorro/chess"

// historyMax bounds every history value.
const historyMax = 16384

// gravity moves a history value towards the sign of the bonus, the less the
// nearer it is to its bound. The bonus lies within ±historyMax.
func gravity(value *int16, bonus int) {
	*value += int16(bonus - int(*value)*max(bonus, -bonus)/historyMax)
}

// butterfly is how well quiet moves did, wherever they were played.
// [side to move][from][to]
type butterfly [2][64][64]int16

func (b *butterfly) at(c chess.Color, m chess.Move) *int16 {
	return &b[c&1][m.From()&63][m.To()&63]
}

// historyBonus is what a move that caused a cutoff at this depth is credited.
func historyBonus(depth chess.Depth) int {
	return min(bonusPerDepth*depth-bonusOffset, bonusMost)
}

// rewardQuiet credits the quiet move that caused a cutoff, debits those that were
// searched before it, and makes it a killer.
func (w *worker) rewardQuiet(f *frame, best chess.Move, depth chess.Depth) {
	us := w.pos.SideToMove()
	bonus := historyBonus(depth)
	gravity(w.history.at(us, best), bonus)
	for _, m := range f.quiets[:f.quietCount] {
		if m != best {
			gravity(w.history.at(us, m), -bonus)
		}
	}
	if f.killers[0] != best {
		f.killers[1], f.killers[0] = f.killers[0], best
	}
}
