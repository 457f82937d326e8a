package search

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
	"xorro/syzygy"
)

// withTablebases returns an engine with those tablebase files of three and four pieces
// that match a pattern such as *.rtbw.
func withTablebases(t *testing.T, files string) *Engine {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(enginetest.Shared(t, "syzygy"), files))
	require.NoError(t, err)
	require.NotEmpty(t, found)
	folder := t.TempDir()
	for _, file := range found {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, filepath.Base(file)), data, 0o600))
	}
	tables, err := syzygy.Open(folder, func(err error) { t.Error(err) })
	require.NoError(t, err)
	e := newEngine(t)
	e.SetTablebases(tables)
	t.Cleanup(func() {
		e.SetTablebases(nil)
		require.NoError(t, tables.Close())
	})
	return e
}

// lastInfo returns the last report of a search, and its best move.
func lastInfo(e *Engine, p *position.Position, l Limits) (last Info, best chess.Move) {
	r := e.Go(p, l, Reports{Line: func(i Info) { last = i }})
	return last, r.Best
}

func TestTablebaseScores(t *testing.T) {
	const everything, outcomesOnly = "*", "*.rtbw"
	for _, c := range []struct {
		name, files, fen string
		low, high        chess.Score
	}{
		{"won at the root", everything, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", chess.TablebaseWin, chess.TablebaseWin},
		{"won at the root, without distances", outcomesOnly, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", chess.TablebaseWin, chess.TablebaseWin},
		{"lost at the root", everything, "8/8/8/3k4/8/8/8/R3K3 b - - 0 1", -chess.TablebaseWin, -chess.TablebaseWin},
		{"drawn, though a queen up", everything, "8/8/8/8/8/4Q1K1/2p5/1k6 w - - 0 1", draw, draw},
		{"drawn, without distances", outcomesOnly, "4k3/8/8/4P3/4K3/8/8/8 w - - 0 1", draw, draw},
		{"won but for fifty moves", everything, "8/8/8/3k4/8/8/8/R3K3 w - - 90 80", draw + drawCursed, draw + drawCursed},
		{"lost but for fifty moves", everything, "8/8/8/3k4/8/8/8/R3K3 b - - 95 80", draw - drawCursed, draw - drawCursed},
		{"a capture of five pieces wins", everything, "7k/8/8/3r4/4P3/8/8/R3K3 w - - 0 1", chess.TablebaseWin - 8, chess.TablebaseWin},
	} {
		e := withTablebases(t, c.files)
		info, _ := lastInfo(e, enginetest.Position(t, c.fen), Limits{Depth: 8})
		require.Positive(t, info.TBHits, c.name)
		if !chess.IsMate(info.Score) {
			require.LessOrEqual(t, c.low, info.Score, c.name)
			require.GreaterOrEqual(t, c.high, info.Score, c.name)
		}
	}
}

// TestTablebaseWinsAreWon plays won endings with the engine on both sides.
func TestTablebaseWinsAreWon(t *testing.T) {
	for _, c := range []struct{ files, fen string }{
		{"*", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"},
		{"*", "8/8/8/3k4/8/8/3BN3/3K4 w - - 0 1"},
		{"*", "8/8/8/3k4/8/8/3BB3/3K4 w - - 0 1"},
		{"*", "8/8/8/3kr3/8/8/8/Q2K4 w - - 0 1"},
		{"*", "8/8/8/8/2k5/8/4P3/4K3 w - - 0 1"},
		{"*", "8/8/8/3k4/8/8/8/R3K3 w - - 60 80"},
		{"*.rtbw", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"},
	} {
		e := withTablebases(t, c.files)
		p := enginetest.Position(t, c.fen)
		winner := p.SideToMove()
		for movegen.HasLegal(p) {
			require.False(t, p.IsDraw(0), "%s: %s", c.fen, p.FEN())
			info, m := lastInfo(e, p, Limits{Nodes: 2000})
			if p.SideToMove() == winner {
				require.GreaterOrEqual(t, info.Score, chess.TablebaseWin, p.FEN())
			}
			p.Make(m)
		}
		require.True(t, p.InCheck(), p.FEN())
		require.NotEqual(t, winner, p.SideToMove(), p.FEN())
		t.Log(c.files, c.fen, p.Ply(), "plies")
	}
}

func TestTablebaseProbing(t *testing.T) {
	e := withTablebases(t, "*")
	const fen = "8/8/8/3k4/2p1p3/8/8/R3K3 w - - 0 1" // five pieces
	hits := func() uint64 {
		e.NewGame()
		info, _ := lastInfo(e, enginetest.Position(t, fen), Limits{Depth: 9})
		return info.TBHits
	}
	all := hits()
	require.Positive(t, all)
	e.SetTablebaseProbing(100, 4, true)
	deep := hits()
	require.Less(t, deep, all, "four pieces only at a depth that is never reached")
	require.Positive(t, deep, "three pieces at any")
	e.SetTablebaseProbing(1, 2, true)
	require.Zero(t, hits())
	e.SetTablebaseProbing(1, 7, true)
	e.SetThreads(2)
	require.Positive(t, hits())
	e.SetThreads(1)
	e.SetTablebases(nil)
	require.Zero(t, hits())
}

func TestTablebaseRootMoves(t *testing.T) {
	e := withTablebases(t, "*")
	// The king must protect the rook, or the rook must move away.
	p := enginetest.Position(t, "8/8/8/8/8/k7/1R6/3K4 w - - 0 1")
	l := Limits{}
	tb, hits := e.probing.probeRoot(p, &l)
	require.True(t, tb.known)
	require.Zero(t, tb.pieces)
	require.Len(t, l.SearchMoves, 13)
	require.Len(t, legalMoves(p), int(hits))
	// Only the given moves are ranked.
	l = Limits{SearchMoves: []chess.Move{enginetest.Move(t, p, "b2b3"), enginetest.Move(t, p, "d1e1")}}
	tb, _ = e.probing.probeRoot(p, &l)
	require.Equal(t, draw, tb.score)
	require.Len(t, l.SearchMoves, 2)
	require.False(t, slices.Contains(l.SearchMoves, enginetest.Move(t, p, "d1c1")))
	// No table has positions with castling rights.
	l = Limits{}
	tb, _ = e.probing.probeRoot(enginetest.Position(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &l)
	require.False(t, tb.known)
	require.Empty(t, l.SearchMoves)
}
