package nnue

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

// walker goes through random games with one stack for each kernel.
type walker struct {
	t       *testing.T
	r       *rand.Rand
	p       *position.Position
	network *Network
	stacks  []*Stack // of available
	nulls   []bool   // for each ply, whether it is a null move
	kinds   map[chess.MoveKind]int
	nodes   int
}

func (w *walker) start(network *Network) {
	w.network, w.stacks = network, nil
	for range available {
		w.stacks = append(w.stacks, NewStack(network))
	}
}

// game plays a game from a start position, and takes moves back now and then. Every
// one in so many positions is evaluated.
func (w *walker) game(fen string, length, every int) {
	w.p, w.nulls = enginetest.Position(w.t, fen), w.nulls[:0]
	w.compare()
	for range length {
		back := 0
		if w.r.IntN(6) == 0 {
			back = w.r.IntN(8)
		}
		for ; back > 0 && len(w.nulls) > 0; back-- {
			if w.nulls[len(w.nulls)-1] {
				w.p.UnmakeNull()
			} else {
				w.p.Unmake()
			}
			w.nulls = w.nulls[:len(w.nulls)-1]
		}
		var list movegen.List
		movegen.All(w.p, &list)
		if list.N == 0 {
			return
		}
		isNull := !w.p.InCheck() && w.r.IntN(16) == 0
		if w.nulls = append(w.nulls, isNull); isNull {
			w.p.MakeNull()
		} else {
			w.p.Make(list.Moves[w.r.IntN(list.N)])
			w.kinds[w.p.LastMove().Kind()]++
		}
		if every == 1 || w.r.IntN(every) == 0 {
			w.compare()
		}
	}
}

// compare has each stack evaluate the position and compares scores and
// accumulators with those from scratch.
func (w *walker) compare() {
	w.nodes++
	var want accumulators
	w.network.see(&want, w.p, 0)
	score := w.network.Evaluate(w.p)
	for i, k := range available {
		with(k, func() {
			if found := w.stacks[i].Evaluate(w.p); found != score {
				w.t.Fatalf("%v: %s after %d plies: score %d, from scratch %d", k, w.p.FEN(), w.p.Ply(), found, score)
			}
		})
		for c := range chess.Color(2) {
			found := unsafe.Slice(w.stacks[i].accumulator(w.p.Ply(), c), w.network.neurons)
			if !slices.Equal(found, want[c][:w.network.neurons]) {
				w.t.Fatalf("%v: %s after %d plies: %v's accumulator is not that from scratch", k, w.p.FEN(), w.p.Ply(), c)
			}
		}
	}
}

// TestStackIsFromScratch plays random games with random networks; at every node
// that is evaluated each kernel comes to the bits from scratch.
func TestStackIsFromScratch(t *testing.T) {
	nodes := 400_000
	if enginetest.Deep() {
		nodes = 20_000_000
	}
	w := &walker{t: t, r: newRandom(20), kinds: map[chess.MoveKind]int{}}
	for round := 0; w.nodes < nodes; round++ {
		neurons := MinNeurons
		if round%8 == 7 {
			neurons = MinNeurons * (1 + w.r.IntN(16))
		}
		w.start(randomNetwork(t, w.r, neurons))
		until := w.nodes + nodes/40*MinNeurons/neurons
		for w.nodes < until {
			w.game(starts[w.r.IntN(len(starts))], 150, []int{1, 1, 3, 9}[w.r.IntN(4)])
		}
	}
	t.Logf("%d nodes, kinds of moves %v", w.nodes, w.kinds)
	for _, kind := range []chess.MoveKind{chess.Quiet, chess.DoublePush, chess.Castle, chess.Capture, chess.EnPassant, chess.PromoteQueen, chess.PromoteKnight | chess.CaptureBit} {
		assert.NotZero(t, w.kinds[kind], "kind %d was never played", kind)
	}
}

// TestTranspositions: the same position at the same ply by another way, where
// nothing that was kept of the first way may be used for what comes next.
func TestTranspositions(t *testing.T) {
	n := randomNetwork(t, newRandom(21), 64)
	for _, c := range []struct{ fen, one, other, next string }{
		{position.StartFEN, "g1f3 g8f6 b1c3", "b1c3 g8f6 g1f3", "b8c6"},
		{"4k3/8/8/8/8/2n5/1P1P4/4K3 w - - 0 1", "d2c3 e8e7 b2b3", "b2c3 e8e7 d2d3", "e7e6"},
		{"r6r/8/8/3k4/8/8/3K4/R6R w - - 0 1", "d2e2 d5e5 e2d2 e5d5", "d2d1 d5d6 d1d2 d6d5", "d2e2"},
	} {
		s := NewStack(n)
		for _, line := range []string{c.one, c.other, c.one + " " + c.next, c.other + " " + c.next} {
			p := enginetest.Position(t, c.fen)
			for spelled := range strings.FieldsSeq(line) {
				p.Make(moveOf(t, p, spelled))
			}
			require.Equal(t, n.Evaluate(p), s.Evaluate(p), "%s %s", c.fen, line)
		}
	}
}

