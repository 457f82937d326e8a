package uci

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/nnue"
)

// clockWords are the words of a report that depend on the clock.
var clockWords = regexp.MustCompile(` nps \d+| time \d+`)

// writeNetwork writes the network that is built in, but more content with each
// position.
func writeNetwork(t *testing.T, path string) {
	t.Helper()
	w := nnue.Default().Weights()
	for i := range w.OutputBias {
		w.OutputBias[i] += 2000
	}
	n, err := nnue.New(w, "for a test")
	require.NoError(t, err)
	f, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, n.Write(f))
	require.NoError(t, f.Close())
}

func TestEvalFile(t *testing.T) {
	folder := t.TempDir()
	good, bad := filepath.Join(folder, "good.nn"), filepath.Join(folder, "bad.nn")
	writeNetwork(t, good)
	require.NoError(t, os.WriteFile(bad, []byte("no network"), 0o600))
	const search = "eval\ngo depth 1\n" // the end of the input stops what is deeper
	tail := func(options string) string {
		lines := talk(t, options+"isready\n"+search)
		for i, line := range lines {
			if line == "readyok" {
				// What depends on the clock is left out.
				text := strings.Join(lines[i+1:], "\n")
				return clockWords.ReplaceAllString(text, "")
			}
		}
		t.Fatal("no readyok")
		return ""
	}
	load := func(path string) string { return "setoption name EvalFile value " + path + "\n" }
	builtIn, loaded := tail(""), tail(load(good))
	require.NotEqual(t, builtIn, loaded)
	require.Equal(t, builtIn, tail(load(good)+load("<empty>")))
	require.Equal(t, builtIn, tail(load(bad)))
	require.Equal(t, loaded, tail(load(good)+load(bad)))
	require.Equal(t, loaded, tail("setoption name Threads value 3\n"+load(good)+"setoption name Threads value 1\n"))

	told := talk(t, load(good)+load(bad)+load(filepath.Join(folder, "missing.nn")))
	require.Len(t, told, 3)
	require.Regexp(t, `^info string evaluation by the network \(768 -> .*, with \w+$`, told[0])
	require.Regexp(t, `^info string option EvalFile: .*bad\.nn.*; .*good\.nn is kept$`, told[1])
	require.Regexp(t, `^info string option EvalFile: .*missing\.nn.*; .*good\.nn is kept$`, told[2])
}
