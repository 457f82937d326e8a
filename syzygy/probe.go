package syzygy

import (
	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// WDL is the outcome of a position for the side to move if both sides play
// perfectly.
type WDL int8

// The outcomes. The fifty-move rule turns a blessed loss or a cursed win into a draw.
const (
	Loss WDL = iota - 2
	BlessedLoss
	Draw
	CursedWin
	Win
)

// String returns the name of the outcome.
func (w WDL) String() string {
	if w < Loss || w > Win {
		return "unknown"
	}
	return [...]string{"loss", "blessed loss", "draw", "cursed win", "win"}[w-Loss]
}

// zeroing returns the distance to zeroing if the next move is zeroing and has this outcome.
func (w WDL) zeroing() int {
	return [...]int{-1, -101, 0, 101, 1}[w-Loss]
}

// ProbeWDL returns the outcome of a position. It assumes that the last move was a capture
// or a pawn move. If the outcome is not known, ok is false: the position has castling
// rights or too many pieces, or a table is missing or damaged. The position is changed
// during the call and restored.
func (t *Tables) ProbeWDL(p *position.Position) (wdl WDL, ok bool) {
	if !t.covers(p) {
		return Draw, false
	}
	wdl, _, ok = t.outcome(p, false)
	return wdl, ok
}

// covers reports whether there may be a table for a position.
func (t *Tables) covers(p *position.Position) bool {
	return p.Castling() == chess.NoCastling && p.Occupied().Count() <= t.maxPieces
}

// outcome returns the outcome of a position, from its captures, or with allZeroing from all
// zeroing moves, and from the table. best reports that one of these moves has the outcome,
// and that it is a win or there is no other move. The DTZ table has no value then.
func (t *Tables) outcome(p *position.Position, allZeroing bool) (wdl WDL, best, ok bool) {
	var list movegen.List
	movegen.All(p, &list)
	wdl = Loss
	tried := 0
	for _, m := range list.Slice() {
		if !m.IsCapture() && !(allZeroing && isZeroing(p, m)) {
			continue
		}
		tried++
		p.Make(m)
		reply, _, ok := t.outcome(p, false)
		p.Unmake()
		if !ok {
			return Draw, false, false
		}
		if wdl = max(wdl, -reply); wdl == Win {
			return Win, true, true
		}
	}
	// Tables know nothing of en passant, which may be the only legal move.
	if tried > 0 && tried == list.N {
		return wdl, true, true
	}
	stored, ok := t.stored(p)
	if !ok {
		return Draw, false, false
	}
	if wdl >= stored {
		return wdl, wdl > Draw, true
	}
	return stored, false, true
}

// isZeroing reports whether a move is a capture or a pawn move.
func isZeroing(p *position.Position, m chess.Move) bool {
	return m.IsCapture() || p.PieceOn(m.From()).Type() == chess.Pawn
}

// stored returns the value of the WDL table: the outcome, unless a capture is better.
func (t *Tables) stored(p *position.Position) (WDL, bool) {
	if p.Occupied().Count() == 2 {
		return Draw, true
	}
	e, mirrored := t.find(p)
	if e == nil {
		return Draw, false
	}
	table := t.use(e, &e.wdl)
	if table == nil {
		return Draw, false
	}
	v := look(p, e, mirrored)
	part := &table.parts[v.side()&1][v.file&3]
	if e.symmetric {
		part = &table.parts[0][v.file&3]
	}
	value, ok := part.value(v.index(part))
	if !ok || value > int(Win-Loss) {
		t.refuse(&e.wdl, table)
		return Draw, false
	}
	return Loss + WDL(value), true
}

// distance returns the distance to zeroing: the number of plies to the next capture or pawn
// move, if the winning side makes it as small as possible and the losing side as large. It
// is positive if the side to move wins, negative if it loses, and 0 for a draw. Distances
// beyond ±100 belong to cursed wins and blessed losses, to which 100 plies are added. Mate
// counts as zeroing, and a side that is mated has -1. The distance may be one ply too large,
// because some tables count in moves. The tables must cover the position. If the distance
// is not known, ok is false, as for ProbeWDL.
func (t *Tables) distance(p *position.Position) (dtz int, ok bool) {
	wdl, best, ok := t.outcome(p, true)
	if !ok || wdl == Draw {
		return 0, ok
	}
	if best {
		return wdl.zeroing(), true
	}
	dtz, otherSide, ok := t.storedDistance(p, wdl)
	if !ok || !otherSide {
		return dtz, ok
	}

	// The table is for the other side to move, so the positions a ply away are looked up.
	var list movegen.List
	movegen.All(p, &list)
	found := false
	for _, m := range list.Slice() {
		after, ok := t.afterMove(p, m)
		if !ok {
			return 0, false
		}
		if sign(after) == sign(int(wdl)) && (!found || after < dtz) {
			dtz, found = after, true
		}
	}
	if !found {
		return -1, true // mated
	}
	return dtz, true
}

// afterMove returns the distance to zeroing if a legal move is made. It is counted from
// before the move, for the side that moves.
func (t *Tables) afterMove(p *position.Position, m chess.Move) (dtz int, ok bool) {
	zeroes := isZeroing(p, m)
	p.Make(m)
	defer p.Unmake()
	if zeroes {
		reply, _, ok := t.outcome(p, false)
		return (-reply).zeroing(), ok
	}
	reply, ok := t.distance(p)
	if reply == -1 && p.InCheck() && !movegen.HasLegal(p) {
		return 1, ok
	}
	return -reply - sign(reply), ok
}

// storedDistance returns the value of the DTZ table for a position with the given outcome,
// which must not be a draw. If otherSide is true, the table is for the other side to move.
func (t *Tables) storedDistance(p *position.Position, wdl WDL) (dtz int, otherSide, ok bool) {
	e, mirrored := t.find(p)
	if e == nil {
		return 0, false, false
	}
	table := t.use(e, &e.dtz)
	if table == nil {
		return 0, false, false
	}
	v := look(p, e, mirrored)
	part := &table.parts[0][v.file&3]
	if chess.Color(part.flags&blackFlag) != v.side() && (!e.symmetric || e.hasPawns) {
		return 0, true, true
	}
	dtz, ok = part.value(v.index(part))
	if ok && part.flags&mappedFlag != 0 {
		dtz, ok = table.lists[v.file&3][listOf[wdl-Loss]].at(dtz)
	}
	if !ok {
		t.refuse(&e.dtz, table)
		return 0, false, false
	}
	// Most tables count in moves, because plies matter only near the fifty-move limit.
	if wdl == Win && part.flags&winPliesFlag == 0 || wdl == Loss && part.flags&lossPliesFlag == 0 || wdl == CursedWin || wdl == BlessedLoss {
		dtz *= 2
	}
	dtz++
	if wdl == CursedWin || wdl == BlessedLoss {
		dtz += 100
	}
	return dtz * sign(int(wdl)), false, true
}

// listOf is the list in which the values of an outcome are looked up. [WDL-Loss]
var listOf = [5]int{1, 3, 0, 2, 0}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}
