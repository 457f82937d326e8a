package classical

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

func parse(t testing.TB, fen string) *position.Position {
	t.Helper()
	p, err := position.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// mirrored is the position with the colours exchanged and the board turned upside
// down.
func mirrored(t testing.TB, p *position.Position) *position.Position {
	t.Helper()
	fields := strings.Fields(p.FEN())
	rows := strings.Split(swapCase(fields[0]), "/")
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
	side := map[string]string{"w": "b", "b": "w"}[fields[1]]
	return parse(t, strings.Join([]string{strings.Join(rows, "/"), side, "-", "-", "0", "1"}, " "))
}

func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, s)
}

// TestSymmetry looks at the positions of random games.
func TestSymmetry(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	for range 60 {
		p := parse(t, position.StartFEN)
		for range 150 {
			score := Evaluate(p)
			if other := Evaluate(mirrored(t, p)); other != score {
				t.Fatalf("%s: %d, mirrored %d", p.FEN(), score, other)
			}
			if chess.IsDecisive(score) {
				t.Fatalf("%s: %d claims a mate", p.FEN(), score)
			}
			var moves movegen.List
			movegen.All(p, &moves)
			if moves.N == 0 {
				break
			}
			p.Make(moves.Moves[random.IntN(moves.N)])
		}
	}
}

func TestPlacementMirrors(t *testing.T) {
	for kind := chess.Pawn; kind <= chess.King; kind++ {
		for s := chess.A1; s <= chess.H8; s++ {
			white, black := placed[chess.PieceOf(chess.White, kind)][s], placed[chess.PieceOf(chess.Black, kind)][s.Flip()]
			if white != -black || white != placed[chess.PieceOf(chess.White, kind)][s^7] {
				t.Errorf("%c on %v", kind.Letter(), s)
			}
		}
	}
}

func TestPair(t *testing.T) {
	values := []int{0, 1, -1, 37, -250, 9000, -9000}
	for _, m := range values {
		for _, e := range values {
			if p := mix(m, e); p.middlegame() != m || p.endgame() != e {
				t.Errorf("mix(%d, %d) holds %d, %d", m, e, p.middlegame(), p.endgame())
			}
			if p := mix(m, e)*3 - mix(e, m); p.middlegame() != 3*m-e || p.endgame() != 3*e-m {
				t.Errorf("3*mix(%d, %d) - mix(%d, %d) holds %d, %d", m, e, e, m, p.middlegame(), p.endgame())
			}
		}
	}
}

// TestPreferences compares positions with White to move that differ in one thing.
func TestPreferences(t *testing.T) {
	tests := []struct{ name, better, worse string }{
		{"a pawn up", "4k3/ppp5/8/8/8/8/PPPP4/4K3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"},
		{"a queen before a rook", "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/3RK3 w - - 0 1"},
		{"two bishops", "1n2k1n1/8/8/8/8/8/8/2B1KB2 w - - 0 1", "1n2k1n1/8/8/8/8/8/8/2B1KN2 w - - 0 1"},
		{"a knight in the centre", "4k3/pp6/8/8/3N4/8/PP6/4K3 w - - 0 1", "4k3/pp6/8/8/8/N7/PP6/4K3 w - - 0 1"},
		{"a passed pawn", "4k3/p7/8/4P3/8/8/8/4K3 w - - 0 1", "4k3/4p3/8/4P3/8/8/8/4K3 w - - 0 1"},
		{"a passed pawn further on", "4k3/p7/4P3/8/8/8/8/4K3 w - - 0 1", "4k3/p7/8/4P3/8/8/8/4K3 w - - 0 1"},
		{"a passed pawn that is free", "4k3/p3n3/8/2P5/8/8/8/4K3 w - - 0 1", "4k3/p7/2n5/2P5/8/8/8/4K3 w - - 0 1"},
		{"pawns side by side", "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/pp6/8/8/8/P7/P7/4K3 w - - 0 1"},
		{"a rook on an open file", "4k3/ppp5/8/8/8/8/PPP5/3RK3 w - - 0 1", "4k3/ppp5/8/8/8/8/PPP5/2R1K3 w - - 0 1"},
		{"a sheltered king", "r2q1rk1/ppp2ppp/8/8/8/8/PPP2PPP/R2Q1RK1 w - - 0 1", "r2q1rk1/ppp2ppp/8/8/5PPP/8/PPP5/R2Q1RK1 w - - 0 1"},
		{"a central king in the endgame", "8/pp3k2/8/8/3K4/8/PP6/8 w - - 0 1", "8/pp3k2/8/8/8/8/PP6/K7 w - - 0 1"},
	}
	for _, test := range tests {
		if better, worse := Evaluate(parse(t, test.better)), Evaluate(parse(t, test.worse)); better <= worse {
			t.Errorf("%s: %d is not above %d", test.name, better, worse)
		}
	}
}

func TestStartPosition(t *testing.T) {
	p := parse(t, position.StartFEN)
	if score := Evaluate(p); score != tempo {
		t.Errorf("start position: %d, want the tempo %d alone", score, tempo)
	}
	if allocations := testing.AllocsPerRun(100, func() { Evaluate(p) }); allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	p := parse(b, "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9")
	for b.Loop() {
		Evaluate(p)
	}
}
