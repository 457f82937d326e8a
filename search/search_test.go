package search

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/nnue"
	"xorro/position"
	"xorro/tt"
)

func TestMates(t *testing.T) {
	tests := []struct {
		fen   string
		plies int // to mate; negative if the side to move is mated
	}{
		{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1},
		{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 99 90", 1},
		{"7k/8/8/8/8/8/R7/1R5K w - - 0 1", 3},
		{"8/8/8/8/7k/R7/1R6/7K w - - 0 1", 3},
		{"3k4/8/2K5/8/8/8/8/7R w - - 0 1", 3},
		{"2k5/8/2K5/8/8/8/8/7R b - - 0 1", -4},
		{"7k/8/5K2/8/8/8/8/6R1 b - - 0 1", -6},
		{"4k3/8/8/3K4/8/8/8/7R w - - 0 1", 5},
		{"8/8/8/3k4/8/3K4/8/6RR w - - 0 1", 5},
		{"8/8/8/8/8/5k2/1r6/6K1 b - - 0 1", 5},
		{"k7/8/1K6/8/8/8/8/1BB5 w - - 0 1", 5},
		{"r6k/6pp/8/6N1/2Q5/8/6PP/7K w - - 0 1", 7},
		{"8/8/8/8/8/3k4/1r6/4K3 w - - 0 1", -8},
	}
	e := newEngine(t)
	for _, test := range tests {
		e.NewGame()
		p := enginetest.Position(t, test.fen)
		var r recorder
		result := e.Go(p, Limits{Depth: 20}, r.reports())
		want := chess.MateIn(test.plies)
		if test.plies < 0 {
			want = chess.MatedIn(-test.plies)
		}
		info := r.last(t)
		if info.Score != want || info.Bound != tt.Exact {
			t.Errorf("%s: score %d (bound %d), want %d", test.fen, info.Score, info.Bound, want)
		}
		if got := len(info.PV); got != max(test.plies, -test.plies) || info.PV[0] != result.Best {
			t.Errorf("%s: %v leads to no mate in %d plies, or not with %v", test.fen, info.PV, test.plies, result.Best)
		}
		if end := checkLine(t, p, info.PV); !end.InCheck() || movegen.HasLegal(end) {
			t.Errorf("%s: %v does not end in mate", test.fen, info.PV)
		}
	}
}

func TestMateLimit(t *testing.T) {
	tests := []struct {
		fen  string
		mate int
	}{
		{"7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2},
		{"2k5/8/2K5/8/8/8/8/7R b - - 0 1", 2},
		{"7k/8/8/8/8/8/R7/1R5K w - - 0 1", math.MaxInt},
	}
	for _, test := range tests {
		var r recorder
		newEngine(t).Go(enginetest.Position(t, test.fen), Limits{Mate: test.mate}, r.reports())
		if info := r.last(t); !chess.IsDecisive(info.Score) || info.Depth > 20 {
			t.Errorf("%s, %d: ended at depth %d with score %d", test.fen, test.mate, info.Depth, info.Score)
		}
	}
}

func TestGameOver(t *testing.T) {
	tests := []struct {
		name, fen string
		score     chess.Score
	}{
		{"mate", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", chess.MatedIn(0)},
		{"stalemate", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", 0},
	}
	for _, test := range tests {
		var r recorder
		result := newEngine(t).Go(enginetest.Position(t, test.fen), Limits{Depth: 5}, r.reports())
		if result.Best != chess.NoMove || result.Score != test.score || result.Depth != 0 {
			t.Errorf("%s: %+v", test.name, result)
		}
		if info := r.last(t); len(r.infos) != 1 || info.Depth != 0 || info.Score != test.score || len(info.PV) != 0 {
			t.Errorf("%s: reports %+v", test.name, r.infos)
		}
	}
}

func TestDraws(t *testing.T) {
	// White's king and Black's queen go to and fro; after two rounds White can
	// bring about the same position for the third time.
	const queenWins = "8/3q4/8/8/8/8/k7/7K b - - 0 1"
	shuffle := []string{"d7d8", "h1g1", "d8d7", "g1h1", "d7d8", "h1g1"}

	tests := []struct {
		name   string
		p      *position.Position
		isDraw bool
		avoid  string
	}{
		{"the winner does not repeat", enginetest.Position(t, queenWins, shuffle...), false, "d8d7"},
		{"the loser repeats", enginetest.Position(t, queenWins, append(shuffle, "d8d7")...), true, ""},
		{"fifty moves without a mate", enginetest.Position(t, "8/8/8/4k3/8/8/8/KR6 w - - 98 120"), true, ""},
		{"fifty moves on the board", enginetest.Position(t, "8/8/8/4k3/8/8/8/KR6 w - - 100 120"), true, ""},
		{"a pawn move begins anew", enginetest.Position(t, "8/8/8/4k3/8/8/P7/KR6 w - - 98 120"), false, ""},
		{"bare minor piece", enginetest.Position(t, "8/8/8/4k3/8/8/8/KB6 w - - 0 1"), true, ""},
	}
	for _, test := range tests {
		var r recorder
		result := newEngine(t).Go(test.p, Limits{Depth: 9}, r.reports())
		info := r.last(t)
		if isDraw := info.Score == 0; isDraw != test.isDraw {
			t.Errorf("%s: score %d", test.name, info.Score)
		}
		if result.Best == chess.NoMove || result.Best.String() == test.avoid {
			t.Errorf("%s: played %v", test.name, result.Best)
		}
	}
}

// TestPerpetualCheck: a side that is far behind draws by checking for ever.
func TestPerpetualCheck(t *testing.T) {
	e := newEngine(t)
	p := enginetest.Position(t, "6k1/5p1p/8/3Q4/7K/1n6/r7/nr6 w - - 0 1")
	e.workers[0].pos = p
	if eval := e.workers[0].evaluate(); eval > -200 {
		t.Errorf("evaluated at %d, not as lost", eval)
	}
	var r recorder
	e.Go(p, Limits{Depth: 20}, r.reports())
	if info := r.last(t); info.Score != 0 {
		t.Errorf("score %d, line %v", info.Score, info.PV)
	}
}

// TestLines checks every report of a search of all bench positions with one engine.
func TestLines(t *testing.T) {
	e := newEngine(t)
	for _, fen := range benchPositions {
		p := enginetest.Position(t, fen)
		var r recorder
		result := e.Go(p, Limits{Depth: 9}, r.reports())
		if p.FEN() != fen {
			t.Fatalf("%s became %s", fen, p.FEN())
		}
		depth := 0
		for i, info := range r.infos {
			// A report of an iteration comes at its end, and at each better move.
			isLast := i == len(r.infos)-1 || r.infos[i+1].Depth > info.Depth
			if info.Depth == depth+1 {
				depth++
			}
			if info.Depth != depth || info.MultiPV != 1 || isLast && info.Bound != tt.Exact || info.Bound == tt.Upper || len(info.PV) == 0 {
				t.Errorf("%s: report %d is %+v", fen, i, info)
			}
			if info.SelDepth < len(info.PV)-1 || i > 0 && info.Nodes < r.infos[i-1].Nodes {
				t.Errorf("%s: report %d counts wrong: %+v", fen, i, info)
			}
			checkLine(t, p, info.PV)
			for ply, end := 0, p.Clone(); ply < len(info.PV); ply++ {
				if ply > 0 && end.IsDraw(ply) {
					t.Errorf("%s: %v runs past a draw", fen, info.PV)
				}
				end.Make(info.PV[ply])
			}
		}
		last := r.last(t)
		if last.Depth != 9 || result.Best != last.PV[0] || len(last.PV) > 1 && result.Ponder != last.PV[1] {
			t.Errorf("%s: %+v after %+v", fen, result, last)
		}
	}
}

// TestLinesAreRanked: wherever a search for several lines ends, no line is better than one
// before it that was searched as deep.
func TestLinesAreRanked(t *testing.T) {
	e := newEngine(t)
	e.SetMultiPV(5)
	for _, fen := range benchPositions[:12] {
		p := enginetest.Position(t, fen)
		for nodes := uint64(200); nodes < 4000; nodes += 50 {
			e.NewGame()
			var r recorder
			e.Go(p, Limits{Nodes: nodes}, r.reports())
			var lines [6]Info
			for _, info := range r.infos {
				lines[info.MultiPV] = info
				for rank := 1; rank < info.MultiPV; rank++ {
					if before := lines[rank]; before.Depth == info.Depth && before.Score < info.Score {
						t.Fatalf("%s, %d nodes: %+v comes before %+v", fen, nodes, before, info)
					}
				}
			}
		}
	}
}

func TestNodeLimit(t *testing.T) {
	const fen = "r3r1k1/pp3pbp/1qp1b1p1/2B5/2BP4/Q1n2N2/P4PPP/3R1K1R w - - 0 18"
	e := newEngine(t)
	p := enginetest.Position(t, fen)
	least := e.Go(p, Limits{Depth: 1}, Reports{}).Nodes // the first iteration is finished in any case
	for _, limit := range []uint64{1, 2, 17, 1023, 1024, 1025, 30_000, 100_001} {
		var first Info
		for try := range 2 {
			e.NewGame()
			var r recorder
			result := e.Go(p, Limits{Nodes: limit}, r.reports())
			if want := max(limit, least); e.workers[0].nodes != want || result.Nodes != want || r.last(t).Nodes != want {
				t.Errorf("limit %d: %d nodes, result %+v, last report %+v", limit, e.workers[0].nodes, result, r.last(t))
			}
			if !p.IsLegal(result.Best) {
				t.Errorf("limit %d: played %v", limit, result.Best)
			}
			last := r.last(t)
			last.Time = 0
			if try == 0 {
				first = last
			} else if last.Nodes != first.Nodes || last.Score != first.Score || !slices.Equal(last.PV, first.PV) {
				t.Errorf("limit %d: %+v, then %+v", limit, first, last)
			}
			if last.PV[0] != result.Best {
				t.Errorf("limit %d: played %v after the line %v", limit, result.Best, last.PV)
			}
		}
	}
}

// TestSoftNodes: the iteration that passes the limit is finished, no other begins, and
// the hard limit holds.
func TestSoftNodes(t *testing.T) {
	const fen = "r3r1k1/pp3pbp/1qp1b1p1/2B5/2BP4/Q1n2N2/P4PPP/3R1K1R w - - 0 18"
	e := newEngine(t)
	p := enginetest.Position(t, fen)
	var all recorder
	e.Go(p, Limits{Nodes: 40_000}, all.reports())
	for _, limit := range []uint64{1, 100, 600, 5000} {
		e.NewGame()
		var r recorder
		result := e.Go(p, Limits{SoftNodes: limit}, r.reports())
		iterations := r.iterations()
		for i, lines := range iterations {
			info, want := lines[0], all.iterations()[i][0]
			if info.Bound != tt.Exact || info.Nodes != want.Nodes || info.Score != want.Score {
				t.Errorf("limit %d: %+v, without it %+v", limit, info, want)
			}
			if last := i == len(iterations)-1; last != (info.Nodes >= limit) {
				t.Errorf("limit %d: %d iterations, number %d at %d nodes", limit, len(iterations), i, info.Nodes)
			}
		}
		if last := r.last(t); result.Best != last.PV[0] || e.workers[0].nodes != last.Nodes {
			t.Errorf("limit %d: played %s after %d nodes, reported %+v", limit, result.Best, e.workers[0].nodes, last)
		}
	}
	e.NewGame()
	e.Go(p, Limits{SoftNodes: 5000, Nodes: 700}, Reports{})
	if nodes := e.workers[0].nodes; nodes != 700 {
		t.Errorf("%d nodes, want the hard limit's 700", nodes)
	}
}

func TestSameGameTwice(t *testing.T) {
	play := func(e *Engine) (nodes []uint64) {
		e.NewGame()
		p := enginetest.Position(t, position.StartFEN)
		for range 8 {
			p.Make(e.Go(p, Limits{Depth: 7}, Reports{}).Best)
			nodes = append(nodes, e.workers[0].nodes)
		}
		return nodes
	}
	e := newEngine(t)
	if first, second := play(e), play(e); !slices.Equal(first, second) {
		t.Errorf("%v, then %v", first, second)
	}
}

func TestBench(t *testing.T) {
	var rows []BenchRow
	first, _, err := Bench(t.Context(), nnue.Default(), 5, func(r BenchRow) { rows = append(rows, r) })
	if err != nil || first == 0 {
		t.Fatal(first, err)
	}
	sum := uint64(0)
	for i, r := range rows {
		sum += r.Nodes
		if r.Number != i+1 || r.Count != len(rows) || r.FEN != benchPositions[i] || r.Depth != 5 {
			t.Errorf("row %d is %+v", i, r)
		}
	}
	if sum != first || len(rows) != len(benchPositions) {
		t.Errorf("%d rows have %d nodes, all together %d", len(rows), sum, first)
	}
	if second, _, err := Bench(t.Context(), nnue.Default(), 5, func(BenchRow) {}); second != first || err != nil {
		t.Errorf("%d nodes, then %d (%v)", first, second, err)
	}

	ctx, stop := context.WithCancel(t.Context())
	rows = nil
	_, _, err = Bench(ctx, nnue.Default(), 5, func(r BenchRow) {
		rows = append(rows, r)
		stop()
	})
	if err != ErrStopped || len(rows) != 1 {
		t.Errorf("stopped after a row: %v after %d rows", err, len(rows))
	}
}

func TestSearchMoves(t *testing.T) {
	p := enginetest.Position(t, position.StartFEN)
	a3, h4 := enginetest.Move(t, p, "a2a3"), enginetest.Move(t, p, "h2h4")
	illegal := chess.NewMove(chess.E2, chess.E5, chess.Quiet)
	tests := []struct {
		name    string
		only    []chess.Move
		allowed []chess.Move
	}{
		{"one", []chess.Move{a3}, []chess.Move{a3}},
		{"two", []chess.Move{h4, a3}, []chess.Move{a3, h4}},
		{"one and an illegal one", []chess.Move{illegal, h4}, []chess.Move{h4}},
		{"illegal ones", []chess.Move{illegal, chess.NoMove}, legalMoves(p)},
	}
	e := newEngine(t)
	for _, test := range tests {
		for _, nodes := range []uint64{1, 20_000} {
			r := e.Go(p, Limits{Nodes: nodes, SearchMoves: test.only}, Reports{})
			if !slices.Contains(test.allowed, r.Best) {
				t.Errorf("%s, %d nodes: played %v", test.name, nodes, r.Best)
			}
		}
	}
}

// TestForeignTableMove fills the table with moves that are mostly illegal.
func TestForeignTableMove(t *testing.T) {
	e := newEngine(t)
	random := rand.New(rand.NewPCG(3, 5))
	for _, fen := range benchPositions {
		p := enginetest.Position(t, fen)
		poison := func() {
			e.table.Store(p.Hash(), 0, tt.Entry{
				Move: chess.Move(random.Uint32()), Score: random.IntN(200), Depth: random.IntN(12), Bound: tt.Exact,
			})
		}
		poison()
		for _, m := range legalMoves(p) {
			p.Make(m)
			poison()
			p.Unmake()
		}
		var r recorder
		result := e.Go(p, Limits{Depth: 1 + random.IntN(6)}, r.reports())
		if !p.IsLegal(result.Best) {
			t.Errorf("%s: played %v", fen, result.Best)
		}
		for _, info := range r.infos {
			checkLine(t, p, info.PV)
		}
	}
}

func TestSetHash(t *testing.T) {
	e := newEngine(t)
	p := enginetest.Position(t, position.StartFEN)
	for _, megabytes := range []int{1, 3, 0, -5, 1 << 40} {
		err := e.SetHash(megabytes)
		if (err != nil) != (megabytes < 1 || megabytes > 1<<30) {
			t.Errorf("%d MB: %v", megabytes, err)
		}
		if r := e.Go(p, Limits{Depth: 4}, Reports{}); !p.IsLegal(r.Best) {
			t.Errorf("%d MB: %+v", megabytes, r)
		}
	}
	if _, err := New(0); err == nil {
		t.Error("New(0): no error")
	}
}

// TestNodesDoNotAllocate compares the allocations of a long and a short search.
func TestNodesDoNotAllocate(t *testing.T) {
	e := newEngine(t)
	p := enginetest.Position(t, "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9")
	mallocs := func(nodes uint64) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		e.Go(p, Limits{Nodes: nodes}, Reports{})
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	short, long := mallocs(100), mallocs(300_000)
	if long > short+60 {
		t.Errorf("%d allocations in 300000 nodes, %d in 100", long, short)
	}
}

func BenchmarkSearch(b *testing.B) {
	e := newEngine(b)
	p := enginetest.Position(b, "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9")
	var nodes uint64
	for b.Loop() {
		e.NewGame()
		e.Go(p, Limits{Depth: 10}, Reports{})
		nodes += e.workers[0].nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
