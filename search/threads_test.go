package search

import (
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
	"xorro/tt"
)

// TestThreads: several threads find what one finds, stop together, and count all nodes.
func TestThreads(t *testing.T) {
	e := newEngine(t)
	e.SetThreads(4)
	if runtime.GOMAXPROCS(0) < 6 {
		t.Errorf("GOMAXPROCS is %d with 4 threads", runtime.GOMAXPROCS(0))
	}
	worked := make([]uint64, len(e.workers)) // nodes. [thread]
	for _, fen := range benchPositions[:12] {
		p := enginetest.Position(t, fen)
		var r recorder
		result := e.Go(p, Limits{MoveTime: 50 * time.Millisecond}, r.reports())
		info := r.last(t)
		if !p.IsLegal(result.Best) || len(info.PV) == 0 || info.PV[0] != result.Best {
			t.Errorf("%s: plays %v after a report of %v", fen, result.Best, info.PV)
		}
		checkLine(t, p, info.PV)
		for i, w := range e.workers {
			worked[i] += w.nodes
		}
	}
	if slices.Contains(worked, 0) {
		t.Errorf("a thread did nothing: %d nodes", worked)
	}

	const limit = 400_000
	var r recorder
	e.Go(enginetest.Position(t, position.StartFEN), Limits{Nodes: limit}, r.reports())
	if got := e.workers[0].teamNodes(); got < limit*9/10 || got > limit+4*clockInterval {
		t.Errorf("%d nodes with a limit of %d", got, limit)
	}
	if own, got := e.workers[0].nodes, r.last(t).Nodes; got <= own {
		t.Errorf("reports %d nodes, the lead alone has %d", got, own)
	}

	mate := enginetest.Position(t, "r6k/6pp/8/6N1/2Q5/8/6PP/7K w - - 0 1")
	r = recorder{}
	if e.Go(mate, Limits{Depth: 20}, r.reports()); r.last(t).Score != chess.MateIn(7) {
		t.Errorf("score %d, want mate in 7 plies", r.last(t).Score)
	}

	e.SetThreads(1)
	if len(e.workers) != 1 {
		t.Errorf("%d threads are left", len(e.workers))
	}
}

func TestVote(t *testing.T) {
	const a, b = chess.Move(1), chess.Move(2)
	type ballot struct {
		move  chess.Move
		score chess.Score
		depth chess.Depth
	}
	tests := []struct {
		name    string
		ballots []ballot
		want    int
	}{
		{"alone", []ballot{{a, 0, 9}}, 0},
		{"two against one", []ballot{{a, 10, 12}, {b, 10, 12}, {b, 8, 12}}, 1},
		{"the stronger of those that agree", []ballot{{a, 10, 12}, {b, 10, 11}, {b, 10, 12}}, 2},
		{"depth and score outweigh numbers", []ballot{{a, 120, 20}, {b, 0, 12}, {b, 5, 12}}, 0},
		{"who has finished nothing has no voice", []ballot{{a, -500, 9}, {b, 0, 0}}, 0},
		{"a win goes before votes", []ballot{{a, 50, 20}, {a, 40, 20}, {b, chess.MateIn(9), 5}}, 2},
		{"the shortest win", []ballot{{a, chess.MateIn(11), 20}, {b, chess.MateIn(7), 5}, {a, chess.MateIn(9), 25}}, 1},
		{"mated as late as can be", []ballot{{a, chess.MatedIn(4), 20}, {b, chess.MatedIn(8), 20}}, 1},
	}
	for _, test := range tests {
		var workers []*worker
		for _, v := range test.ballots {
			l := &rootLine{score: v.score}
			l.moves[0], l.n = v.move, 1
			workers = append(workers, &worker{root: root{lines: []*rootLine{l}, depth: v.depth}})
		}
		if got := slices.Index(workers, vote(workers)); got != test.want {
			t.Errorf("%s: worker %d, want %d", test.name, got, test.want)
		}
	}
}

