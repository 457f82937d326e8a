package main

import (
	"archive/tar"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/datagen"
)

const games = `[Event "Tournament"]
[Result "1-0"]
[FEN "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1"]

h6 {-9.50/7} Ra8+ {+M1/3} Kh7 {unknown} 1-0

[Result "0-1"]

1. f3 {-0.12/5 0.1s, n=1} e5 {book} 2. g4 Qh4# {+M1/2, line=x} 0-1

[Result "*"]

e4 {0.00/1} *

[Result "1-0"]

e4 {0.00/1} e4 1-0

[Result "1-0"]
[Termination "abandoned"]

e4 1-0
`

// TestArchive converts an archive with two games that can be used and three that cannot.
func TestArchive(t *testing.T) {
	folder := t.TempDir()
	archive := filepath.Join(folder, "7.pgn.tar")
	var packed bytes.Buffer
	w := tar.NewWriter(&packed)
	require.NoError(t, w.WriteHeader(&tar.Header{Name: "7.1.1.pgn", Size: int64(len(games)), Mode: 0o666, Typeflag: tar.TypeReg}))
	_, err := w.Write([]byte(games))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.NoError(t, os.WriteFile(archive, packed.Bytes(), 0o666))

	path := filepath.Join(folder, "games.zst")
	var out, errs bytes.Buffer
	require.NoError(t, run([]string{"-out", path, archive}, &out, &errs))
	require.Equal(t, path+": 2 games, 7 positions; 3 games left out\n", out.String())
	require.Contains(t, errs.String(), `7.1.1.pgn: game 3 is left out: result: want 1-0, 0-1 or 1/2-1/2, got "*"`)
	require.Contains(t, errs.String(), `game 4 is left out: ply 2: "e4" is not legal`)
	require.Contains(t, errs.String(), "game 5 is left out: termination: abandoned")

	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	r, err := datagen.NewReader(file)
	require.NoError(t, err)
	defer r.Close()
	g, err := r.Next()
	require.NoError(t, err)
	require.Equal(t, datagen.WhiteWins, g.Result)
	require.Equal(t, "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", g.Start.FEN())
	require.Equal(t, []chess.Score{950, datagen.MateScore, datagen.NoScore}, g.Scores)
	g, err = r.Next()
	require.NoError(t, err)
	require.Equal(t, datagen.BlackWins, g.Result)
	require.Equal(t, []chess.Score{-12, datagen.NoScore, datagen.NoScore, -datagen.MateScore}, g.Scores)
	_, err = r.Next()
	require.Equal(t, io.EOF, err)
}

// TestFailures checks that what cannot be converted leaves no file.
func TestFailures(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "games.zst")
	empty := filepath.Join(folder, "empty.pgn")
	require.NoError(t, os.WriteFile(empty, nil, 0o666))
	broken := filepath.Join(folder, "broken.pgn.bz2")
	require.NoError(t, os.WriteFile(broken, []byte("no archive"), 0o666))
	for want, args := range map[string][]string{
		"want -out FILE and an archive":              {"-out", path},
		"the archives have no game that can be used": {"-out", path, empty},
		"broken.pgn.bz2: bzip2 data invalid":         {"-out", path, broken},
		"missing.pgn":                                {"-out", path, filepath.Join(folder, "missing.pgn")},
	} {
		require.ErrorContains(t, run(args, io.Discard, io.Discard), want)
		require.NoFileExists(t, path)
	}
}