// TestOtherPositions: a stack may be asked about any position at any time, and
// about plies beyond its room.
func TestOtherPositions(t *testing.T) {
	r := newRandom(22)
	n := randomNetwork(t, r, 64)
	s := NewStack(n)
	var games []*position.Position
	for _, fen := range starts {
		games = append(games, enginetest.Position(t, fen))
	}
	for range 20_000 {
		p := games[r.IntN(len(games))]
		play(r, p, 1+r.IntN(3))
		require.Equal(t, n.Evaluate(p), s.Evaluate(p), p.FEN())
	}
	p := enginetest.Position(t, "4k3/8/8/8/8/8/8/4K2R w - - 0 1")
	for i := range 4 * room {
		p.Make(moveOf(t, p, []string{"h1h2", "e8d8", "h2h1", "d8e8"}[i%4]))
		if i%7 < 3 {
			require.Equal(t, n.Evaluate(p), s.Evaluate(p), i)
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	n := randomNetwork(t, newRandom(23), 256)
	s := NewStack(n)
	for _, fen := range starts {
		p := enginetest.Position(t, fen)
		var list movegen.List
		movegen.All(p, &list)
		for _, k := range available {
			with(k, func() {
				assert.Zero(t, testing.AllocsPerRun(10, func() {
					for _, m := range list.Slice() {
						p.Make(m)
						s.Evaluate(p)
						p.Unmake()
					}
				}), "%v %s", k, fen)
			})
		}
	}
}

// FuzzStack: bytes choose moves, null moves, taking back, and what is evaluated.
func FuzzStack(f *testing.F) {
	f.Add(uint8(0), []byte("\x01\x02\x03\xff\x05\xfe\x07"))
	f.Add(uint8(1), []byte{10, 20, 30, 40, 255, 255, 50, 60, 254, 1, 253, 2, 253})
	f.Add(uint8(8), []byte{1, 253, 1, 253, 1, 1, 1, 253, 255, 253})
	n := randomNetwork(f, newRandom(24), 64)
	f.Fuzz(func(t *testing.T, start uint8, choices []byte) {
		w := &walker{t: t, p: enginetest.Position(t, starts[int(start)%len(starts)])}
		w.start(n)
		for _, choice := range choices[:min(len(choices), 300)] {
			var list movegen.List
			movegen.All(w.p, &list)
			switch {
			case choice == 255 && len(w.nulls) > 0:
				if w.nulls[len(w.nulls)-1] {
					w.p.UnmakeNull()
				} else {
					w.p.Unmake()
				}
				w.nulls = w.nulls[:len(w.nulls)-1]
			case choice == 254 && !w.p.InCheck():
				w.nulls = append(w.nulls, true)
				w.p.MakeNull()
			case choice == 253:
				w.compare()
			case list.N > 0:
				w.nulls = append(w.nulls, false)
				w.p.Make(list.Moves[int(choice)%list.N])
			}
		}
		w.compare()
	})
}

// BenchmarkEvaluate: one move, which is made and taken back, and an evaluation
// after it; for "refresh" the king crosses the middle with it, for "scratch"
// everything is summed up anew, and "make" is the move alone.
func BenchmarkEvaluate(b *testing.B) {
	for _, neurons := range []int{64, 128, 256, 512} {
		n := randomNetwork(b, newRandom(1), neurons)
		for _, k := range available {
			for _, kind := range []struct {
				name, move string
			}{{"quiet", "d2c1"}, {"capture", "e2a6"}, {"refresh", "e1d1"}} {
				b.Run(fmt.Sprintf("%s/%d/%v", kind.name, neurons, k), func(b *testing.B) {
					with(k, func() {
						s, p := NewStack(n), enginetest.Position(b, kiwipete)
						m := moveOf(b, p, kind.move)
						s.Evaluate(p)
						for b.Loop() {
							s.frames[1].ready = none
							p.Make(m)
							s.Evaluate(p)
							p.Unmake()
						}
					})
				})
			}
			b.Run(fmt.Sprintf("scratch/%d/%v", neurons, k), func(b *testing.B) {
				with(k, func() {
					p := enginetest.Position(b, kiwipete)
					for b.Loop() {
						n.Evaluate(p)
					}
				})
			})
		}
	}
	b.Run("make", func(b *testing.B) {
		p := enginetest.Position(b, kiwipete)
		m := moveOf(b, p, "d2c1")
		for b.Loop() {
			p.Make(m)
			p.Unmake()
		}
	})
}

// moveOf is the move so spelled, king takes rook for castling.
func moveOf(t testing.TB, p *position.Position, spelled string) chess.Move {
	var list movegen.List
	movegen.All(p, &list)
	for _, m := range list.Slice() {
		if m.String() == spelled {
			return m
		}
	}
	require.Fail(t, "illegal move", "%s in %s", spelled, p.FEN())
	return chess.NoMove
}
