package search

import (
	"testing"
	"time"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
)

func TestTime(t *testing.T) {
	const ms = time.Millisecond
	both := [2]bool{true, true}
	tests := []struct {
		name string
		l    Limits
		most time.Duration
	}{
		{"clock at zero", Limits{HasClock: both}, 20 * ms},
		{"clock below zero", Limits{HasClock: both, Time: [2]time.Duration{-time.Hour, -time.Hour}}, 20 * ms},
		{"increment alone", Limits{HasClock: both, Inc: [2]time.Duration{ms, ms}}, 20 * ms},
		{"everything negative", Limits{HasClock: both, Time: [2]time.Duration{-1, -1}, Inc: [2]time.Duration{-ms, -ms}, MovesToGo: -3}, 20 * ms},
		{"a tenth of a second", Limits{HasClock: both, Time: [2]time.Duration{100 * ms, 100 * ms}, Inc: [2]time.Duration{ms, ms}}, 60 * ms},
		{"move time", Limits{MoveTime: 100 * ms}, 101 * ms},
		{"tiny move time", Limits{MoveTime: 1}, 20 * ms},
		{"last move before the control", Limits{HasClock: both, Time: [2]time.Duration{200 * ms, 200 * ms}, MovesToGo: 1}, 190 * ms},
	}
	e := newEngine(t)
	p := enginetest.Position(t, "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9")
	for _, test := range tests {
		took := fastest(test.most, func() {
			if r := e.Go(p, test.l, Reports{}); !p.IsLegal(r.Best) {
				t.Errorf("%s: %+v", test.name, r)
			}
		})
		if took > test.most {
			t.Errorf("%s: took %v", test.name, took)
		}
	}
}

// TestClockRecovers: moves that take their soft limit and a little more leave a reserve on
// a clock with a small increment.
func TestClockRecovers(t *testing.T) {
	const increment, latency = 2 * time.Millisecond, time.Millisecond / 2
	left := 200 * time.Millisecond
	for move := range 400 {
		b := allot(Limits{HasClock: [2]bool{true, true}, Time: [2]time.Duration{left, left}, Inc: [2]time.Duration{increment, increment}}, chess.White, defaultOverhead)
		left += increment - b.soft - latency
		if left < 4*defaultOverhead {
			t.Fatalf("%v left after %d moves", left, move+1)
		}
	}
}

func TestMoveTimeIsUsed(t *testing.T) {
	const given = 100 * time.Millisecond
	start := time.Now()
	newEngine(t).Go(enginetest.Position(t, position.StartFEN), Limits{MoveTime: given}, Reports{})
	if took := time.Since(start); took < given*9/10 {
		t.Errorf("%v of %v used", took, given)
	}
}

func TestForcedMoveIsQuick(t *testing.T) {
	const limit = 100 * time.Millisecond
	e := newEngine(t)
	p := enginetest.Position(t, "1r5k/8/8/8/8/8/8/K7 w - - 0 1")
	l := Limits{HasClock: [2]bool{true, true}, Time: [2]time.Duration{time.Minute, time.Minute}}
	if took := fastest(limit, func() { e.Go(p, l, Reports{}) }); took > limit {
		t.Errorf("took %v", took)
	}
}
