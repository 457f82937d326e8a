package uci

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sharedTables is a folder beside the project where tables may lie.
func sharedTables(t *testing.T) string {
	t.Helper()
	folder := filepath.Join("..", "..", "shared", "data", "syzygy")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("needs ", folder)
	}
	return folder
}

func TestSyzygyPathTellsWhatThereIs(t *testing.T) {
	empty, missing := t.TempDir(), filepath.Join(t.TempDir(), "missing")
	for path, want := range map[string]string{
		"<empty>": "info string no tablebases",
		"":        "info string no tablebases",
		empty:     "info string no tablebases",
		missing:   "info string no tablebases; open " + missing,
		missing + string(filepath.ListSeparator) + missing + "2": "info string no tablebases; open " + missing,
	} {
		lines := talk(t, "setoption name SyzygyPath value "+path+"\n")
		require.Len(t, lines, 1, path)
		require.True(t, strings.HasPrefix(lines[0], want), lines[0])
	}
	folder := sharedTables(t)
	lines := talk(t, "setoption name SyzygyPath value "+folder+string(filepath.ListSeparator)+missing+"\n")
	require.Len(t, lines, 1)
	require.Regexp(t, `^info string \d+ WDL and \d+ DTZ tablebases of up to \d men; open .*missing`, lines[0])
}

func TestSyzygyInSearch(t *testing.T) {
	folder := sharedTables(t)
	const search = "position fen 8/8/8/3k4/8/8/8/R3K3 w - - 90 80\ngo depth 6\n"
	score := func(options string) (score string, hits bool, said string) {
		lines := talk(t, options+search)
		for _, line := range lines {
			if _, rest, ok := strings.Cut(line, " score "); ok {
				score = strings.Join(strings.Fields(rest)[:2], " ")
				hits = !strings.Contains(rest, " tbhits 0 ")
			}
		}
		return score, hits, strings.Join(lines, "\n")
	}
	path := "setoption name SyzygyPath value " + folder + "\n"
	for options, want := range map[string]string{
		path: "cp 1",
		path + "setoption name Syzygy50MoveRule value false\n": "cp 31753",
		path + "setoption name SyzygyProbeDepth value 100\n":   "cp 1", // the root is looked up in any case
	} {
		got, hits, said := score(options)
		require.Equal(t, want, got, said)
		require.True(t, hits, said)
	}
	for _, options := range []string{"", path + "setoption name SyzygyProbeLimit value 2\n", path + "setoption name SyzygyPath value <empty>\n"} {
		_, hits, said := score(options)
		require.False(t, hits, said)
	}
}

func TestSyzygyDamagedTableIsToldOnce(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "KRvK.rtbw"), make([]byte, 80), 0o600))
	lines := talk(t, "setoption name SyzygyPath value "+folder+"\nposition fen 8/8/8/3k4/8/8/8/R3K3 w - - 0 1\ngo depth 4\ngo depth 4\n")
	told := 0
	for _, line := range lines {
		if strings.HasPrefix(line, "info string tablebase not used: ") {
			require.Contains(t, line, "KRvK.rtbw")
			told++
		}
	}
	require.Equal(t, 1, told)
	require.Contains(t, lines[len(lines)-1], "bestmove")
}
