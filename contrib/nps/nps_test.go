package main

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/internal/client"
	"xorro/internal/enginetest"
	"xorro/position"
	"xorro/uci"
)

func TestMain(m *testing.M) { enginetest.MainEngine(m, uci.New) }

func TestBenchPositions(t *testing.T) {
	fens, err := benchPositions()
	require.NoError(t, err)
	require.Greater(t, len(fens), 30)
	met := map[string]bool{}
	for _, fen := range fens {
		require.Equal(t, fen, enginetest.Position(t, fen).FEN())
		met[fen] = true
	}
	require.Len(t, met, len(fens))
}

func TestRun(t *testing.T) {
	engine := enginetest.Program(t)
	var out strings.Builder
	require.NoError(t, run([]string{"-movetime", "20", "-hash", "1", engine, engine}, &out, io.Discard))
	require.Regexp(t, `^(Test 1: \d+ nodes in \d+\.\d s, \d+ nodes a second\n){2}ratio \d+\.\d\d\n$`, out.String())
}

func TestSearchAddsUp(t *testing.T) {
	engine := enginetest.Program(t)
	var s side
	require.NoError(t, s.start(engine, 1))
	for range 3 {
		before := s
		require.NoError(t, s.search(position.StartFEN, 30*time.Millisecond))
		require.Greater(t, s.nodes, before.nodes)
		require.Greater(t, s.time, before.time)
	}
	require.NoError(t, s.engine.Close())
}

func TestReport(t *testing.T) {
	sides := [2]side{
		{&client.Engine{Name: "A"}, 6_000_000, 2 * time.Second},
		{&client.Engine{Name: "B"}, 5_000_000, 2500 * time.Millisecond},
	}
	var out strings.Builder
	require.NoError(t, report(&out, &sides))
	require.Equal(t, "A: 6000000 nodes in 2.0 s, 3000000 nodes a second\nB: 5000000 nodes in 2.5 s, 2000000 nodes a second\nratio 1.50\n", out.String())

	sides[1].nodes = 0
	require.EqualError(t, report(io.Discard, &sides), "B has told no nodes or no time")
}

func TestRunErrors(t *testing.T) {
	tests := []struct {
		args []string
		want string
	}{
		{nil, "want two engines, got 0"},
		{[]string{"a", "b", "c"}, "want two engines, got 3"},
		{[]string{"-movetime", "0", "a", "b"}, "-movetime: want at least 1, got 0"},
		{[]string{"-hash", "-1", "a", "b"}, "-hash: want at least 1, got -1"},
		{[]string{"./no-such-engine", "b"}, "./no-such-engine: "},
		{[]string{" ", "b"}, " : want a command"},
		{[]string{"-depth", "3", "a", "b"}, "flag provided but not defined: -depth"},
	}
	for _, test := range tests {
		err := run(test.args, io.Discard, io.Discard)
		require.Error(t, err, test.args)
		require.True(t, strings.HasPrefix(err.Error(), test.want), err)
	}
	require.NoError(t, run([]string{"-h"}, io.Discard, io.Discard))
}
