package uci

import (
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/nnue"
	"xorro/position"
	"xorro/search"
)

func TestEval(t *testing.T) {
	got := talk(t, "position fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1\neval\n")
	require.Regexp(t, `^1  R\+\d\.\d\d +\. +\. +\. +K `, got[10])
	require.Regexp(t, `^8  \. +\. +\. +\. +k `, got[3])
	require.Regexp(t, `^Evaluation: \+[3456]\.\d\d from White's view, by the output marked \*$`, got[len(got)-1])

	// White's view, whoever is to move.
	got = talk(t, "position fen 4k3/8/8/8/8/8/8/R3K3 b - - 0 1\neval\n")
	require.Regexp(t, `^Evaluation: \+[3456]\.\d\d from White's view, by the output marked \*$`, got[len(got)-1])
	got = talk(t, "position fen r3k3/8/8/8/8/8/8/4K3 w - - 0 1\neval\n")
	require.Regexp(t, `^8  r-\d\.\d\d `, got[3])
	require.Regexp(t, `^Evaluation: -[3456]\.\d\d from White's view, by the output marked \*$`, got[len(got)-1])

	// A side in check is evaluated like any other.
	got = talk(t, "position fen R3k3/8/8/8/8/8/8/4K3 b - - 0 1\neval\n")
	require.Regexp(t, `^Evaluation: \+[3-8]\.\d\d from White's view, by the output marked \*$`, got[len(got)-1])
}

// A man is worth the difference that it makes to the evaluation by the same output.
func TestEvalOfOneMan(t *testing.T) {
	p := parseFEN(t, "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1")
	with, without := nnue.Default().Explain(p), nnue.Default().Explain(parseFEN(t, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"))
	require.Equal(t, with.Score, with.Scores[with.Bucket])
	require.Equal(t, nnue.Default().Evaluate(p), with.Score)
	require.Equal(t, with.Score-without.Scores[with.Bucket], with.Values[chess.A1])
	require.Contains(t, explain(nnue.Default(), p), fmt.Sprintf("\n1  R%+.2f ", float64(with.Values[chess.A1])/100))
}

func TestFlip(t *testing.T) {
	tests := []struct{ fen, want string }{
		{position.StartFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"},
		{"r3k3/8/8/8/8/8/P7/4K2R w Kq - 3 40", "4k2r/p7/8/8/8/8/8/R3K3 b Qk - 3 40"},
		{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b KQkq f3 0 3"},
		{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 b Gb - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w Qk - 0 1"},
		{"4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "4k1rr/8/8/8/8/8/8/4K3 b g - 0 1"},
	}
	for _, test := range tests {
		s := newSession(t)
		require.Empty(t, s.ask("position fen "+test.fen))
		was := s.fenOf()
		require.Empty(t, s.ask("flip"))
		require.Equal(t, test.want, s.fenOf())
		require.Empty(t, s.ask("flip"))
		require.Equal(t, was, s.fenOf())
	}
}

// Evaluation treats both sides alike, so that flip turns its sign.
func TestFlipTurnsTheEvaluation(t *testing.T) {
	for _, fen := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	} {
		p := parseFEN(t, fen)
		require.Equal(t, -nnue.Default().Explain(p).Score, nnue.Default().Explain(parseFEN(t, flipFEN(fen))).Score)
	}
}

// bench is the command line's: the same sum over the same rows.
func TestBench(t *testing.T) {
	var rows strings.Builder
	nodes, _, err := search.Bench(&rows, 3, nil)
	require.NoError(t, err)
	got := talk(t, "bench 3\n")
	want := splitLines(rows.String())
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

// A bench is a job: others are answered meanwhile, and it can be ended.
func TestBenchIsAJob(t *testing.T) {
	s := newSession(t)
	s.ask("bench 12")
	s.until("info string 2/")
	start := time.Now()
	s.send("stop")
	s.until("info string bench: stopped before the end")
	require.Less(t, time.Since(start), 5*time.Second)
	time.Sleep(300 * time.Millisecond)
	require.Empty(t, s.ask(), "no row comes behind the end")
	s.send("bench 60", "go depth 1", "stop")
	s.until("info string bench: stopped")
	s.until("bestmove ")

	s = newSession(t, func(d *Driver) { d.countPatience = 50 * time.Millisecond })
	s.send("bench 60", "quit")
	require.Equal(t, 1, count(s.end(), "info string bench: stopped"))
}

func TestCompiler(t *testing.T) {
	got := talk(t, "compiler\n")
	require.Len(t, got, 1)
	require.Regexp(t, "^Compiled by gc go1", got[0])
	require.Contains(t, got[0], runtime.GOOS+"/"+runtime.GOARCH)
}

// Each example of the help text is understood.
func TestHelpGivesExamples(t *testing.T) {
	help := talk(t, "help\n")
	for _, c := range commands {
		require.True(t, c.example == c.name || strings.HasPrefix(c.example, c.name+" "), c.name)
		line := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(strings.TrimSpace(c.name+" "+c.usage)) + ` .*e\.g\. ` + regexp.QuoteMeta(c.example) + `$`)
		require.Regexp(t, line, strings.Join(help, "\n"))
		if c.name == "bench" || c.name == "go" {
			continue // they take their time, and have tests of their own
		}
		got := talk(t, c.example+"\n")
		require.Equal(t, count(got, "info string genfens"), count(got, "info string"), c.example)
	}
}
