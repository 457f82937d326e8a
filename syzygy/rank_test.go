package syzygy_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
	"xorro/syzygy"
)

// bestRanked returns the moves of the best rank, and the rank.
func bestRanked(t *testing.T, tables *syzygy.Tables, p *position.Position, rule50, wantDTZ bool) (chosen []string, best syzygy.Rank) {
	t.Helper()
	var list movegen.List
	movegen.All(p, &list)
	ranks := make([]syzygy.Rank, list.N)
	before := p.FEN()
	byDTZ, ok := tables.RankMoves(p, list.Slice(), rule50, ranks)
	require.True(t, ok, before)
	require.Equal(t, wantDTZ, byDTZ, before)
	require.Equal(t, before, p.FEN())
	best = ranks[0]
	for i, r := range ranks {
		if r.Value > best.Value {
			best, chosen = r, nil
		}
		if r.Value == best.Value {
			chosen = append(chosen, list.Moves[i].String())
		}
	}
	return chosen, best
}

func TestRankMoves(t *testing.T) {
	tables := open(t)
	for _, c := range []struct {
		name, fen string
		rule50    bool
		outcome   syzygy.WDL
		best      int      // how many moves share the best rank
		among     []string // some of these
	}{
		{"all moves win", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", true, syzygy.Win, 20, []string{"a1a8", "g6f5"}},
		{"the rook hangs", "8/8/8/8/8/k7/1R6/3K4 w - - 0 1", true, syzygy.Win, 13, []string{"b2h2"}},
		{"mate before the fifty moves are over", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", true, syzygy.Win, 1, []string{"a1a8"}},
		{"too late", "8/8/8/3k4/8/8/8/R3K3 w - - 90 80", true, syzygy.CursedWin, 2, []string{"e1e2", "a1a5"}},
		{"too late, but that is nothing", "8/8/8/3k4/8/8/8/R3K3 w - - 90 80", false, syzygy.Win, 2, []string{"e1e2", "a1a5"}},
		{"lost", "8/8/8/3k4/8/8/8/R3K3 b - - 0 1", true, syzygy.Loss, 8, nil},
		{"lost but for the fifty moves", "8/8/8/3k4/8/8/8/R3K3 b - - 95 80", true, syzygy.BlessedLoss, 7, []string{"d5d4"}},
		{"one move draws", "8/8/8/8/3k4/3p4/8/3K4 w - - 0 1", true, syzygy.Draw, 1, []string{"d1d2"}},
	} {
		chosen, best := bestRanked(t, tables, enginetest.Position(t, c.fen), c.rule50, true)
		require.Equal(t, c.outcome, best.Outcome, c.name)
		require.Subset(t, chosen, c.among, c.name)
		require.Len(t, chosen, c.best, c.name)
	}
}

func TestRankMovesAfterRepetition(t *testing.T) {
	tables := open(t)
	p := enginetest.Position(t, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
	all, _ := bestRanked(t, tables, p, true, true)
	for range 2 {
		for _, text := range []string{"a1b1", "d5d4", "b1a1", "d4d5"} {
			var list movegen.List
			movegen.All(p, &list)
			for _, m := range list.Slice() {
				if m.String() == text {
					p.Make(m)
					break
				}
			}
		}
	}
	chosen, best := bestRanked(t, tables, p, true, true)
	require.Equal(t, syzygy.Win, best.Outcome)
	require.Less(t, len(chosen), len(all), "progress must be made")
	require.NotContains(t, chosen, "a1b1", "draws by repetition")
}

// TestRankMovesWithoutDTZ leaves DTZ tables out.
func TestRankMovesWithoutDTZ(t *testing.T) {
	from, to := enginetest.Shared(t, "syzygy"), t.TempDir()
	for _, name := range []string{"KRvK.rtbw", "KQvKR.rtbw", "KQvK.rtbw"} {
		data, err := os.ReadFile(filepath.Join(from, name))
		require.NoError(t, err)
		write(t, to, name, data)
	}
	tables, err := syzygy.Open(to, func(err error) { t.Error(err) })
	require.NoError(t, err)
	defer func() { require.NoError(t, tables.Close()) }()
	chosen, best := bestRanked(t, tables, enginetest.Position(t, "8/8/8/8/8/k7/1R6/3K4 w - - 0 1"), true, false)
	require.Equal(t, syzygy.Win, best.Outcome)
	require.Len(t, chosen, 13)
	chosen, best = bestRanked(t, tables, enginetest.Position(t, "8/8/8/8/8/k7/1R6/3K4 b - - 0 1"), true, false)
	require.Equal(t, syzygy.Draw, best.Outcome)
	require.Equal(t, []string{"a3b2"}, chosen)
	p := enginetest.Position(t, "8/8/8/8/8/k7/1N6/3K4 w - - 0 1")
	var list movegen.List
	movegen.All(p, &list)
	_, ok := tables.RankMoves(p, list.Slice(), true, make([]syzygy.Rank, list.N))
	require.True(t, ok, "bare kings and one minor piece draw")
	p = enginetest.Position(t, "8/8/8/8/8/7k/1P6/3K4 w - - 0 1")
	list.N = 0
	movegen.All(p, &list)
	_, ok = tables.RankMoves(p, list.Slice(), true, make([]syzygy.Rank, list.N))
	require.False(t, ok, "no table of a pawn")
}
