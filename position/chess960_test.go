package position_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
)

func TestRandomChess960(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	met := map[string]bool{}
	for range 20_000 {
		fen := position.RandomChess960(rng)
		p := enginetest.Position(t, fen)
		require.Equal(t, chess.AllCastling, p.Castling())
		met[fen] = true
	}
	require.Len(t, met, 960)
}