// TestMultiPV: each iteration reports the given number of lines, of different moves
// and in the order of their scores.
func TestMultiPV(t *testing.T) {
	e := newEngine(t)
	for _, fen := range append(benchPositions[:20:20], "7k/8/5K2/8/8/8/8/6R1 b - - 0 1", "k7/8/1K6/8/8/8/8/1BB5 w - - 0 1") {
		p := enginetest.Position(t, fen)
		for _, lines := range []int{1, 3, 500} {
			e.NewGame()
			e.SetMultiPV(lines)
			var r recorder
			result := e.Go(p, Limits{Depth: 5}, r.reports())
			want := min(lines, len(legalMoves(p)))
			iterations := r.iterations()
			if len(iterations) != 5 {
				t.Fatalf("%s, %d lines: %d iterations", fen, lines, len(iterations))
			}
			for i, set := range iterations {
				if len(set) != want {
					t.Fatalf("%s, %d lines, depth %d: %d lines", fen, lines, i+1, len(set))
				}
				seen := map[chess.Move]bool{}
				for rank, info := range set {
					checkLine(t, p, info.PV)
					if info.Bound != tt.Exact || seen[info.PV[0]] {
						t.Errorf("%s, %d lines: rank %d is %+v", fen, lines, rank+1, info)
					}
					if rank > 0 && info.Score > set[rank-1].Score {
						t.Errorf("%s, %d lines, depth %d: line %d is better than the one above", fen, lines, info.Depth, rank+1)
					}
					seen[info.PV[0]] = true
				}
			}
			if best := iterations[4][0].PV[0]; best != result.Best {
				t.Errorf("%s, %d lines: plays %v, best is %v", fen, lines, result.Best, best)
			}
		}
	}

	e.SetMultiPV(4)
	p := enginetest.Position(t, position.StartFEN)
	var r recorder
	e.Go(p, Limits{Depth: 4, SearchMoves: []chess.Move{enginetest.Move(t, p, "a2a3"), enginetest.Move(t, p, "h2h3")}}, r.reports())
	if last := r.last(t); last.MultiPV != 2 {
		t.Errorf("two moves to search, and line %d is the last", last.MultiPV)
	}
}

// TestProgress checks that the root move that is searched is reported after a few
// seconds, and the effort if there is no other report for a second.
func TestProgress(t *testing.T) {
	e := newEngine(t)
	p := enginetest.Position(t, position.StartFEN)
	var early, late recorder
	e.Go(p, Limits{Depth: 4}, early.reports())
	e.NewGame()
	e.Go(p, Limits{Depth: 4, Start: time.Now().Add(-detailAfter)}, late.reports())
	for _, r := range early.progress {
		if r.Move != chess.NoMove {
			t.Errorf("at the start of a search: %+v", r)
		}
	}
	for i, r := range late.progress {
		if !p.IsLegal(r.Move) || r.Number < 1 || r.Number > 20 || r.Depth < 1 || r.Depth > 4 || r.Time < detailAfter {
			t.Errorf("report %d: %+v", i, r)
		}
	}
	if n := len(late.progress); n < 20*4 {
		t.Errorf("%d reports of moves after %v in 4 iterations of 20 moves", n, detailAfter)
	}
}

// TestProgressEverySecond checks that no time between two reports is much longer than a
// second, in a search whose last iteration is long.
func TestProgressEverySecond(t *testing.T) {
	e := newEngine(t)
	var times []time.Duration
	var nodes []uint64
	note := func(n uint64, at time.Duration) { nodes, times = append(nodes, n), append(times, at) }
	e.Go(enginetest.Position(t, position.StartFEN), Limits{MoveTime: 2500 * time.Millisecond}, Reports{
		Line:     func(i Info) { note(i.Nodes, i.Time) },
		Progress: func(p Progress) { note(p.Nodes, p.Time) },
	})
	for i := 1; i < len(times); i++ {
		// The limit is generous: other processes may keep this one waiting.
		if times[i]-times[i-1] > 2*progressInterval || times[i] < times[i-1] || nodes[i] < nodes[i-1] {
			t.Errorf("report %d of %d comes at %v after %d nodes, the one before at %v after %d", i, len(times), times[i], nodes[i], times[i-1], nodes[i-1])
		}
	}
	if last := times[len(times)-1]; last < 2*time.Second {
		t.Errorf("the last report comes at %v", last)
	}
}

