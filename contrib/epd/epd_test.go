package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/uci"
)

func TestMain(m *testing.M) { enginetest.MainEngine(m, uci.New) }

func TestReadSuite(t *testing.T) {
	problems, err := readSuite(strings.NewReader(`
# a comment; bm x
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "a; mate";
6k1/5ppp/8/8/8/8/8/R5K1 w - -  am Rb1 Rc1 ;c0 "bm nothing"
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8+ Kf2; am Rb1; c8 "10 3"; c9 "a1a8 g1f2"; id "three";
6k1/5ppp/8/8/8/8/8/R5K1 w - - c8 "3 10"; c9 "a1a8 g1f2";
`), "suite.epd")
	require.NoError(t, err)
	require.Len(t, problems, 4)

	var ids, wants []string
	for _, p := range problems {
		ids, wants = append(ids, p.id), append(wants, p.want)
		require.Equal(t, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", p.fen)
	}
	require.Equal(t, []string{"a; mate", "suite.epd:4", "three", "suite.epd:6"}, ids)
	require.Equal(t, []string{"bm Ra8#", "am Rb1 Rc1", "bm Ra8+ Kf2 am Rb1", ""}, wants)

	// Which problems a move solves, and its points.
	tests := []struct {
		move   string
		solves [4]bool
		points [4]int
	}{
		{"a1a8", [4]bool{true, true, true, false}, [4]int{2: 10, 3: 3}},
		{"g1f2", [4]bool{false, true, true, true}, [4]int{2: 3, 3: 10}},
		{"a1b1", [4]bool{false, false, false, false}, [4]int{}},
		{"a1c1", [4]bool{false, false, false, false}, [4]int{}},
		{"a1d1", [4]bool{false, true, false, false}, [4]int{}},
	}
	for _, test := range tests {
		for i, p := range problems {
			var alone tally
			failure := alone.count(p, test.move)
			require.Equal(t, test.solves[i], failure == "", "%s of %s: %s", test.move, p.id, failure)
			require.Equal(t, test.points[i], alone.points, "%s of %s", test.move, p.id)
			require.Equal(t, 1, alone.problems)
		}
	}

	var all tally
	require.Empty(t, all.count(problems[0], "a1a8"))
	require.Equal(t, "failed three: played g1g2, wanted bm Ra8+ Kf2 am Rb1; 0 of 10 points", all.count(problems[2], "g1g2"))
	require.Equal(t, "failed suite.epd:6: played a1a8; 3 of 10 points", all.count(problems[3], "a1a8"))
	require.Equal(t, `failed a; mate: "a1h8": not legal here`, all.count(problems[0], "a1h8"))
	require.Equal(t, "1 of 4 solved\n3 of 20 points\n", all.String())
}

func TestReadSuiteErrors(t *testing.T) {
	const fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - "
	tests := []struct{ text, want string }{
		{"", "s: there are no positions"},
		{"# nothing", "s: there are no positions"},
		{"8/8 w - - bm a1;", "s:1: fen: "},
		{"6k1/8 w", "s:1: fen: "},
		{fen, "s:1: there is neither bm nor am, nor c8 with c9"},
		{fen + "bm;", "s:1: there is neither bm nor am, nor c8 with c9"},
		{fen + `id "x"; c8 "10"`, "s:1: there is neither bm nor am, nor c8 with c9"},
		{"\n" + fen + "bm Rb9;", `s:2: bm: "Rb9" is not a move's notation, such as Nbd7 or e8=Q`},
		{fen + "bm Ra8; am Nf3;", `s:1: am: "Nf3" is not legal`},
		{fen + `c8 "10 9"; c9 "a1a8";`, "s:1: c8: want a number for each of the 1 moves in c9, got 2"},
		{fen + `c8 "-1"; c9 "a1a8";`, `s:1: c8: want whole numbers, got "-1"`},
		{fen + `c8 "1"; c9 "a2a4";`, `s:1: c9: "a2a4": there is no piece on a2`},
		{strings.Repeat("x", 1<<20), "s: bufio.Scanner: token too long"},
	}
	for _, test := range tests {
		_, err := readSuite(strings.NewReader(test.text), "s")
		require.Error(t, err, test.text)
		require.True(t, strings.HasPrefix(err.Error(), test.want), err)
	}
}

// TestShared reads the suites among other people's data.
func TestShared(t *testing.T) {
	for name, most := range map[string]int{"wac.epd": 0, "sts.epd": 15_000} {
		f, err := os.Open(enginetest.Shared(t, "epd", name))
		require.NoError(t, err)
		defer f.Close()
		problems, err := readSuite(f, name)
		require.NoError(t, err)
		var all tally
		for _, p := range problems {
			// The suite's own solution to each problem.
			require.Empty(t, all.count(p, p.best[0].String()), p.id)
		}
		require.Equal(t, most, all.most)
		require.GreaterOrEqual(t, all.points, most*9/10)
		t.Logf("%s: %v", name, all)
	}
}

const mates = `6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "mate";
7k/8/8/8/8/8/R7/1R5K w - - bm Kg1; id "not so";
6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8; c8 "1 10"; c9 "a1b1 a1a8"; id "points";
k7/8/1K6/8/8/8/8/7R w - - bm Rh8#; id "another";
`

func TestRun(t *testing.T) {
	engine := enginetest.Program(t)
	file := filepath.Join(t.TempDir(), "mates.epd")
	require.NoError(t, os.WriteFile(file, []byte(mates), 0o600))
	for _, limit := range [][]string{{"-depth", "6"}, {"-nodes", "3000"}, {"-movetime", "30"}, {"-depth", "6", "-concurrency", "3", "-hash", "1"}} {
		var out strings.Builder
		args := slices.Concat([]string{"-engine", engine}, limit, []string{file})
		require.NoError(t, run(args, &out, io.Discard), limit)
		lines := strings.Split(out.String(), "\n")
		require.Len(t, lines, 5, out.String())
		require.Regexp(t, "^failed not so: played [a-h1-8]{4}, wanted bm Kg1$", lines[0])
		require.Equal(t, []string{"failed points: played a1a8, wanted am Ra8; 10 of 10 points", "2 of 4 solved", "10 of 10 points", ""}, lines[1:])
	}
}

func TestRunErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mates.epd")
	require.NoError(t, os.WriteFile(file, []byte(mates), 0o600))
	tests := []struct {
		args []string
		want string
	}{
		{nil, "want one file, got 0"},
		{[]string{"a", "b"}, "want one file, got 2"},
		{[]string{"no such file"}, "open no such file: "},
		{[]string{"-engine", " ", file}, "-engine: want a command"},
		{[]string{"-hash", "0", file}, "-hash: want at least 1, got 0"},
		{[]string{"-threads", "-1", file}, "-threads: want at least 1, got -1"},
		{[]string{"-concurrency", "0", file}, "-concurrency: want at least 1, got 0"},
		{[]string{"-nodes", "-3", file}, "-nodes: want at least 1, got -3"},
		{[]string{"-nodes", "3", "-depth", "4", file}, `-depth: "nodes 3" is the limit already`},
		{[]string{"-engine", "./no-such-engine", file}, "mate: "},
		{[]string{"-width", "3", file}, "flag provided but not defined: -width"},
	}
	for _, test := range tests {
		var out strings.Builder
		err := run(test.args, &out, io.Discard)
		require.Error(t, err, test.args)
		require.True(t, strings.HasPrefix(err.Error(), test.want), err)
		require.Empty(t, out.String())
	}
	require.NoError(t, run([]string{"-h"}, io.Discard, io.Discard))
}
