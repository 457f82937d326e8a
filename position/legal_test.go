package position_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
)

// legalTraps has positions with every reason for a move to be illegal.
var legalTraps = append([]string{
	"4k3/8/8/8/1b6/8/3N4/R3K2R w KQ - 0 1",   // pinned, castling out of nothing
	"4k3/8/8/8/8/5q2/8/R3K2R w KQ - 0 1",     // castling through attacks
	"1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",     // b1 attacked, c1 and d1 not
	"4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1",     // in check
	"4k3/8/8/8/4r3/5n2/8/R3K2R w KQ - 0 1",   // in double check
	"4k3/8/8/8/4r3/5n2/6B1/R3K2R w KQ - 0 1", // one of whose checkers could be taken
	"8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 1",     // en passant against a check
	"8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",       // en passant on a pinned rank
	"7k/P1P5/8/8/8/8/p1p5/7K w - - 0 1",      // promotions
	"1n5k/P1P5/8/8/8/8/p1p5/1N5K b - - 0 1",  // capturing ones
	"rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",     // king next to its rook
	"4k3/8/8/8/8/8/8/qRK5 w B - 0 1",         // the castling rook shields the king
	"2r1k3/8/8/8/8/8/8/RK6 w A - 0 1",        // the king's target is attacked
	"5k2/8/8/8/8/8/8/r2NK3 w - - 0 1",        // pinned knight
}, trees...)

// TestIsLegalEverywhere compares IsLegal with the generator for all 16-bit values, in the
// positions of random games from legalTraps.
func TestIsLegalEverywhere(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for _, fen := range legalTraps {
		p := enginetest.Position(t, fen)
		for range 8 {
			var list movegen.List
			movegen.All(p, &list)
			legal := map[chess.Move]bool{}
			for _, m := range list.Slice() {
				legal[m] = true
			}
			for pattern := range 1 << 16 {
				m := chess.Move(pattern)
				if p.IsLegal(m) != legal[m] {
					t.Fatalf("%s: IsLegal(%v of kind %d) is %v", p.FEN(), m, m.Kind(), p.IsLegal(m))
				}
				if legal[m] && !p.IsPseudoLegal(m) {
					t.Fatalf("%s: %v is legal but not pseudo-legal", p.FEN(), m)
				}
			}
			if list.N == 0 {
				break
			}
			p.Make(list.Moves[random.IntN(list.N)])
		}
	}
}

// TestIsPseudoLegal checks that the only pseudo-legal moves that are not legal leave the
// king in check or castle through an attack.
func TestIsPseudoLegal(t *testing.T) {
	for _, c := range []struct {
		fen  string
		move chess.Move
		want bool
	}{
		{"4k3/8/8/8/1b6/8/3N4/R3K2R w KQ - 0 1", chess.NewMove(chess.D2, chess.F3, chess.Quiet), true},
		{"4k3/8/8/8/1b6/8/3N4/R3K2R w KQ - 0 1", chess.NewMove(chess.D2, chess.D4, chess.Quiet), false},
		{"4k3/8/8/8/8/5q2/8/R3K2R w KQ - 0 1", chess.NewMove(chess.E1, chess.H1, chess.Castle), true},
		{"4k3/8/8/8/8/5q2/8/R3KB1R w KQ - 0 1", chess.NewMove(chess.E1, chess.H1, chess.Castle), false},
		{"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", chess.NewMove(chess.E1, chess.H1, chess.Castle), false},
		{"4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", chess.NewMove(chess.A1, chess.A8, chess.Quiet), true},
		{"4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", chess.NewMove(chess.A1, chess.A8, chess.Capture), false},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", chess.NewMove(chess.A7, chess.A8, chess.Quiet), false},
		{"4k3/8/P7/8/8/8/8/4K3 w - - 0 1", chess.NewMove(chess.A6, chess.A7, chess.PromoteQueen), false},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", chess.NoMove, false},
	} {
		assert.Equal(t, c.want, enginetest.Position(t, c.fen).IsPseudoLegal(c.move), "%s %v", c.fen, c.move)
	}
}

func TestPinned(t *testing.T) {
	p := enginetest.Position(t, "4k3/8/7q/8/1b2r3/8/3NN3/2B1K2R w K - 0 1")
	assert.Equal(t, chess.D2.Bitboard()|chess.E2.Bitboard(), p.Pinned())
	assert.False(t, p.InCheck())
	p = enginetest.Position(t, "4k3/8/8/8/1b2r3/8/8/4K2R w K - 0 1")
	assert.Equal(t, chess.B4.Bitboard()|chess.E4.Bitboard(), p.Checkers())
	assert.Zero(t, p.Pinned())
}
