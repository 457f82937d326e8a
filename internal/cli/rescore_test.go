package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDataRescoreCommand(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	runWell(t, "datagen", "-games", "6", "-nodes", "30", "-seed", "3", "-offpath", "20", "-out", file("games"))
	out := runWell(t, "data", "rescore", "-nodes", "40", "-out", file("first"), file("games"))
	require.Regexp(t, `first: 6 games, \d+ positions, W/D/L \d+/\d+/\d+ %; 6 games in \d+s, \d+/s, \d+ nodes a move(, \d+ positions a CPU second)?; complete\n$`, out)
	runWell(t, "data", "rescore", "-nodes", "40", "-threads", "1", "-out", file("second"), file("games"))
	first, err := os.ReadFile(file("first"))
	require.NoError(t, err)
	second, err := os.ReadFile(file("second"))
	require.NoError(t, err)
	require.Equal(t, first, second)
	require.Contains(t, runWell(t, "data", "view", "-games", "6", file("first")), "aside, off the path: ")

	// Games that came to the inputs later are added.
	runWell(t, "datagen", "-games", "3", "-nodes", "30", "-seed", "4", "-out", file("more"))
	out, errs, code := runXorro(t, "", "data", "rescore", "-nodes", "40", "-out", file("first"), file("games"), file("more"))
	require.Zero(t, code, errs)
	require.Regexp(t, `first holds 6 games, .*; continuing\n$`, errs)
	require.Contains(t, out, "first: 9 games, ")
	require.Contains(t, out, "; 3 games in ")

	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-out", file("third")}, exitUsage, "xorro data rescore: FILE is missing; xorro help data rescore tells more\n"},
		{[]string{file("games")}, exitUsage, "xorro data rescore: -out is missing; xorro help data rescore tells more\n"},
		{[]string{"-out", file("games"), file("games")}, exitFailed, "xorro: -out: " + file("games") + " is one of the files to rescore\n"},
		{[]string{"-nodes", "70", "-out", file("first"), file("games"), file("more")}, exitFailed, "game 9 was rescored with another network or number of nodes\n"},
		{[]string{"-net", file("games"), "-out", file("third"), file("games")}, exitFailed, "games: not a network: "},
	} {
		_, errs, code := runXorro(t, "", append([]string{"data", "rescore"}, test.args...)...)
		require.Equal(t, test.code, code, errs)
		require.Contains(t, errs, test.want)
	}
}
