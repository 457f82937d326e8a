package datagen

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/nnue"
	"xorro/position"
)

// testRescoring searches fast.
var testRescoring = Rescoring{Nodes: 40, Threads: 2, Network: nnue.Default()}

// otherNetwork is a network unlike the default one.
func otherNetwork(t testing.TB) *nnue.Network {
	t.Helper()
	w := nnue.Default().Weights()
	for i := range w.OutputBias {
		w.OutputBias[i] += 1000
	}
	n, err := nnue.New(w, "")
	require.NoError(t, err)
	return n
}

// rescore continues a file from inputs, and returns its games.
func rescore(t testing.TB, ctx context.Context, c Rescoring, path string, inputs ...string) []*Game {
	t.Helper()
	f, err := Open(path, nil)
	require.NoError(t, err)
	_, err = Rescore(ctx, c, inputs, f)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	games, err := readAll(t, load(t, path))
	require.Equal(t, io.EOF, err)
	return games
}

func requireSameGames(t testing.TB, want, got []*Game) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range want {
		requireSameGame(t, want[i], got[i])
	}
}

func TestRescore(t *testing.T) {
	c := testConfig
	c.Games, c.Threads, c.OffPath = 24, 2, 10
	_, played := playNew(t, c)
	before, err := readAll(t, played)
	require.Equal(t, io.EOF, err)
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	require.NoError(t, os.WriteFile(file("a"), write(t, before[:10]...), 0o600))
	require.NoError(t, os.WriteFile(file("b"), write(t, before[10:]...), 0o600))
	inputs := []string{file("a"), file("b")}
	want := rescore(t, t.Context(), testRescoring, file("whole"), inputs...)
	require.Len(t, want, len(before))

	changed, hidden, offPath := 0, 0, 0
	for i, g := range want {
		old := before[i]
		require.Equal(t, old.Start.Setup(), g.Start.Setup())
		require.Equal(t, old.Result, g.Result)
		require.Equal(t, old.Moves, g.Moves)
		noisy := map[position.Setup]chess.Score{} // positions where a noisy move was played
		for j, p := range g.Positions() {
			if p.InCheck() {
				require.Equal(t, old.Scores[j], g.Scores[j])
				continue
			}
			if g.Scores[j] == NoScore {
				require.True(t, g.Moves[j].IsQuiet())
				hidden++
			} else if g.Scores[j] != old.Scores[j] {
				changed++
			}
			if !g.Moves[j].IsQuiet() {
				noisy[p.Setup()] = g.Scores[j]
			}
		}
		for _, a := range g.Asides {
			p, err := position.FromSetup(a.Setup)
			require.NoError(t, err)
			require.True(t, p.IsLegal(a.Best))
			if a.OffPath {
				offPath++
				continue
			}
			require.True(t, isFit(p, a.Best, a.Score))
			require.Equal(t, g.Result, a.Result)
			score, ok := noisy[a.Setup]
			require.True(t, ok)
			require.Equal(t, score, a.Score)
		}
	}
	onPath := -offPath
	for i, g := range want {
		onPath += len(g.Asides)
		offPath -= len(before[i].Asides)
	}
	require.Zero(t, offPath, "each is searched again")
	require.Greater(t, changed, 500)
	require.Positive(t, hidden)
	require.Positive(t, onPath)

	// Neither threads nor interruptions change anything.
	for _, threads := range []int{1, 3} {
		c := testRescoring
		c.Threads = threads
		path := file("again")
		for _, times := range []int{4, 12, 20} {
			got := rescore(t, enginetest.Countdown(t, times), c, path, inputs...)
			require.Less(t, len(got), len(want))
			requireSameGames(t, want[:len(got)], got)
		}
		requireSameGames(t, want, rescore(t, t.Context(), c, path, inputs...))
		require.NoError(t, os.Remove(path))
	}

	// What an earlier rescoring has left behind does not matter.
	other := testRescoring
	other.Network = otherNetwork(t)
	first := rescore(t, t.Context(), other, file("other"), inputs...)
	require.NotEqual(t, want[0].Scores, first[0].Scores)
	requireSameGames(t, want, rescore(t, t.Context(), testRescoring, file("twice"), file("other")))
}

func TestRescoreErrors(t *testing.T) {
	c := testConfig
	c.Games = 4
	_, played := playNew(t, c)
	games, _ := readAll(t, played)
	folder := t.TempDir()
	file := func(name string, games ...*Game) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, write(t, games...), 0o600))
		return path
	}
	all, some, swapped := file("all", games...), file("some", games[:2]...), file("swapped", games[0], games[2], games[1], games[3])
	out := filepath.Join(folder, "out")
	rescore(t, t.Context(), testRescoring, out, swapped)
	whole := load(t, out)
	cut := filepath.Join(folder, "cut")
	require.NoError(t, os.WriteFile(cut, append(bytes.Clone(load(t, all)), 1), 0o600))
	other, deeper := testRescoring, testRescoring
	other.Network = otherNetwork(t)
	deeper.Nodes = 400
	missing := filepath.Join(folder, "missing")
	for name, test := range map[string]struct {
		c      Rescoring
		inputs []string
		want   string
	}{
		"other games": {testRescoring, []string{all}, out + ": game 2 is not game 2 of those to rescore"},
		"fewer games": {testRescoring, []string{file("one", games[0])}, out + ": 4 games, but there are only 1 to rescore"},
		"network":     {other, []string{swapped}, out + ": game 4 was rescored with another network or number of nodes"},
		"nodes":       {deeper, []string{swapped}, out + ": game 4 was rescored with another network or number of nodes"},
		"no input":    {testRescoring, []string{swapped, missing}, missing + ": "},
		"damage":      {testRescoring, []string{swapped, some, cut}, cut + ": damaged at game 5, byte "},
	} {
		require.NoError(t, os.WriteFile(out, whole, 0o600))
		f, err := Open(out, nil)
		require.NoError(t, err)
		_, err = Rescore(t.Context(), test.c, test.inputs, f)
		require.ErrorContains(t, err, test.want, name)
		require.NotContains(t, err.Error(), "\n")
		require.NoError(t, f.Close())
		got, err := readAll(t, load(t, out))
		require.Equal(t, io.EOF, err)
		if name == "damage" {
			require.Len(t, got, 10, "the games before the damage are kept")
		} else {
			require.Len(t, got, 4)
		}
	}
}
