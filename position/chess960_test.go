package position_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/position"
)

func TestRandomChess960(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	met := map[string]bool{}
	for range 20_000 {
		p, err := position.FromSetup(position.RandomChess960(rng))
		require.NoError(t, err)
		require.NoError(t, p.Validate())
		require.Equal(t, chess.RightsOf(chess.White)|chess.RightsOf(chess.Black), p.Castling())
		met[p.FEN()] = true
	}
	require.Len(t, met, 960)
}
