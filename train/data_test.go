package train

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBadData(t *testing.T) {
	games := randomGames(t, 60, 9)
	good := writeGames(t, games)
	bytes := readFile(t, good)
	folder := t.TempDir()
	write := func(name string, content []byte) string {
		name = filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(name, content, 0o600))
		return name
	}
	for _, test := range []struct {
		file string
		want string // %s stands for the file
	}{
		{filepath.Join(folder, "nowhere"), "data: open %s: no such file or directory"},
		{write("empty", nil), "data: 60 games leave"},
		{write("text", []byte("these are no games")), "data: %s: damaged at game 1, byte 0"},
		{write("cut", bytes[:len(bytes)-9]), "data: %s: damaged at game"},
	} {
		// After a good file.
		c := tinyConfig(t, good)
		c.Files = append(c.Files, test.file)
		c.Validate = 0.001 // too little to hold out any
		_, err := Run(t.Context(), c)
		require.ErrorContains(t, err, strings.ReplaceAll(test.want, "%s", test.file))
		require.NotContains(t, err.Error(), "\n")
		require.NoFileExists(t, c.checkpointFile())
	}
	c := tinyConfig(t, write("nothing", nil))
	_, err := Run(t.Context(), c)
	require.EqualError(t, err, "data: 0 games leave 0 positions to learn from and 0 to hold out; there must be some of both")

	ctx, cancel := context.WithCancel(t.Context())
	c = tinyConfig(t, good)
	c.Reading = func(int, int) { cancel() }
	_, err = Run(ctx, c)
	require.EqualError(t, err, "interrupted while the data were read")

	c = tinyConfig(t, good)
	c.Out = filepath.Join(folder, "no such folder", "net")
	_, err = Run(t.Context(), c)
	require.ErrorContains(t, err, "out: ")
}

func TestHeldOut(t *testing.T) {
	const games, share = 500, 0.02
	d := new(data)
	held := 0
	for i, g := range randomGames(t, games, 10) {
		before, heldBefore := d.training.n, d.heldOut.n
		d.addGame(g, share)
		fit := 0
		for range g.TrainingPositions() {
			fit++
		}
		learned, out := d.training.n-before, d.heldOut.n-heldBefore
		require.Equal(t, fit, learned+out)
		require.True(t, learned == 0 || out == 0, "game %d is on both sides", i)
		if out > 0 {
			held++
		}
	}
	require.Equal(t, int(games*share), held)
}
