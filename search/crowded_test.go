package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/position"
)

// TestCrowdedBoards searches positions that no game leads to, with up to 31 pieces
// of one side and up to 259 moves.
func TestCrowdedBoards(t *testing.T) {
	for _, fen := range []string{
		"kbQ4Q/br2Q3/KQ4Q1/3Q4/Q4Q1Q/Q1Q4Q/4Q3/1Q4Q1 w - - 0 1",
		"knKQQQQn/ppQ4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQQ w - - 0 1",
		"QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q4QQQ/Q4Qrb/QQQQQKnk b - - 0 1",
		"4k3/qqqqqqqq/qqqqqqq1/8/8/1QQQQQQQ/QQQQQQQQ/4K3 w - - 0 1",
		"4k3/pppppppp/ppppppp1/8/8/1PPPPPPP/PPPPPPPP/4K3 b - - 0 1",
		"4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/NNNNKNNN w - - 0 1",
	} {
		p, _, err := position.ParseFENLenient(fen)
		require.NoError(t, err)
		for _, threads := range []int{1, 2} {
			e := newEngine(t)
			e.SetThreads(threads)
			var r recorder
			result := e.Go(p, Limits{Nodes: 20_000}, r.reports())
			require.NotEqual(t, chess.NoMove, result.Best, fen)
			require.True(t, p.IsLegal(result.Best), fen)
			checkLine(t, p, result.PV)
		}
	}
}
