package search

import (
	"slices"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
	"xorro/syzygy"
	"xorro/tt"
)

// probing is how tablebases are used.
type probing struct {
	tables *syzygy.Tables // nil for none
	depth  chess.Depth    // least depth at which positions with limit pieces are probed
	limit  int            // greatest number of pieces
	rule50 bool           // cursed wins and blessed losses are draws
}

// defaultProbing is how tablebases are used by default.
var defaultProbing = probing{depth: 1, limit: syzygy.MaxPieces, rule50: true}

// tablebase is the use of the tablebases in one search.
type tablebase struct {
	probing
	pieces int         // greatest number of pieces of a position that is probed; 0 for none
	known  bool        // the moves at the root were ranked
	score  chess.Score // of the best move at the root
}

// override returns what is reported in place of a score of the search: the score of
// the tablebases if they know the root, unless the search has found a mate.
func (tb *tablebase) override(score chess.Score, bound tt.Bound) (chess.Score, tt.Bound) {
	if tb.known && !chess.IsMate(score) {
		return tb.score, tt.Exact
	}
	return score, bound
}

// drawCursed is how far a cursed win is above a draw in centipawns.
const drawCursed chess.Score = 1

// tablebaseTrust is how many plies are added to the depth of the result of a probe
// when it is stored in the table.
const tablebaseTrust = 6

// SetTablebases sets the tablebases to probe, nil for none. When it returns, the
// engine no longer uses the previous ones.
func (e *Engine) SetTablebases(t *syzygy.Tables) {
	e.running.Lock()
	defer e.running.Unlock()
	e.probing.tables = t
}

// SetTablebaseProbing sets which positions are probed: those with fewer pieces than
// limit, and those with limit pieces at the given depth in plies or more. With rule50
// a win that takes longer than the fifty-move rule allows is a draw.
func (e *Engine) SetTablebaseProbing(depth chess.Depth, limit int, rule50 bool) {
	e.running.Lock()
	defer e.running.Unlock()
	e.probing.depth, e.probing.limit, e.probing.rule50 = depth, limit, rule50
}

// probeRoot returns the use of the tablebases in a search of the position. If the
// tablebases know the position, the limits are changed to allow only its best moves.
// The hits are the moves that were ranked.
func (pr probing) probeRoot(p *position.Position, l *Limits) (tb tablebase, hits uint64) {
	tb.probing = pr
	if pr.tables == nil {
		return tb, 0
	}
	tb.pieces = pr.limit
	if most := pr.tables.MaxPieces(); tb.pieces > most {
		tb.pieces, tb.depth = most, 0
	}
	var list movegen.List
	movegen.All(p, &list)
	moves := restrict(list.Slice(), func(m chess.Move) bool { return slices.Contains(l.SearchMoves, m) })
	if len(moves) == 0 || p.Occupied().Count() > tb.pieces {
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
	// Below the root the tablebases give all winning moves the same score, so they are not
	// probed there. Where the distances to zeroing are missing they are, since the search
	// may lose the win without them.
	if byDTZ || best.Outcome <= syzygy.Draw {
		tb.pieces = 0
	}
	return tb, uint64(len(moves))
}

// score returns the score of an outcome at a ply. That of a win is a lower bound,
// since there may be a mate; that of a loss is an upper bound.
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

// probe returns the score of the position by the tablebases. The bound is tt.None if
// they do not have it. They know an outcome only right after a capture or pawn move.
func (w *worker) probe(depth chess.Depth, ply int) (chess.Score, tt.Bound) {
	p, tb := w.pos, &w.tablebase
	pieces := p.Occupied().Count()
	if pieces > tb.pieces || pieces == tb.pieces && depth < tb.depth || p.Rule50() != 0 {
		return 0, tt.None
	}
	wdl, ok := tb.tables.ProbeWDL(p)
	if !ok {
		return 0, tt.None
	}
	w.tbHits++
	return tb.probing.score(wdl, ply)
}

// teamHits is the number of positions that all threads have found in the tablebases.
// The other threads' counts are as old as in teamNodes.
func (w *worker) teamHits() uint64 {
	sum := w.tbHits
	for _, other := range w.team {
		if other != w {
			sum += other.publishedHits.Load()
		}
	}
	return sum
}
