package search

import (
	"testing"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/tt"
)

// TestZugzwang: null moves that fail high are verified, so that the side to move is
// not thought safe where every move loses.
func TestZugzwang(t *testing.T) {
	for _, test := range []struct {
		fen, best string
		nodes     uint64
	}{
		{"8/6B1/p5p1/Pp4kp/1P5r/5P1Q/4q1PK/8 w - - 0 1", "h3h4", 8_000_000},
		{"8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1", "f4d5", 3_000_000},
	} {
		p := enginetest.Position(t, test.fen)
		if r := newEngine(t).Go(p, Limits{Nodes: test.nodes}, Reports{}); r.Best != enginetest.Move(t, p, test.best) {
			t.Errorf("%s: %v is played, want %s", test.fen, r.Best, test.best)
		}
	}
}

// TestNullMovesProveNoWin: a null move's mate does not become an ordinary score that is
// larger than every evaluation.
func TestNullMovesProveNoWin(t *testing.T) {
	const most = 10_000 // centipawns, more than any of these positions is evaluated at
	for _, fen := range []string{"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"} {
		var r recorder
		newEngine(t).Go(enginetest.Position(t, fen), Limits{Depth: 20}, r.reports())
		for _, info := range r.infos {
			if !chess.IsDecisive(info.Score) && max(info.Score, -info.Score) > most {
				t.Errorf("%s: score %d at depth %d", fen, info.Score, info.Depth)
			}
		}
	}
}

// TestNullMovesSeeThreats: a null move far above beta does not fail high where the opponent
// threatens a mate by a quiet move.
func TestNullMovesSeeThreats(t *testing.T) {
	e := newEngine(t)
	w := e.workers[0]
	p := enginetest.Position(t, "7r/5pk1/5pp1/8/1Q6/5b2/PP3Pp1/RR4K1 w - - 0 30") // Rh1 is the threat
	const beta = 600
	for depth := nullMoveThreatDepth; depth <= nullMoveVerification; depth++ {
		e.NewGame()
		w.prepare(p, new(Job), e.workers, 1)
		eval := w.evaluate()
		if eval < beta {
			t.Fatalf("evaluated at %d, below beta", eval)
		}
		if score := w.searchNull(beta, eval, depth, 1); score >= beta {
			t.Errorf("depth %d: score %d after a null move", depth, score)
		}
	}
}

// TestChecksAreNotFutile: a quiet move that mates is found though the evaluation is far
// below alpha. It is not the first move, which is never pruned.
func TestChecksAreNotFutile(t *testing.T) {
	e := newEngine(t)
	w := e.workers[0]
	p := enginetest.Position(t, "kbK5/p7/pP6/8/8/8/8/8 w - - 0 2")
	w.prepare(p, new(Job), e.workers, 1)
	w.rootDepth = 1
	if score := w.search(338, 339, 1, 2, true); score != chess.MateIn(3) {
		t.Errorf("score %d, want a mate in one", score)
	}
}

// TestUpcomingRepetitionInQuiescence: a side that is far behind but can repeat a
// position has a draw, in quiescence too.
func TestUpcomingRepetitionInQuiescence(t *testing.T) {
	e := newEngine(t)
	w := e.workers[0]
	p := enginetest.Position(t, "6k1/5p1p/8/8/7K/1n6/r7/nr5Q b - - 0 1", "a2a3", "h1d5", "a3a2", "d5h1", "a2a3")
	w.prepare(p, new(Job), e.workers, 1)
	if eval := w.evaluate(); eval > -200 {
		t.Fatalf("evaluated at %d, not as lost", eval)
	}
	if score := w.quiesce(-150, -149, 5); score != draw {
		t.Errorf("score %d of a side that can repeat, want a draw", score)
	}
	if score := w.quiesce(-150, -149, 0); score == draw {
		t.Error("a draw with nothing repeated below the root")
	}
}

// TestTableMatesAndFiftyMoves: a mate of the table that comes after the fifty-move draw
// ends no search.
func TestTableMatesAndFiftyMoves(t *testing.T) {
	e := newEngine(t)
	w := e.workers[0]
	const ply, plies = 1, 31 // the mate is 31 plies from the node
	for _, test := range []struct {
		fen    string
		trusts bool
	}{
		{"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", true},
		{"8/8/8/3k4/8/8/8/KQ6 w - - 69 80", true},
		{"8/8/8/3k4/8/8/8/KQ6 w - - 70 80", false},
		{"8/8/8/3k4/8/8/8/KQ6 w - - 89 80", false},
	} {
		p := enginetest.Position(t, test.fen)
		for _, sign := range []int{1, -1} {
			entry := tt.Entry{Score: sign * chess.MateIn(ply+plies), Depth: 60, Bound: tt.Exact}
			e.NewGame()
			e.table.Store(p.Hash(), ply, entry)
			w.prepare(p, new(Job), e.workers, 1)
			if got := w.search(20, 21, 2, ply, true) == entry.Score; got != test.trusts {
				t.Errorf("%s: the score %d is taken from the table: %t", test.fen, entry.Score, got)
			}
			e.table.Store(p.Hash(), ply, entry)
			if got := w.quiesce(20, 21, ply) == entry.Score; got != test.trusts {
				t.Errorf("%s: the score %d is taken from the table in quiescence: %t", test.fen, entry.Score, got)
			}
		}
		entry := tt.Entry{Score: 55, Depth: 60, Bound: tt.Exact}
		if p.Rule50() < rule50Trust && !w.trusts(entry, ply) {
			t.Errorf("%s: an ordinary score is not trusted", test.fen)
		}
	}
}
