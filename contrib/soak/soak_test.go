package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/position"
	"xorro/uci"
)

func TestMain(m *testing.M) { enginetest.MainEngine(m, uci.New) }

// TestSoak plays a game in each mode that needs no other people's data, and one in each
// other mode where the data are.
func TestSoak(t *testing.T) {
	engine := enginetest.Program(t)
	args := []string{"-games", "6", "-newgames", "20", "-clock", "100", "-increment", "1", "-margin", "30000"}
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), append(args, engine), &out, &out), out.String())
	require.Contains(t, out.String(), "20 times ucinewgame: heap ")
	for _, name := range []string{"one thread", "threads", "ponder", "Chess960", "MultiPV", "hash 1"} {
		require.Regexp(t, name+` +1 games, .* 0 faults\n`, out.String())
	}

	syzygy := enginetest.Shared(t, "syzygy")
	book := filepath.Join(enginetest.Shared(t, "polyglot"), "performance.bin")
	out.Reset()
	args = append(args, "-games", "8", "-newgames", "0", "-syzygy", syzygy, "-book", book)
	require.NoError(t, run(t.Context(), append(args, engine), &out, &out), out.String())
	require.Regexp(t, `tablebases +1 games, .* 0 faults\nbook +1 games, .* 0 faults\n$`, out.String())
}

// TestSoakStops: a run that is interrupted reports what was played.
func TestSoakStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out bytes.Buffer
	require.NoError(t, run(ctx, []string{"-newgames", "0", enginetest.Program(t)}, &out, &out))
	require.Regexp(t, `^one thread +0 games, +0 plies, .*\n(.*\n)*hash 1 +0 games`, out.String())
}

// TestSoakInterrupted: Ctrl-C ends the engines too, which is no fault of theirs.
func TestSoakInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	m := modes("", "")[0]
	begin := m.opening
	m.opening = func(rng *rand.Rand) *position.Position {
		stop()
		for _, p := range m.processes {
			require.NoError(t, p.Kill())
		}
		return begin(rng)
	}
	r := referee{command: enginetest.Program(t), clock: time.Second}
	var out bytes.Buffer
	require.NoError(t, r.playAll(ctx, &out, []*mode{m}, 10, 1))
	require.Regexp(t, `^one thread +0 games, .* 0 faults\n$`, out.String())
}

// TestDump: an engine that does not answer tells what it does, and ends.
func TestDump(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such signals")
	}
	m := modes("", "")[0]
	require.NoError(t, m.start(enginetest.Program(t)))
	require.NoError(t, m.engines[0].Send("go infinite"))
	m.dump()
	require.ErrorContains(t, m.close(), "exit status 2")
}

func TestSoakArguments(t *testing.T) {
	for args, want := range map[string]string{
		"":                    "want one engine, got 0",
		"-games 0 engine":     "-games: want at least 1, got 0",
		"-clock 0 engine":     "-clock: want at least 1, got 0",
		"-newgames -1 engine": "-newgames: want at least 0, got -1",
	} {
		require.EqualError(t, run(t.Context(), strings.Fields(args), &bytes.Buffer{}, &bytes.Buffer{}), want)
	}
}

// TestRefereeFindsFaults has engines answer wrongly.
func TestRefereeFindsFaults(t *testing.T) {
	for answer, want := range map[string]string{
		"bestmove e2e5":                         "bestmove:",
		"bestmove":                              "bestmove without a move",
		"bestmove E2E4":                         `bestmove: "E2E4" is spelled "e2e4" here`,
		"bestmove e2e4 ponder e2e4":             "ponder:",
		"info depth 1 pv d2d4\nbestmove e2e4":   "the best move is e2e4, the main line is d2d4",
		"info depth 1 pv e2e4\nbestmove e2e4":   "",
		"info multipv 2 pv d2d4\nbestmove e2e4": "",
	} {
		g := game{mode: &mode{}, position: standardStart(nil)}
		err := g.take(g.position.SideToMove(), strings.Split(answer, "\n"))
		if want == "" {
			require.NoError(t, err, answer)
		} else {
			require.ErrorContains(t, err, want, answer)
		}
	}
}

// TestOpenings checks that the openings of a seed are legal, go on, and are the same
// again.
func TestOpenings(t *testing.T) {
	for _, m := range modes("syzygy", "book") {
		for seed := range uint64(50) {
			p := m.opening(rand.New(rand.NewPCG(seed, 1)))
			require.True(t, goesOn(p), p.FEN())
			require.Equal(t, p.FEN(), m.opening(rand.New(rand.NewPCG(seed, 1))).FEN())
		}
	}
}

// TestLateMove checks that a move beyond the clock and the margin is a fault.
func TestLateMove(t *testing.T) {
	r := referee{command: enginetest.Program(t), clock: time.Nanosecond, margin: 0}
	m := modes("", "")[0]
	defer m.close()
	require.NoError(t, r.play(m, rand.New(rand.NewPCG(1, 1))))
	require.Positive(t, m.faults)
	require.Positive(t, m.slowest)
}
