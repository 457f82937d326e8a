package movegen_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

var starts = []string{
	position.StartFEN,
	kiwipete,
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"1r1k1r2/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/1R1K1R2 w KQkq - 0 1",
	"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
	"3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
}

// randomly calls f for the positions of random games from all start positions, and checks
// that f changes nothing.
func randomly(t *testing.T, games, plies int, f func(p *position.Position)) {
	random := rand.New(rand.NewPCG(21, 21))
	for _, fen := range starts {
		for range games {
			p := enginetest.Position(t, fen)
			for range plies {
				f(p)
				if !enginetest.MakeRandomMove(p, random) {
					break
				}
			}
		}
	}
}

// TestModes checks that noisy and quiet moves together are all moves, each once and of the
// right kind, and that Count returns their number.
func TestModes(t *testing.T) {
	randomly(t, 30, 100, func(p *position.Position) {
		var all, noisy, both movegen.List
		movegen.All(p, &all)
		movegen.Noisy(p, &noisy)
		both = noisy
		movegen.Quiet(p, &both)
		for i, m := range both.Slice() {
			if isNoisy := m.IsCapture() || m.IsPromotion(); isNoisy != (i < noisy.N) {
				t.Fatalf("%s: %v is generated as the wrong sort", p.FEN(), m)
			}
		}
		if movegen.Count(p) != all.N || movegen.HasLegal(p) != (all.N > 0) {
			t.Fatalf("%s: %d moves, counted %d, HasLegal %v", p.FEN(), all.N, movegen.Count(p), movegen.HasLegal(p))
		}
		seen := map[chess.Move]bool{}
		for _, m := range all.Slice() {
			if seen[m] {
				t.Fatalf("%s: %v twice", p.FEN(), m)
			}
			seen[m] = true
		}
		for _, m := range both.Slice() {
			if !seen[m] {
				t.Fatalf("%s: %v is not among all moves", p.FEN(), m)
			}
		}
		if both.N != all.N {
			t.Fatalf("%s: %d noisy and quiet moves, %d in all", p.FEN(), both.N, all.N)
		}
	})
}

// TestMirror checks that the generator for Black finds the mirrored moves of White's.
func TestMirror(t *testing.T) {
	randomly(t, 20, 80, func(p *position.Position) {
		q := enginetest.Position(t, mirror(p.FEN()))
		var moves, mirrored movegen.List
		movegen.All(p, &moves)
		movegen.All(q, &mirrored)
		found := map[chess.Move]bool{}
		for _, m := range mirrored.Slice() {
			found[chess.NewMove(m.From().Flip(), m.To().Flip(), m.Kind())] = true
		}
		for _, m := range moves.Slice() {
			if !found[m] {
				t.Fatalf("%s: %v has no mirror image", p.FEN(), m)
			}
		}
		if moves.N != mirrored.N {
			t.Fatalf("%s: %d moves, mirrored %d", p.FEN(), moves.N, mirrored.N)
		}
	})
}

// mirror returns a FEN with the sides swapped.
func mirror(fen string) string {
	swap := func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}
	fields := strings.Fields(fen)
	ranks := strings.Split(fields[0], "/")
	for i, j := 0, 7; i < j; i, j = i+1, j-1 {
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	fields[0] = strings.Map(swap, strings.Join(ranks, "/"))
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[2] = strings.Map(swap, fields[2])
	fields[3] = strings.NewReplacer("3", "6", "6", "3").Replace(fields[3])
	return strings.Join(fields, " ")
}

func TestMostMoves(t *testing.T) {
	assert.Equal(t, 218, movegen.Count(enginetest.Position(t, starts[5])))
	assert.Equal(t, 218, movegen.Count(enginetest.Position(t, starts[6])))
}

// The fifty-move rule gives a draw unless the last move is mate. A check that is no mate
// does not matter.
func TestIsDraw(t *testing.T) {
	for fen, want := range map[string]bool{
		"R3k3/8/4K3/8/8/8/8/8 b - - 100 120":  false, // mate
		"R3k3/8/3K4/8/8/8/8/8 b - - 100 120":  true,  // check
		"4k3/8/3K4/8/8/8/8/R7 b - - 100 120":  true,
		"4k3/8/3K4/8/8/8/8/R7 b - - 99 120":   false,
		"R3k3/8/3K4/8/8/8/8/8 b - - 99 120":   false,
		"4k3/8/3K4/8/8/8/8/B7 b - - 0 1":      true,
		"R3k3/8/4K3/8/8/8/8/8 b - - 150 1200": false,
	} {
		p := enginetest.Position(t, fen)
		assert.Equal(t, want, movegen.IsDraw(p, 0), fen)
	}
	p := enginetest.Position(t, position.StartFEN)
	for _, m := range []string{"g1f3", "g8f6", "f3g1", "f6g8"} {
		assert.False(t, movegen.IsDraw(p, 0))
		p.Make(enginetest.Move(t, p, m))
	}
	assert.False(t, movegen.IsDraw(p, 0), "the second time in a game")
	assert.True(t, movegen.IsDraw(p, 5), "the second time below the root")
}

