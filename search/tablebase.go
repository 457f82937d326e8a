package search

import (
	"slices"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
	"xorro/syzygy"
	"xorro/tt"
)

// probing says how tablebases are used.
type probing struct {
	tables *syzygy.Tables // nil for none
	depth  chess.Depth    // least remaining depth at which positions of limit men are probed
	limit  int            // greatest number of men
	rule50 bool           // cursed wins and blessed losses are draws
}

// defaultProbing is how tablebases are used unless SetTablebaseProbing says more.
var defaultProbing = probing{depth: 1, limit: syzygy.MaxMen, rule50: true}

// tablebase is what a search has of the tablebases.
type tablebase struct {
	probing
	men   int         // positions of so many men are probed in the search; 0 for none
	known bool        // the moves at the root were ranked
	score chess.Score // of the best of them
}

// override is what to report in place of what the search has found.
func (tb *tablebase) override(score chess.Score, bound tt.Bound) (chess.Score, tt.Bound) {
	if tb.known && !chess.IsMate(score) {
		return tb.score, tt.Exact
	}
	return score, bound
}

// drawCursed is how far above a draw a cursed win is if fifty moves make it one.
const drawCursed chess.Score = 1

// tablebaseTrust is how many plies deeper than the node a probe's result counts in
// the table.
const tablebaseTrust = 6

// SetTablebases sets the tablebases to probe, nil for none. The engine does not
// use those of before any more when it returns.
func (e *Engine) SetTablebases(t *syzygy.Tables) {
	e.running.Lock()
	defer e.running.Unlock()
	e.probing.tables = t
}

// SetTablebaseProbing sets which positions are probed: those of at most limit men
// (0 for none), those of just so many only at a remaining depth of so many plies or
// more; and whether a win that fifty moves come before is a draw.
func (e *Engine) SetTablebaseProbing(depth chess.Depth, limit int, rule50 bool) {
	e.running.Lock()
	defer e.running.Unlock()
	e.probing.depth, e.probing.limit, e.probing.rule50 = depth, limit, rule50
}

// probeRoot readies the tablebases for a search of a position. If they know it, the
// limits come to allow only the best moves there, and hits tells how many were
// looked at.
func (pr probing) probeRoot(p *position.Position, l *Limits) (tb tablebase, hits uint64) {
	tb.probing = pr
	if pr.tables == nil {
		return tb, 0
	}
	tb.men = pr.limit
	if most := pr.tables.MaxMen(); tb.men > most {
		tb.men, tb.depth = most, 0
	}
	var list movegen.List
	movegen.All(p, &list)
	moves := list.Slice()
	if isAsked := func(m chess.Move) bool { return slices.Contains(l.SearchMoves, m) }; slices.ContainsFunc(moves, isAsked) {
		moves = slices.DeleteFunc(moves, func(m chess.Move) bool { return !isAsked(m) })
	}
	if len(moves) == 0 || p.Occupied().Count() > tb.men {
		return tb, 0
	}
	ranks := make([]syzygy.Rank, len(moves))
	byDTZ, ok := pr.tables.RankMoves(p, moves, pr.rule50, ranks)
	if !ok {
		return tb, 0
	}
	best := slices.MaxFunc(ranks, func(a, b syzygy.Rank) int { return a.Value - b.Value })
	l.SearchMoves = nil
	for i, m := range moves {
		if ranks[i].Value == best.Value {
			l.SearchMoves = append(l.SearchMoves, m)
		}
	}
	tb.known = true
	tb.score, _ = pr.score(best.Outcome, 0)
	// Below the root they would only say again what is known, and that all ways are
	// equal. Without distances to zeroing they keep the search from losing the win.
	if byDTZ || best.Outcome <= syzygy.Draw {
		tb.men = 0
	}
	return tb, uint64(len(moves))
}

// score is what an outcome at a distance of ply from the root is worth. A win may
// be a mate as well, which is better, and a loss being mated.
func (pr probing) score(wdl syzygy.WDL, ply int) (chess.Score, tt.Bound) {
	if !pr.rule50 {
		switch wdl {
		case syzygy.CursedWin:
			wdl = syzygy.Win
		case syzygy.BlessedLoss:
			wdl = syzygy.Loss
		}
	}
	switch wdl {
	case syzygy.Win:
		return chess.TablebaseWin - ply, tt.Lower
	case syzygy.CursedWin:
		return draw + drawCursed, tt.Exact
	case syzygy.BlessedLoss:
		return draw - drawCursed, tt.Exact
	case syzygy.Loss:
		return ply - chess.TablebaseWin, tt.Upper
	}
	return draw, tt.Exact
}

// probe is what the tablebases say of the position. The bound is tt.None if it is
// none of theirs. They know outcomes only right after a capture or pawn move.
func (w *worker) probe(depth chess.Depth, ply int) (chess.Score, tt.Bound) {
	p, tb := w.pos, &w.tablebase
	men := p.Occupied().Count()
	if men > tb.men || men == tb.men && depth < tb.depth || p.Rule50() != 0 {
		return 0, tt.None
	}
	wdl, ok := tb.tables.ProbeWDL(p)
	if !ok {
		return 0, tt.None
	}
	w.tbHits++
	return tb.probing.score(wdl, ply)
}

// teamHits is how many positions all threads have found in the tablebases; those
// the others found of late are not counted yet.
func (w *worker) teamHits() uint64 {
	sum := w.tbHits
	for _, other := range w.team {
		if other != w {
			sum += other.publishedHits.Load()
		}
	}
	return sum
}
