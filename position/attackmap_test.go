package position_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
)

// TestAttacks: each square of the map has the attackers that AttackersTo finds.
func TestAttacks(t *testing.T) {
	r, twice := rand.New(rand.NewPCG(4, 1)), 0
	for range 20 {
		p := enginetest.Position(t, position.StartFEN)
		for range 120 {
			if !enginetest.MakeRandomMove(p, r) {
				break
			}
			gone := chess.Bitboard(r.Uint64()&r.Uint64()&r.Uint64()) &^ p.Pieces(chess.King)
			if r.IntN(2) == 0 {
				gone = 0
			}
			for c := range chess.Color(2) {
				var m position.AttackMap
				p.AttacksWithout(c, gone, &m)
				if gone == 0 {
					require.Equal(t, m, *p.Attacks(c))
				}
				for s := chess.A1; s <= chess.H8; s++ {
					attackers := p.AttackersTo(s, p.Occupied()&^gone) & p.ByColor(c) &^ gone
					require.Equal(t, attackers != 0, m.All.Has(s), "%s: %v %v without %v", p.FEN(), c, s, gone)
					require.Equal(t, attackers.Many(), m.Twice.Has(s), "%s: %v %v without %v", p.FEN(), c, s, gone)
					for kind := chess.Pawn; kind <= chess.King; kind++ {
						require.Equal(t, attackers&p.Pieces(kind) != 0, m.By[kind].Has(s), "%s: %v %v without %v", p.FEN(), kind, s, gone)
					}
				}
				twice += m.Twice.Count()
			}
		}
	}
	assert.Greater(t, twice, 10_000)
}

// BenchmarkAttacks finds the squares that both sides attack in random positions.
func BenchmarkAttacks(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 1))
	var list []*position.Position
	for len(list) < 256 {
		p := enginetest.Position(b, position.StartFEN)
		for range 20 + r.IntN(60) {
			if !enginetest.MakeRandomMove(p, r) {
				break
			}
		}
		list = append(list, p)
	}
	var m position.AttackMap
	for b.Loop() {
		p := list[r.IntN(len(list))]
		p.AttacksWithout(chess.White, 0, &m)
		p.AttacksWithout(chess.Black, 0, &m)
	}
}
