package main

import (
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/internal/match"
	"xorro/uci"
)

func TestMain(m *testing.M) { enginetest.MainEngine(m, uci.New) }

func TestPosition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, e := range endings {
		for n := range 200 {
			strong := chess.Color(n % 2)
			p := e.position(rng, strong)
			require.Equal(t, strong, p.SideToMove(), p.FEN())
			require.Equal(t, 1, p.ByColor(strong.Other()).Count(), p.FEN())
			require.Equal(t, 1+len(e.pieces), p.ByColor(strong).Count(), p.FEN())
			require.False(t, p.InCheck(), p.FEN())
			if e.name == "two bishops" {
				require.Equal(t, 1, (p.Pieces(chess.Bishop) & chess.LightSquares).Count(), p.FEN())
			}
		}
	}
}

func TestRun(t *testing.T) {
	engine := enginetest.Program(t)
	for _, bad := range []struct {
		args []string
		want string
	}{
		{[]string{engine}, "want two engines, got 1"},
		{[]string{"-games", "0", engine, engine}, "-games: want at least 1, got 0"},
		{[]string{"-attack", "soon", engine, engine}, "-attack: "},
		{[]string{"nowhere/engine", engine}, "nowhere/engine: "},
	} {
		require.ErrorContains(t, run(t.Context(), bad.args, io.Discard, io.Discard), bad.want)
	}
	var out strings.Builder
	require.NoError(t, run(t.Context(), []string{"-games", "1", "-attack", "nodes 3000", "-defence", "depth 1", engine, engine}, &out, io.Discard))
	require.Regexp(t, `^queen +1 of 1 mated, \d+ moves in the median, \d+ at most\n(.*\n)*bishop, knight +`, out.String())

	out.Reset()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.NoError(t, run(ctx, []string{engine, engine}, &out, io.Discard))
	require.Regexp(t, `^queen +0 of 0 mated\n$`, out.String())
}

func TestTally(t *testing.T) {
	tally := tally{ending: endings[0]}
	tally.add(match.Result{White: 1, Plies: 19, Ending: match.Mate}, "a")
	tally.add(match.Result{White: 0.5, Plies: 31, Ending: match.Drawn}, "b")
	var out strings.Builder
	require.NoError(t, tally.write(&out))
	require.Equal(t, "queen            1 of 2 mated, 10 moves in the median, 10 at most\n  b: ended by rule after 15 moves\n", out.String())
}