// TestLastReport checks that a search ends with a report of its move, its nodes and all
// wanted lines, whatever ends it.
func TestLastReport(t *testing.T) {
	const fen = "r3r1k1/pp3pbp/1qp1b1p1/2B5/2BP4/Q1n2N2/P4PPP/3R1K1R w - - 0 18"
	for _, threads := range []int{1, 3} {
		for _, lines := range []int{1, 3} {
			e := newEngine(t)
			e.SetThreads(threads)
			e.SetMultiPV(lines)
			p := enginetest.Position(t, fen)
			for _, l := range []Limits{{Depth: 6}, {Nodes: 1}, {Nodes: 20_011}, {MoveTime: 50 * time.Millisecond}, {SoftNodes: 5000}, {Time: [2]time.Duration{time.Second}, HasClock: [2]bool{true}}} {
				var r recorder
				result := e.Go(p, l, r.reports())
				var best Info // the last of rank 1
				for _, info := range r.infos {
					if info.MultiPV == 1 {
						best = info
					}
				}
				if end := r.last(t); end.MultiPV != lines || end.Nodes != result.Nodes || best.PV[0] != result.Best {
					t.Errorf("%d threads, %d lines, %+v: %+v after the reports %+v and %+v", threads, lines, l, result, best, end)
				}
			}
		}
	}
}

// TestBetterMoveIsReported checks that a move that becomes the best within an iteration
// is reported at once, with its bound.
func TestBetterMoveIsReported(t *testing.T) {
	e := newEngine(t)
	changes := 0
	for _, fen := range benchPositions[:12] {
		var r recorder
		e.Go(enginetest.Position(t, fen), Limits{Depth: 9}, r.reports())
		for i := 1; i < len(r.infos); i++ {
			before, info := r.infos[i-1], r.infos[i]
			if info.PV[0] == before.PV[0] {
				continue
			}
			changes++
			// The iteration's last report follows, perhaps at once.
			if i == len(r.infos)-1 || r.infos[i+1].Depth != info.Depth {
				t.Errorf("%s: %+v comes only at the end of its iteration", fen, info)
			}
		}
	}
	if changes < 10 {
		t.Errorf("only %d changes of the best move", changes)
	}
}

func TestHandicap(t *testing.T) {
	if h := handicapOf(0); h != (handicap{}) {
		t.Errorf("full strength has the handicap %+v", h)
	}
	for elo := MinElo + 100; elo <= MaxElo; elo += 100 {
		weak, strong := handicapOf(elo-100), handicapOf(elo)
		if weak.nodes >= strong.nodes || weak.softness < strong.softness || weak.softness == strong.softness && weak.softness > 0 {
			t.Errorf("%d: %+v, %d: %+v", elo-100, weak, elo, strong)
		}
	}

	// The measured ratings have the skills between which they were measured.
	for i, rating := range ratingOfSkill {
		if got, want := skillOf(int(rating)), float64(i); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v: skill %v, want %v", rating, got, want)
		}
	}
	if low, high := skillOf(-1000), skillOf(10_000); low != 0 || high != float64(len(ratingOfSkill)-1) {
		t.Errorf("skills from %v to %v", low, high)
	}

	lines := []*rootLine{{score: 50}, {score: 50 - 90}, {score: chess.MatedIn(4)}}
	var drawn [3]int
	const draws = 10_000
	for range draws {
		drawn[slices.Index(lines, handicap{softness: 90}.choose(lines))]++
	}
	if want := draws / (1 + math.E); math.Abs(float64(drawn[1])-want) > 300 || drawn[2] != 0 {
		t.Errorf("drawn %v times of %d, want the second about %.0f times", drawn, draws, want)
	}
	for range 100 {
		if got := (handicap{}).choose(lines); got != lines[0] {
			t.Fatal("the strongest player does not play the best move")
		}
	}
}

// TestElo: a weak player plays at once, and plays the move of its last report.
func TestElo(t *testing.T) {
	e := newEngine(t)
	e.SetElo(MinElo)
	p := enginetest.Position(t, position.StartFEN)
	seen := map[chess.Move]bool{}
	for range 30 {
		var r recorder
		result := e.Go(p, Limits{MoveTime: time.Hour}, r.reports())
		seen[result.Best] = true
		info := r.last(t)
		if info.PV[0] != result.Best || info.MultiPV != 1 {
			t.Errorf("plays %v after a report of %v", result.Best, info.PV)
		}
	}
	if len(seen) < 3 {
		t.Errorf("only %v were played in 30 games", seen)
	}
	e.SetElo(0)
	if e.Go(p, Limits{Depth: 8}, Reports{}); e.workers[0].root.wanted != 1 {
		t.Error("full strength searches for more than the best line")
	}
}
