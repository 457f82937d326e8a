package search

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/tt"
)

func TestAllot(t *testing.T) {
	const ms, s = time.Millisecond, time.Second
	white := [2]bool{true, false}
	of := func(d time.Duration) [2]time.Duration { return [2]time.Duration{d, time.Hour} }
	tests := []struct {
		name string
		l    Limits
		want budget
	}{
		{"no limit", Limits{}, budget{unlimited, unlimited}},
		{"the other side's clock", Limits{HasClock: [2]bool{false, true}, Time: [2]time.Duration{s, s}}, budget{unlimited, unlimited}},
		{"move time", Limits{MoveTime: s}, budget{unlimited, 990 * ms}},
		{"short move time", Limits{MoveTime: 20 * ms}, budget{unlimited, 19 * ms}},
		{"clock", Limits{HasClock: white, Time: of(28*s + 10*ms)}, budget{s, 4 * s}},
		{"clock and increment", Limits{HasClock: white, Time: of(28*s + 10*ms), Inc: of(4 * s)}, budget{4 * s, 16 * s}},
		{"moves to go", Limits{HasClock: white, Time: of(10*s + 160*ms), MovesToGo: 10}, budget{s, 4 * s}},
		{"many moves to go", Limits{HasClock: white, Time: of(28*s + 1060*ms), MovesToGo: 100}, budget{s, 4 * s}},
		{"one move to go", Limits{HasClock: white, Time: of(10*s + 70*ms), MovesToGo: 1}, budget{6 * s, 6 * s}},
		{"overheads above the clock", Limits{HasClock: white, Time: of(74 * ms), MovesToGo: 10}, budget{ms / 5, 4 * ms / 5}},
		{"increment above the clock", Limits{HasClock: white, Time: of(110 * ms), Inc: of(10 * s)}, budget{60 * ms, 60 * ms}},
		{"move time below the clock", Limits{HasClock: white, Time: of(28*s + 10*ms), MoveTime: s}, budget{s, 990 * ms}},
		{"overhead above the clock", Limits{HasClock: white, Time: of(5 * ms), Inc: of(s)}, budget{0, 0}},
		{"clock at zero", Limits{HasClock: white}, budget{0, 0}},
		{"clock at the lowest", Limits{HasClock: white, Time: of(math.MinInt64)}, budget{0, 0}},
		{"clock below zero", Limits{HasClock: white, Time: of(-time.Hour), Inc: of(-s), MovesToGo: -1}, budget{0, 0}},
	}
	for _, test := range tests {
		if got := allot(test.l, chess.White, 10*ms); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

// TestPeriodEndsWithTime plays the moves of a period. After the last one three times the
// overhead is left, even if each move takes its hard limit and the clock loses the whole
// overhead besides; but moves that take their soft limit use most of the time.
func TestPeriodEndsWithTime(t *testing.T) {
	for _, control := range []struct {
		moves int
		time  time.Duration
	}{{20, time.Second}, {40, 4 * time.Second}, {10, 500 * time.Millisecond}, {40, time.Minute}, {1, 100 * time.Millisecond}, {60, 3 * time.Second}} {
		for _, lag := range []time.Duration{0, time.Millisecond, defaultOverhead} {
			for _, isHard := range []bool{false, true} {
				left := control.time
				for toGo := control.moves; toGo > 0; toGo-- {
					b := allot(Limits{HasClock: [2]bool{true, true}, Time: [2]time.Duration{left, left}, MovesToGo: toGo}, chess.White, defaultOverhead)
					if isHard {
						left -= b.hard + lag
					} else {
						left -= b.soft + lag
					}
				}
				if left < 3*defaultOverhead {
					t.Errorf("%+v, lag %v, hard limits %t: %v left", control, lag, isHard, left)
				}
				if most := max(control.time/3, 5*defaultOverhead); control.moves > 1 && !isHard && left > most {
					t.Errorf("%+v, lag %v: %v left", control, lag, left)
				}
			}
		}
	}
}

// TestClockNeverRunsOut plays moves that each take their hard limit.
func TestClockNeverRunsOut(t *testing.T) {
	for _, left := range []time.Duration{100 * time.Millisecond, time.Second, time.Minute} {
		for _, movesToGo := range []int{0, 1, 5, 40} {
			l := Limits{HasClock: [2]bool{true, true}, Time: [2]time.Duration{left, left}, MovesToGo: movesToGo}
			for move := range 200 {
				b := allot(l, chess.White, defaultOverhead)
				if b.soft < 0 || b.soft > b.hard || b.hard >= l.Time[0] {
					t.Fatalf("%v, move %d: %v of %v", left, move, b, l.Time[0])
				}
				l.Time[0] -= b.hard
			}
		}
	}
}

func TestPace(t *testing.T) {
	// scale is the last factor after the given number of iterations with the same best
	// move, of which the last has a score that is lower by fall.
	scale := func(stable int, share float64, fall chess.Score) float64 {
		var p pace
		for range stable {
			p.scale(1, 50, share)
		}
		return p.scale(1, 50-fall, share)
	}
	for stable := 1; stable < 20; stable++ {
		for _, share := range []float64{0, 0.5, 1} {
			for _, fall := range []chess.Score{-2000, -10, 0, 10, 2000} {
				got := scale(stable, share, fall)
				if got <= 0 || got > float64(clockHard) {
					t.Errorf("stable %d, share %v, fall %d: %v", stable, share, fall, got)
				}
				if scale(stable+1, share, fall) > got || scale(stable, share+0.1, fall) >= got {
					t.Errorf("stable %d, share %v, fall %d: not less when more settled", stable, share, fall)
				}
				if fall == 0 && (scale(stable, share, 10) <= got || scale(stable, share, -10) >= got) {
					t.Errorf("stable %d, share %v: the score's fall does not count", stable, share)
				}
			}
		}
	}
}

func TestGravity(t *testing.T) {
	var value int16
	for _, bonus := range []int{1, 500, historyMax, historyMax, -historyMax, -historyMax, -3, historyBonus(1), historyBonus(200)} {
		for range 1000 {
			before := value
			gravity(&value, bonus)
			if value > historyMax || value < -historyMax {
				t.Fatalf("bonus %d: %d", bonus, value)
			}
			if bonus > 0 && value < before || bonus < 0 && value > before {
				t.Fatalf("bonus %d leads from %d to %d", bonus, before, value)
			}
		}
	}
}

func TestLog2(t *testing.T) {
	for n := 1; n <= 300; n++ {
		if got, want := float64(log2(n)), 1024*math.Log2(float64(n)); got > want || got < want-1.01 {
			t.Errorf("log2(%d) = %v, want %v", n, got, want)
		}
	}
}

// TestMoveReduction: a move is reduced the more, the deeper the node and the later the
// move, and the less, the better its history.
func TestMoveReduction(t *testing.T) {
	for _, isQuiet := range []bool{true, false} {
		middle := moveReduction(10, 10, 0, isQuiet)
		for _, less := range []int{
			moveReduction(5, 10, 0, isQuiet), moveReduction(10, 5, 0, isQuiet), moveReduction(10, 10, historyMax, isQuiet),
		} {
			if less >= middle {
				t.Errorf("quiet %v: %d is not less than %d", isQuiet, less, middle)
			}
		}
		if got, want := moveReduction(500, 500, 0, isQuiet), moveReduction(63, 63, 0, isQuiet); got != want {
			t.Errorf("quiet %v: moveReduction(500, 500) = %d, want %d as for 63", isQuiet, got, want)
		}
	}
}

// TestPicker picks the moves of random positions, with legal and illegal table moves.
func TestPicker(t *testing.T) {
	w := newEngine(t).workers[0]
	random := rand.New(rand.NewPCG(7, 9))
	for _, fen := range benchPositions {
		p := enginetest.Position(t, fen)
		w.pos = p
		for range 40 {
			legal := legalMoves(p)
			if len(legal) == 0 {
				break
			}
			anyMove := func() chess.Move {
				if random.IntN(3) == 0 {
					return chess.Move(random.Uint32())
				}
				return legal[random.IntN(len(legal))]
			}
			checkPicker(t, w, legal, anyMove())
			p.Make(legal[random.IntN(len(legal))])
		}
	}
}

func checkPicker(t *testing.T, w *worker, legal []chess.Move, tableMove chess.Move) {
	t.Helper()
	p := w.pos
	drain := func(pk *picker) (moves []chess.Move) {
		for m := pk.pick(w); m != chess.NoMove; m = pk.pick(w) {
			moves = append(moves, m)
		}
		if pk.pick(w) != chess.NoMove {
			t.Errorf("%s: a move after the last", p.FEN())
		}
		return moves
	}
	var pk picker
	pk.start(w, tableMove, 0)
	all := drain(&pk)
	if p.IsLegal(tableMove) && all[0] != tableMove {
		t.Errorf("%s: %v before the table move %v", p.FEN(), all[0], tableMove)
	}
	if got, want := slices.Sorted(slices.Values(all)), slices.Sorted(slices.Values(legal)); !slices.Equal(got, want) {
		t.Errorf("%s, table move %v: picked %v of %v", p.FEN(), tableMove, got, want)
	}

	pk.startQuiescence(w, tableMove, 0)
	wanted := slices.DeleteFunc(slices.Clone(legal), func(m chess.Move) bool {
		return !p.InCheck() && (m.IsQuiet() || m != tableMove && !p.SEE(m, 0))
	})
	slices.Sort(wanted)
	if got := slices.Sorted(slices.Values(drain(&pk))); !slices.Equal(got, wanted) {
		t.Errorf("%s, quiescence, table move %v: picked %v, want %v", p.FEN(), tableMove, got, wanted)
	}
}

func TestPickerOrder(t *testing.T) {
	// White may take a queen or a pawn with a pawn, or lose the queen for a pawn.
	p := enginetest.Position(t, "4k3/6p1/3q3p/2P1p3/3P4/8/3Q4/4K3 w - - 0 1")
	w := newEngine(t).workers[0]
	w.pos = p
	var c moveContext
	c.find(w, 0)
	gravity(w.butterfly.at(chess.White, enginetest.Move(t, p, "e1f2"), c.threats.attacked), 1000)
	gravity(w.butterfly.at(chess.White, enginetest.Move(t, p, "d2d3"), c.threats.attacked), -1000)
	var pk picker
	pk.start(w, enginetest.Move(t, p, "d2a2"), 0)
	var got []string
	for m := pk.pick(w); m != chess.NoMove; m = pk.pick(w) {
		got = append(got, m.String())
	}
	// On f4 and g5 a pawn takes the queen.
	first, last := []string{"d2a2", "c5d6", "d4e5", "e1f2"}, []string{"d2d3", "d2f4", "d2g5", "d2h6"}
	if n := len(first); !slices.Equal(got[:n], first) || !slices.Equal(got[len(got)-len(last):], last) {
		t.Errorf("picked %v, want %v first and %v last", got, first, last)
	}
}

func BenchmarkPicker(b *testing.B) {
	w := newEngine(b).workers[0]
	w.pos = enginetest.Position(b, "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9")
	pk := &w.frames[0].picker
	for b.Loop() {
		pk.start(w, chess.NoMove, 0)
		for pk.pick(w) != chess.NoMove {
		}
	}
}

// TestExcludedMove searches positions without their table move. It must not be
// searched, and the table's entry of the position must not change.
func TestExcludedMove(t *testing.T) {
	e := newEngine(t)
	w := e.workers[0]
	for _, fen := range benchPositions {
		p := enginetest.Position(t, fen)
		best := e.Go(p, Limits{Depth: 6}, Reports{}).Best
		want := tt.Entry{Move: best, Score: 12, Eval: 3, Depth: 30, Bound: tt.Exact}
		if p.InCheck() {
			want.Eval = tt.NoEval
		}
		w.prepare(p.Clone(), new(Job), e.workers, 1)
		e.table.Store(p.Hash(), 1, want)
		w.frames[0].move, w.frames[0].pieceTo = chess.NoMove, noPieceTo
		w.frames[1].excluded = best
		w.search(-30, -29, 5, 1, true)
		w.frames[1].excluded = chess.NoMove
		if got, ok := e.table.Probe(p.Hash(), 1); !ok || got != want {
			t.Errorf("%s: %+v became %+v", fen, want, got)
		}
		for _, m := range w.frames[1].quiets[:w.frames[1].quietCount] {
			if m == best {
				t.Errorf("%s: the excluded move %v was searched", fen, m)
			}
		}
	}

	// The only legal move is excluded.
	p := enginetest.Position(t, "1r5k/8/8/8/8/8/8/K7 w - - 0 1")
	w.prepare(p, new(Job), e.workers, 1)
	w.frames[1].excluded = enginetest.Move(t, p, "a1a2")
	if score := w.search(20, 21, 5, 1, true); score != 20 {
		t.Errorf("no other move: score %d, want alpha", score)
	}
}

// TestCorrections drives the values of the tables to their bounds.
func TestCorrections(t *testing.T) {
	w := newEngine(t).workers[0]
	w.prepare(enginetest.Position(t, benchPositions[3]), new(Job), []*worker{w}, 1)
	for _, sign := range []int{1, -1} {
		last := w.correction(0)
		for range 300 {
			w.learnCorrection(sign*chess.MateInMax, 100, 0)
			now := w.correction(0)
			if sign*(now-last) < 0 || max(now, -now) > 4*historyMax/correctionUnit {
				t.Fatalf("sign %d: corrected from %d to %d", sign, last, now)
			}
			last = now
		}
		if sign*last < 50 {
			t.Errorf("sign %d: corrected by %d", sign, last)
		}
		if got := corrected(sign*(chess.MateInMax-1), w.correction(0)); chess.IsDecisive(got) {
			t.Errorf("corrected to the mate %d", got)
		}
	}
	other := enginetest.Position(t, benchPositions[9])
	w.prepare(other, new(Job), []*worker{w}, 1)
	if got := w.correction(0); max(got, -got) > historyMax/correctionUnit {
		t.Errorf("a position without anything in common is corrected by %d", got)
	}
}

// TestTakeBest: moves come by their scores, however many there are, and of equal ones the
// first that stands in the list.
func TestTakeBest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for _, n := range []int{1, 2, 30, 218, 300, chess.MaxMoves} {
		var pk picker
		pk.list.N = n
		scores := make([]int, n) // of the moves in the list
		for i := range n {
			scores[i] = (r.IntN(40) - 20) * 50_000
			pk.list.Moves[i], pk.ranks[i] = chess.Move(i), rankOf(scores[i], i)
		}
		for pk.next < n {
			first, moves := pk.next, slices.Clone(pk.list.Moves[:n])
			place := first + slices.Index(scores[first:], slices.Max(scores[first:]))
			if got := pk.takeBest(); got != moves[place] {
				t.Fatalf("%d moves, %d left: move %d, want %d", n, n-first, got, moves[place])
			}
			scores[place] = scores[first]
		}
	}
}
