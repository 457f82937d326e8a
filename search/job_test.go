package search

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
	"xorro/tt"
)

func TestStop(t *testing.T) {
	positions := []struct{ name, fen string }{
		{"start", position.StartFEN},
		{"one reply", "1r5k/8/8/8/8/8/8/K7 w - - 0 1"},
		{"mate soon", "7k/8/8/8/8/8/R7/1R5K w - - 0 1"},
		{"dead draw", "8/8/8/4k3/8/8/8/KB6 w - - 0 1"},
	}
	limits := []struct {
		name string
		l    Limits
	}{
		{"infinite", Limits{Infinite: true}},
		{"ponder", Limits{Ponder: true, HasClock: [2]bool{true, true}}},
		{"infinite, depth 1", Limits{Infinite: true, Depth: 1}},
		{"ponder, depth 1", Limits{Ponder: true, Depth: 1}},
		{"infinite, 1 node", Limits{Infinite: true, Nodes: 1}},
		{"infinite with a clock", Limits{Infinite: true, HasClock: [2]bool{true, true}, MoveTime: 1}},
	}
	e := newEngine(t)
	for _, root := range positions {
		for _, limit := range limits {
			name := root.name + ", " + limit.name
			p := enginetest.Position(t, root.fen)
			j := e.Start(p, limit.l, Reports{})
			select {
			case <-j.done:
				t.Errorf("%s: did not wait", name)
			case <-time.After(5 * time.Millisecond):
				j.Stop()
				if r := wait(t, name, j); !p.IsLegal(r.Best) {
					t.Errorf("%s: %+v", name, r)
				}
			}
		}
	}
}

// TestStopAtOnce stops a search at once. The first iteration is finished and reported
// nevertheless.
func TestStopAtOnce(t *testing.T) {
	e := newEngine(t)
	p := enginetest.Position(t, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	for range 200 {
		var r recorder
		j := e.Start(p, Limits{Infinite: true}, r.reports())
		j.Stop()
		if best := wait(t, "stop", j).Best; best != enginetest.Move(t, p, "a1a8") {
			t.Fatalf("%v in place of mate", best)
		}
		if last := r.last(t); last.Score != chess.MateIn(1) {
			t.Fatalf("%+v", last)
		}
	}
}

// TestStopAfterwards stops a search that is over. The search that is running goes on.
func TestStopAfterwards(t *testing.T) {
	e := newEngine(t)
	p := enginetest.Position(t, position.StartFEN)
	old := e.Start(p, Limits{Depth: 1}, Reports{})
	wait(t, "first", old)
	next := e.Start(p, Limits{Ponder: true, Depth: 9}, Reports{})
	old.Stop()
	old.PonderHit()
	select {
	case <-next.done:
		t.Error("the second search was ended with the first")
	case <-time.After(20 * time.Millisecond):
	}
	next.PonderHit()
	if r := wait(t, "second", next); r.Depth != 9 {
		t.Errorf("the second search ended at depth %d of 9", r.Depth)
	}
	if again := old.Wait(); again.Depth != 1 {
		t.Errorf("the first search's result is now %+v", again)
	}
}

// TestResult compares results with the last reports.
func TestResult(t *testing.T) {
	e := newEngine(t)
	for _, fen := range benchPositions[:12] {
		p := enginetest.Position(t, fen)
		for _, l := range []Limits{{Depth: 6}, {Nodes: 5000}, {SoftNodes: 3000}} {
			e.NewGame()
			var r recorder
			told := e.Go(p, l, r.reports())
			e.NewGame()
			untold := e.Go(p, l, Reports{})
			if !reflect.DeepEqual(told, untold) {
				t.Errorf("%s, %+v: %+v with reports, %+v without", fen, l, told, untold)
			}
			checkLine(t, p, told.PV)
			last := r.last(t)
			if told.Nodes < last.Nodes || told.PV[0] != told.Best || l.Nodes == 0 && !slices.Equal(told.PV, last.PV) {
				t.Errorf("%s, %+v: %+v after %+v", fen, l, told, last)
			}
			for _, info := range slices.Backward(r.infos) {
				if info.Bound == tt.Exact && info.Depth == told.Depth {
					if told.Score != info.Score {
						t.Errorf("%s, %+v: %+v, the last iteration was %+v", fen, l, told, info)
					}
					break
				}
			}
		}
	}
	one, first := e.Go(enginetest.Position(t, position.StartFEN), Limits{Nodes: 1}, Reports{}), e.Go(enginetest.Position(t, position.StartFEN), Limits{Depth: 1}, Reports{})
	if one.Depth != 1 || one.Best != first.Best || one.Score != first.Score || len(one.PV) == 0 {
		t.Errorf("with one node: %+v, with one ply: %+v", one, first)
	}
}

// TestGoDoesNotWait: Go ignores limits that need a Stop, which nobody could call.
func TestGoDoesNotWait(t *testing.T) {
	for _, l := range []Limits{{Infinite: true, Depth: 2}, {Ponder: true, Depth: 2}, {Ponder: true, MoveTime: time.Millisecond}} {
		if r := newEngine(t).Go(enginetest.Position(t, position.StartFEN), l, Reports{}); r.Best == chess.NoMove {
			t.Errorf("%+v: %+v", l, r)
		}
	}
}

func TestPonderHit(t *testing.T) {
	clock := Limits{Ponder: true, HasClock: [2]bool{true, true}, Time: [2]time.Duration{2 * time.Second, 2 * time.Second}}
	tests := []struct {
		name string
		l    Limits
		wait time.Duration // before the hit
	}{
		{"at once", clock, 0},
		{"after the soft limit", clock, 100 * time.Millisecond},
		{"clock run out", Limits{Ponder: true, HasClock: [2]bool{true, true}}, 10 * time.Millisecond},
		{"depth reached", Limits{Ponder: true, Depth: 1}, 10 * time.Millisecond},
		{"move time", Limits{Ponder: true, MoveTime: 20 * time.Millisecond}, 40 * time.Millisecond},
	}
	e := newEngine(t)
	p := enginetest.Position(t, position.StartFEN)
	for _, test := range tests {
		j := e.Start(p, test.l, Reports{})
		time.Sleep(test.wait)
		select {
		case <-j.done:
			t.Errorf("%s: did not wait for the hit", test.name)
			continue
		default:
		}
		j.PonderHit()
		if r := wait(t, test.name, j); !p.IsLegal(r.Best) {
			t.Errorf("%s: %+v", test.name, r)
		}
	}
}
