package datagen

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// save makes a file.
func save(t testing.TB, content []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games")
	require.NoError(t, os.WriteFile(path, content, 0o640))
	return path
}

func load(t testing.TB, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	return content
}

func TestAppend(t *testing.T) {
	games := testGames(t)
	path := filepath.Join(t.TempDir(), "games")
	for i, g := range games {
		f, err := Open(path, nil)
		require.NoError(t, err)
		require.Equal(t, i, f.Totals().Games)
		require.NoError(t, f.Append(g))
		require.Equal(t, i+1, f.Totals().Games)
		require.NoError(t, f.Close())
	}
	got, _ := readAll(t, load(t, path))
	require.Len(t, got, len(games))
	for i := range games {
		requireSameGame(t, games[i], got[i])
	}
	var told []int
	totals, err := Check(path, func(now Totals) { told = append(told, now.Games) })
	require.NoError(t, err)
	require.Equal(t, []int{1, 2, 3, 4, 5, 6}, told)
	require.Equal(t, Totals{Games: 6, Positions: 22, Results: [3]int{1, 3, 2}}, totals)
}

// TestOpenTwice: a second writer is refused until the first has closed the file, and readers
// are not.
func TestOpenTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	first, err := Open(path, nil)
	require.NoError(t, err)
	require.NoError(t, first.Append(testGames(t)[0]))
	require.NoError(t, first.Flush())
	_, err = Open(path, nil)
	require.EqualError(t, err, "another process appends games to it")
	totals, err := Check(path, nil)
	require.NoError(t, err)
	require.Equal(t, 1, totals.Games)
	require.NoError(t, first.Close())
	second, err := Open(path, nil)
	require.NoError(t, err)
	require.Equal(t, 1, second.Totals().Games)
	require.NoError(t, second.Close())
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(dir, nil)
	require.Error(t, err)
	_, err = Open(filepath.Join(dir, "no", "file"), nil)
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = Open(os.DevNull, nil)
	require.EqualError(t, err, "not a regular file")
	_, err = Check(filepath.Join(dir, "none"), nil)
	require.ErrorIs(t, err, os.ErrNotExist)

	whole := write(t, testGames(t)...)
	half := append(bytes.Clone(whole), whole[:len(whole)/2]...)
	path := save(t, half)
	_, err = Open(path, nil)
	require.EqualError(t, err, "damaged at game 7, byte 304 when decompressed: the file breaks off")
	require.Equal(t, half, load(t, path), "it stays as it is")
}

func TestRepair(t *testing.T) {
	games := testGames(t)
	whole := write(t, games...)
	illegal := appendGame(nil, games[0])
	illegal = append(illegal, appendGame(nil, games[1])...)
	illegal[startSize+4] ^= 1
	tests := []struct {
		name    string
		content []byte
		kept    int
		damage  string
	}{
		{"whole", whole, 6, ""},
		{"empty", nil, 0, ""},
		{"half a frame at the end", append(bytes.Clone(whole), whole[:40]...), 6, "damaged at game 7, byte 304 when decompressed: the file breaks off"},
		{"a byte of a frame at the end", append(bytes.Clone(whole), whole[0]), 6, "damaged at game 7, byte 304 when decompressed: the file breaks off"},
		{"zeros at the end", append(bytes.Clone(whole), make([]byte, 5000)...), 6, "damaged at game 7, byte 304 when decompressed: no zstd frame begins here"},
		{"nothing good", []byte("hello, hello"), 0, "damaged at game 1, byte 0 when decompressed: no zstd frame begins here"},
		{"a move in the second frame", append(bytes.Clone(whole), frame(t, illegal)...), 6, "damaged at game 7, byte 340 when decompressed: move 2 of the game, f7e5, is not legal in rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1"},
	}
	for _, test := range tests {
		path := save(t, test.content)
		kept, damage, err := Repair(path, nil)
		require.NoError(t, err, test.name)
		require.Equal(t, test.kept, kept.Games, test.name)
		if test.damage == "" {
			require.Nil(t, damage, test.name)
			require.Equal(t, test.content, append([]byte(nil), load(t, path)...), test.name)
		} else {
			require.EqualError(t, damage, test.damage, test.name)
		}
		got, _ := readAll(t, load(t, path))
		require.Len(t, got, test.kept)
		for i := range got {
			requireSameGame(t, games[i], got[i])
		}
		_, damage, err = Repair(path, nil)
		require.NoError(t, err)
		require.Nil(t, damage, "a repaired file is whole")
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o640), info.Mode().Perm())
		others, err := os.ReadDir(filepath.Dir(path))
		require.NoError(t, err)
		require.Len(t, others, 1, "nothing is left lying about")

		f, err := Open(path, nil)
		require.NoError(t, err)
		require.NoError(t, f.Append(games[0]))
		require.NoError(t, f.Close())
		totals, err := Check(path, nil)
		require.NoError(t, err)
		require.Equal(t, test.kept+1, totals.Games)
	}
	_, _, err := Repair(filepath.Join(t.TempDir(), "none"), nil)
	require.ErrorIs(t, err, os.ErrNotExist)
}
