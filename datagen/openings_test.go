package datagen

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

// material is White's advantage in pawns, from the side to move's view.
func material(p *position.Position) (score chess.Score) {
	for kind, worth := range [5]chess.Score{1, 3, 3, 5, 9} {
		score += worth * (p.PiecesOf(chess.White, chess.PieceType(kind)).Count() - p.PiecesOf(chess.Black, chess.PieceType(kind)).Count())
	}
	if p.SideToMove() == chess.Black {
		return -score
	}
	return score
}

func never() bool { return false }

func TestOpenings(t *testing.T) {
	scored := 0
	o := Openings{Start: startPosition, Move: weightedMove, Balance: 0, Score: func(p *position.Position) chess.Score {
		scored++
		return material(p)
	}}
	rng := rand.New(rand.NewPCG(1, 2))
	p := new(position.Position)
	plies := map[int]int{}
	const openings = 500
	for range openings {
		require.NoError(t, o.Next(p, rng, never))
		plies[p.Ply()]++
		require.Zero(t, material(p))
		_, over := Outcome(p)
		require.False(t, over)
	}
	require.Greater(t, scored, openings, "some openings must be refused")
	require.Len(t, plies, 2)
	require.Greater(t, plies[8], openings/3)
	require.Greater(t, plies[9], openings/3)
}

func TestOpeningsFromAnywhere(t *testing.T) {
	from := func(fen string) Openings {
		return Openings{
			Start: func(p *position.Position, _ *rand.Rand) error { return p.SetFEN(fen) },
			Move:  AnyMove, Score: material, Balance: 3,
		}
	}
	rng := rand.New(rand.NewPCG(1, 3))
	p := new(position.Position)
	o := from("4k3/8/8/8/8/8/8/QQQ1K3 b - - 0 1")
	for range 3 {
		require.NoError(t, o.Next(p, rng, never))
		require.True(t, movegen.HasLegal(p), "not balanced, but going on")
	}
	o = from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
	require.EqualError(t, o.Next(p, rng, never), "2000 openings in a row were over")
	o = from("no position")
	require.Error(t, o.Next(p, rng, never))
	calls := 0
	o = from("4k3/8/8/8/8/8/8/QQQ1K3 b - - 0 1")
	require.ErrorIs(t, o.Next(p, rng, func() bool { calls++; return calls == 5 }), ErrStopped)
	failed := errors.New("no more")
	o.Start = func(*position.Position, *rand.Rand) error { return failed }
	require.Equal(t, failed, o.Next(p, rng, never))
}

func TestAnyMove(t *testing.T) {
	p := enginetest.Position(t, position.StartFEN)
	rng := rand.New(rand.NewPCG(1, 4))
	counts := map[chess.Move]int{}
	for range 20_000 {
		counts[AnyMove(p, rng)]++
	}
	require.Len(t, counts, 20)
	for m, n := range counts {
		require.InDelta(t, 1000, n, 200, m.String())
	}
}
