package attacks

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"xorro/chess"
)

// steps returns the squares that a piece attacks, computed from files and ranks. It
// takes at most the given number of steps in each direction, up to the first occupied square.
func steps(s chess.Square, occupied chess.Bitboard, most int, directions ...[2]int) (set chess.Bitboard) {
	for _, d := range directions {
		f, r := int(s.File()), int(s.Rank())
		for range most {
			f, r = f+d[0], r+d[1]
			if f < 0 || f > 7 || r < 0 || r > 7 {
				break
			}
			to := chess.SquareAt(chess.File(f), chess.Rank(r))
			set |= to.Bitboard()
			if occupied.Has(to) {
				break
			}
		}
	}
	return set
}

var (
	straight = [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	oblique  = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	leaps    = [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

func TestLeapers(t *testing.T) {
	for s := chess.A1; s <= chess.H8; s++ {
		assert.Equal(t, steps(s, 0, 1, leaps...), Knight(s))
		assert.Equal(t, steps(s, 0, 1, leaps...), Knights(s.Bitboard()))
		assert.Equal(t, steps(s, 0, 1, straight...)|steps(s, 0, 1, oblique...), King(s))
		assert.Equal(t, steps(s, 0, 1, [2]int{1, 1}, [2]int{-1, 1}), Pawn(chess.White, s))
		assert.Equal(t, steps(s, 0, 1, [2]int{1, -1}, [2]int{-1, -1}), Pawn(chess.Black, s))
	}
}

func TestSliders(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for s := chess.A1; s <= chess.H8; s++ {
		for range 5000 {
			occupied := chess.Bitboard(random.Uint64())
			if random.IntN(2) == 0 {
				occupied &= chess.Bitboard(random.Uint64())
			}
			if rook, bishop := steps(s, occupied, 7, straight...), steps(s, occupied, 7, oblique...); Rook(s, occupied) != rook || Bishop(s, occupied) != bishop || Queen(s, occupied) != rook|bishop {
				t.Fatalf("from %s over\n%s", s, occupied)
			}
		}
		for kind, want := range map[chess.PieceType]chess.Bitboard{
			chess.Knight: Knight(s), chess.Bishop: Bishop(s, 7), chess.Rook: Rook(s, 7), chess.Queen: Queen(s, 7), chess.King: King(s),
		} {
			assert.Equal(t, want, Of(kind, s, 7))
		}
		assert.Equal(t, Rook(s, 0), RookRays(s))
		assert.Equal(t, Bishop(s, 0), BishopRays(s))
	}
}

// TestEverySubset looks up every set of pieces that can stand in the way of a sliding
// piece, so no two windows of the table disagree about an entry.
func TestEverySubset(t *testing.T) {
	for s := chess.A1; s <= chess.H8; s++ {
		for subset := range subsets(rooks[s].mask) {
			if Rook(s, subset) != steps(s, subset, 7, straight...) {
				t.Fatalf("rook on %s over\n%s", s, subset)
			}
		}
		for subset := range subsets(bishops[s].mask) {
			if Bishop(s, subset) != steps(s, subset, 7, oblique...) {
				t.Fatalf("bishop on %s over\n%s", s, subset)
			}
		}
	}
}

func TestNoSquareAttacksNothing(t *testing.T) {
	for _, occupied := range []chess.Bitboard{0, chess.Full, 0x123456789abcdef} {
		assert.Zero(t, Knight(chess.NoSquare)|King(chess.NoSquare)|Rook(chess.NoSquare, occupied)|Bishop(chess.NoSquare, occupied))
	}
}

func TestLines(t *testing.T) {
	for a := chess.A1; a <= chess.H8; a++ {
		for b := chess.A1; b <= chess.H8; b++ {
			var between, line chess.Bitboard
			for _, d := range append(append([][2]int{}, straight...), oblique...) {
				if ray := steps(a, b.Bitboard(), 7, d); ray.Has(b) {
					between = ray &^ b.Bitboard()
					line = steps(a, 0, 7, d) | steps(a, 0, 7, [2]int{-d[0], -d[1]}) | a.Bitboard()
				}
			}
			if Between(a, b) != between || Line(a, b) != line {
				t.Fatalf("%s to %s: between\n%sline\n%s", a, b, Between(a, b), Line(a, b))
			}
		}
	}
}

func BenchmarkSliders(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	var occupied [256]chess.Bitboard
	for i := range occupied {
		occupied[i] = chess.Bitboard(random.Uint64() & random.Uint64())
	}
	var sum chess.Bitboard
	for i := 0; b.Loop(); i++ {
		sum ^= Queen(chess.Square(i&63), occupied[i&255])
	}
	if sum == 1 {
		b.Log("to keep the sum alive")
	}
}

func BenchmarkInit(b *testing.B) {
	for b.Loop() {
		initSliders()
	}
}
