package train

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/datagen"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

// material is a side's pieces in centipawns.
func material(p *position.Position, c chess.Color) (sum int) {
	for kind, worth := range [5]int{100, 300, 300, 500, 900} {
		sum += worth * p.PiecesOf(c, chess.PieceType(kind)).Count()
	}
	return sum
}

// randomGames are games of random moves. Scores count the material; so does the
// result, at the end.
func randomGames(tb testing.TB, games int, seed uint64) []*datagen.Game {
	rng := rand.New(rand.NewPCG(seed, 5))
	list := make([]*datagen.Game, games)
	for i := range list {
		p := enginetest.Position(tb, "")
		g := &datagen.Game{Start: p.Clone()}
		ahead := 0
		for p.Ply() < 120 && !p.IsDraw(0) {
			var moves movegen.List
			movegen.All(p, &moves)
			if moves.N == 0 {
				break
			}
			ahead = material(p, chess.White) - material(p, chess.Black)
			m := moves.Moves[rng.IntN(moves.N)]
			g.Moves = append(g.Moves, m)
			g.Scores = append(g.Scores, ahead)
			p.Make(m)
		}
		switch {
		case ahead > 300:
			g.Result = datagen.WhiteWins
		case ahead >= -300:
			g.Result = datagen.Draw
		}
		list[i] = g
	}
	return list
}

// randomData is what random games are read as.
func randomData(tb testing.TB, games int, seed uint64) *data {
	d := new(data)
	for _, g := range randomGames(tb, games, seed) {
		d.addGame(g, 0.1)
	}
	return d
}

// writeGames writes games into a new file.
func writeGames(t *testing.T, games []*datagen.Game) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "games.zst")
	file, err := os.Create(name)
	require.NoError(t, err)
	w, err := datagen.NewWriter(file)
	require.NoError(t, err)
	for _, g := range games {
		require.NoError(t, w.Write(g))
	}
	require.NoError(t, w.Flush())
	require.NoError(t, file.Close())
	return name
}

// tinyConfig trains in about a second on the games of a file, into a folder of
// its own.
func tinyConfig(t *testing.T, file string) Config {
	settings := DefaultSettings()
	settings.Hidden, settings.Epochs, settings.Batch, settings.Rate = 64, 6, 300, 0.01
	settings.Validate, settings.Seed = 0.1, 3
	return Config{
		Settings: settings,
		Files:    []string{file},
		Out:      filepath.Join(t.TempDir(), "tiny.nnue"),
		Threads:  2,
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	return content
}

// run trains to the end, and returns the network's file and the curve's.
func run(t *testing.T, c Config) (network, curve []byte) {
	t.Helper()
	_, err := Run(t.Context(), c)
	require.NoError(t, err)
	return readFile(t, c.Out), readFile(t, c.CurveFile())
}
