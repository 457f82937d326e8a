package attacks

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
)

// TestReach: each square has the attackers that there are, on boards with many pieces and
// with few, in assembly and in Go.
func TestReach(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	for range 20_000 {
		occupied := chess.Bitboard(random.Uint64())
		for range random.IntN(4) {
			occupied &= chess.Bitboard(random.Uint64())
		}
		some := func() chess.Bitboard {
			return occupied & chess.Bitboard(random.Uint64()&random.Uint64())
		}
		bishops := some()
		rooks := some() &^ bishops
		queens := some() &^ (bishops | rooks)
		king := chess.Square(random.IntN(64))

		want := Reach{Diagonal: Bishop(king, occupied), Straight: Rook(king, occupied)}
		for s := chess.A1; s <= chess.H8; s++ {
			near, far := Bishop(s, occupied), Rook(s, occupied)
			attackers := near&bishops | far&rooks | (near|far)&queens
			for _, kind := range []struct {
				pieces chess.Bitboard
				set    *chess.Bitboard
			}{{bishops, &want.Bishops}, {rooks, &want.Rooks}, {queens, &want.Queens}, {^chess.Bitboard(0), &want.All}} {
				if attackers&kind.pieces != 0 {
					*kind.set |= s.Bitboard()
				}
			}
			if attackers.Many() {
				want.Twice |= s.Bitboard()
			}
		}
		got, inGo := Reach{All: 1}, Reach{Twice: 1} // what was there does not matter
		got.Find(occupied, bishops, rooks, queens, king.Bitboard())
		inGo.findGo(occupied, bishops, rooks, queens, king.Bitboard())
		require.Equal(t, want, got, "%x %x %x %x %v", occupied, bishops, rooks, queens, king)
		require.Equal(t, want, inGo, "%x %x %x %x %v", occupied, bishops, rooks, queens, king)
	}
}