func TestListsAppend(t *testing.T) {
	var list movegen.List
	movegen.All(enginetest.Position(t, position.StartFEN), &list)
	movegen.All(enginetest.Position(t, kiwipete), &list)
	assert.Equal(t, 20+48, list.N)
}

func TestNothingAllocates(t *testing.T) {
	for _, fen := range starts {
		p := enginetest.Position(t, fen)
		var list movegen.List
		assert.Zero(t, testing.AllocsPerRun(100, func() {
			list.N = 0
			movegen.All(p, &list)
			list.N = 0
			movegen.Noisy(p, &list)
			movegen.Quiet(p, &list)
			movegen.Count(p)
		}), fen)
		assert.Zero(t, testing.AllocsPerRun(2, func() { movegen.Perft(p, 2) }), fen)
	}
}

func TestDivide(t *testing.T) {
	for _, threads := range []int{0, 1, 2, 7} {
		for depth := 1; depth <= 3; depth++ {
			p := enginetest.Position(t, kiwipete)
			counts, done := movegen.Divide(p, depth, threads, nil, nil)
			assert.True(t, done)
			assert.Len(t, counts, 48)
			var sum uint64
			for _, c := range counts {
				p.Make(c.Move)
				assert.Equal(t, movegen.Perft(p, depth-1), c.Nodes, "%v at depth %d on %d threads", c.Move, depth, threads)
				p.Unmake()
				sum += c.Nodes
			}
			assert.Equal(t, movegen.Perft(p, depth), sum)
		}
	}
	counts, done := movegen.Divide(enginetest.Position(t, kiwipete), 0, 1, nil, nil)
	assert.True(t, done)
	assert.Empty(t, counts)
	counts, done = movegen.Divide(enginetest.Position(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 4, 2, nil, nil)
	assert.True(t, done)
	assert.Empty(t, counts, "stalemate")
}

// TestDivideStops checks that a count that would take years ends soon after a stop.
func TestDivideStops(t *testing.T) {
	var stop atomic.Bool
	time.AfterFunc(50*time.Millisecond, func() { stop.Store(true) })
	begin := time.Now()
	counts, done := movegen.Divide(enginetest.Position(t, kiwipete), 20, 2, nil, &stop)
	assert.False(t, done)
	assert.Len(t, counts, 48)
	assert.Less(t, time.Since(begin), 5*time.Second)
}

// TestTwin checks that black.go is what twin.go generates from white.go.
func TestTwin(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command to run the generator with")
	}
	white, err := os.ReadFile("white.go")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(dir+"/white.go", white, 0o644))
	generator, err := os.ReadFile("twin.go")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(dir+"/twin.go", generator, 0o644))
	run := exec.Command("go", "run", "twin.go")
	run.Dir = dir
	out, err := run.CombinedOutput()
	require.NoError(t, err, string(out))
	want, err := os.ReadFile(dir + "/black.go")
	require.NoError(t, err)
	got, err := os.ReadFile("black.go")
	require.NoError(t, err)
	assert.True(t, string(want) == string(got), "black.go is stale: run go generate ./movegen")
}

func benchmark(b *testing.B, f func(p *position.Position)) {
	for _, c := range []struct{ name, fen string }{
		{"start", position.StartFEN},
		{"middlegame", "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 9"},
		{"kiwipete", kiwipete},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := enginetest.Position(b, c.fen)
			for b.Loop() {
				f(p)
			}
		})
	}
}

func BenchmarkAll(b *testing.B) {
	var list movegen.List
	benchmark(b, func(p *position.Position) {
		list.N = 0
		movegen.All(p, &list)
	})
}

func BenchmarkNoisy(b *testing.B) {
	var list movegen.List
	benchmark(b, func(p *position.Position) {
		list.N = 0
		movegen.Noisy(p, &list)
	})
}

func BenchmarkCount(b *testing.B) {
	benchmark(b, func(p *position.Position) { movegen.Count(p) })
}

func BenchmarkPerft(b *testing.B) {
	for b.Loop() {
		movegen.Perft(enginetest.Position(b, kiwipete), 3)
	}
}
