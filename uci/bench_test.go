package uci

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/nnue"
	"xorro/search"
)

// TestBench compares the command with search.Bench: the rows and the sum are the same.
func TestBench(t *testing.T) {
	var want []string
	nodes, _, err := search.Bench(t.Context(), nnue.Default(), 3, func(r search.BenchRow) { want = append(want, BenchRow(r)) })
	require.NoError(t, err)
	got := talk(t, "bench 3\n")
	require.Len(t, got, len(want)+1)
	for i, row := range want {
		require.Equal(t, "info string "+strings.Join(strings.Fields(row), " "), got[i])
	}
	require.Regexp(t, "^"+strconv.FormatUint(nodes, 10)+` nodes \d+ nps$`, got[len(got)-1])
}

func TestBenchDepth(t *testing.T) {
	require.Equal(t, []string{`info string bench: depth: "x" is not a whole number`}, talk(t, "bench x\n"))
	got := talk(t, "bench 0\n")
	require.Equal(t, `info string bench: depth: "0" is not from 1 to 246, taken as 1`, got[0])
	require.Regexp(t, `^\d+ nodes \d+ nps$`, got[len(got)-1])
}

func TestBenchSummary(t *testing.T) {
	require.Equal(t, "3000000 nodes 1500000 nps", BenchSummary(3_000_000, 2*time.Second))
	require.Equal(t, "0 nodes 0 nps", BenchSummary(0, 0))
}

// TestBenchIsAJob checks that other commands are answered during a bench, and that it
// can be stopped.
func TestBenchIsAJob(t *testing.T) {
	s := newSession(t)
	s.Ask("bench 12")
	s.Until("info string 2/")
	s.Send("stop")
	s.Until("info string bench: stopped before the end")
	for range 50 {
		require.Empty(t, s.Ask(), "no row comes after the end")
	}
	s.Send("bench 60", "go depth 1", "stop")
	s.Until("info string bench: stopped")
	s.Until("bestmove ")

	s = newSession(t, func(d *Driver) { d.countPatience = 50 * time.Millisecond })
	s.Send("bench 60", "quit")
	require.Equal(t, 1, count(s.End(), "info string bench: stopped"))
}
