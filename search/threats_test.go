package search

import (
	"testing"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/tt"
)

// TestThreats: the score of a quiet move counts its check, and whether a cheaper piece
// can capture the moving one before and after the move. A move loses what its exchange does.
func TestThreats(t *testing.T) {
	worth := [8]int{chess.Pawn: 1, chess.Knight: 2, chess.Bishop: 2, chess.Rook: 3, chess.Queen: 4}
	checks, dangers := 0, 0
	for _, fen := range benchPositions {
		p := enginetest.Position(t, fen)
		var found threats
		found.find(p)
		inDanger := func(kind chess.PieceType, s chess.Square) bool {
			them := p.ByColor(p.SideToMove().Other())
			for attackers := p.AttackersTo(s, p.Occupied()) & them; attackers != 0; attackers &= attackers - 1 {
				by := p.PieceOn(attackers.First()).Type()
				if kind != chess.King && by != chess.King && worth[by] < worth[kind] {
					return true
				}
			}
			return false
		}
		var list movegen.List
		movegen.Quiet(p, &list)
		for _, m := range list.Slice() {
			kind := p.PieceOn(m.From()).Type()
			want := 0
			if inDanger(kind, m.From()) {
				want += orderDanger
				dangers++
			}
			if !m.IsCastle() && inDanger(kind, m.To()) {
				want -= orderDanger
				dangers++
			}
			for _, limit := range []int{0, -99, -100, -299, -899} {
				if got, want := found.loses(p, m, limit), !p.SEE(m, limit); got != want {
					t.Errorf("%s: %v loses more than %d: got %v, want %v", fen, m, -limit, got, want)
				}
			}
			sound := p.SEE(m, orderCheckSEE)
			p.Make(m)
			if sound && p.Checkers().Has(m.To()) {
				want += orderCheck
				checks++
			}
			p.Unmake()
			if got := found.score(p, m); got != want {
				t.Errorf("%s: %v: got %d, want %d", fen, m, got, want)
			}
		}
	}
	if checks < 10 || dangers < 100 {
		t.Errorf("only %d checks and %d dangers were tried", checks, dangers)
	}
}

func TestHindsight(t *testing.T) {
	for _, test := range []struct {
		name        string
		depth       chess.Depth
		reduced     int
		prior, eval chess.Score
		want        chess.Depth
	}{
		{"the move was as good as it looked", 5, 3, 50, -50, 0},
		{"a reduced move turns out well", 5, 3, 50, -60, 1},
		{"it was hardly reduced", 5, 2, 50, -60, 0},
		{"a reduced move was a mistake", 5, 1, hindsightSurplus, 1, -1},
		{"it was not reduced", 5, 0, hindsightSurplus, 1, 0},
		{"no depth is left to take", 1, 1, hindsightSurplus, 1, 0},
		{"it answered a check", 5, 3, tt.NoEval, -60, 0},
	} {
		w := newEngine(t).workers[0]
		w.frames[2].eval, w.frames[2].reduced, w.frames[3].eval = test.prior, test.reduced, test.eval
		if got := w.hindsight(test.depth, 3); got != test.want {
			t.Errorf("%s: got %d, want %d", test.name, got, test.want)
		}
	}
}
