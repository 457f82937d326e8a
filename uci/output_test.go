package uci

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDebugLogFile checks that the file gets every line of the input and of the output,
// each with the time, until another file or none is named.
func TestDebugLogFile(t *testing.T) {
	first, second := filepath.Join(t.TempDir(), "first.log"), filepath.Join(t.TempDir(), "second.log")
	require.NoError(t, os.WriteFile(first, []byte("kept\n"), 0o600))
	option := func(path string) string { return "setoption name Debug Log File value " + path }
	s := newSession(t)
	require.Empty(t, s.Ask(option(first)))
	require.Empty(t, s.Ask("position startpos"))
	s.Send("go perft 1")
	s.Until("Nodes searched: 20")
	require.Empty(t, s.Ask()[1:])

	missing := filepath.Join(t.TempDir(), "none", "x.log")
	got := s.Ask(option(missing))
	require.Len(t, got, 1)
	require.Regexp(t, "^info string option Debug Log File: open .*x.log: .*; .*first.log is kept$", got[0])
	require.Empty(t, s.Ask(option(second), "register later", option("<empty>"), "register now"))
	s.Send("quit")
	require.Empty(t, s.End())

	lines := transcriptOf(t, first)
	require.Equal(t, "kept", lines[0])
	text := strings.Join(lines[1:], "\n")
	for _, want := range []string{"\n<< readyok\n>> go perft 1\n", "\n<< g1f3: 1\n", "\n<< \n<< Nodes searched: 20\n<< \n", "\n<< info string option Debug Log File: open"} {
		require.Contains(t, text, want)
	}
	require.NotContains(t, text, "register")
	lines = transcriptOf(t, second)
	require.Contains(t, lines, ">> register later")
	require.NotContains(t, lines, ">> register now")
}

// transcriptOf returns the lines of a transcript without their times.
func transcriptOf(t *testing.T, path string) []string {
	t.Helper()
	bytes, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := splitLines(string(bytes))
	for i, line := range lines {
		if line == "kept" {
			continue
		}
		require.Regexp(t, `^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6} (<<|>>) `, line)
		lines[i] = line[len("2006-01-02 15:04:05.000000 "):]
	}
	return lines
}

// TestDebugLogFileThatIsFull checks that a file that cannot be written is reported once
// and disturbs nothing.
func TestDebugLogFileThatIsFull(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/full")
	}
	got := talk(t, "setoption name Debug Log File value /dev/full\nuci\nisready\ngo depth 1\n")
	require.Equal(t, 1, count(got, "info string option Debug Log File: write /dev/full: "))
	require.Equal(t, 1, count(got, "uciok"))
	require.Equal(t, 1, count(got, "readyok"))
	require.Equal(t, 1, count(got, "bestmove "))
}
