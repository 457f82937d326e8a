package search

import (
	"math"
	"sync/atomic"
	"time"

	"xorro/chess"
)

// budget is the time for a move. The search ends after the first iteration that
// ends beyond the soft limit, and at any point beyond the hard limit.
type budget struct {
	soft, hard time.Duration
}

// unlimited is longer than any search.
const unlimited time.Duration = math.MaxInt64

// forcedMoveTime is the greatest soft limit if there is only one legal move.
const forcedMoveTime = 10 * time.Millisecond

// In a period of a number of moves, the overhead of spareMoves more moves is kept back,
// unless less than the clock divided by shortClockDivisor would be left to use.
const (
	spareMoves        = 5
	shortClockDivisor = 32
)

// reserveMoves is the number of moves whose overhead should stay on the clock outside of
// periods. With less on it, moves take less time, so that an increment fills it again.
const reserveMoves = 10

// percent returns n percent of a duration.
func percent(d time.Duration, n int) time.Duration { return d / 100 * time.Duration(n) }

// allot returns the budget that the limits leave the side to move.
func allot(l Limits, us chess.Color, overhead time.Duration) budget {
	b := budget{unlimited, unlimited}
	if l.MoveTime > 0 {
		// The move time is meant to be used, so that overhead takes little of it.
		b.hard = l.MoveTime - min(overhead, percent(l.MoveTime, moveTimeOverhead))
	}
	if l.HasClock[us&1] {
		left := max(max(l.Time[us&1], 0)-overhead, 0)
		horizon := clockHorizon
		if l.MovesToGo > 0 {
			horizon = min(horizon, l.MovesToGo)
			// Each of the moves costs the overhead, and the period should end with some
			// time left. If the clock is too short for that, little of it can be used.
			left = max(left-overhead*time.Duration(l.MovesToGo+spareMoves), left/shortClockDivisor)
		}
		most := percent(left, clockMost)
		b.soft = min(left/time.Duration(horizon)+percent(max(l.Inc[us&1], 0), clockIncrement), most)
		if reserve := overhead * reserveMoves; left < reserve && l.MovesToGo == 0 {
			b.soft = time.Duration(float64(b.soft) * float64(left) / float64(reserve))
		}
		b.hard = min(b.hard, b.soft*time.Duration(clockHard), most)
	}
	return b
}

// clock tells a running search when its time is up. Only ponderHit may be called
// from a goroutine that does not search.
type clock struct {
	started time.Time
	budget
	infinite bool
	settled  bool // the soft limit passed while pondering

	pondering atomic.Bool
	hit       atomic.Int64 // time of the ponder hit, in nanoseconds since started
}

// start begins to measure the time of a search.
func (c *clock) start(l Limits, us chess.Color, overhead time.Duration) {
	c.started = l.Start
	c.budget = allot(l, us, overhead)
	if l.Infinite {
		c.budget = budget{unlimited, unlimited}
	}
	c.infinite, c.settled = l.Infinite, false
	c.hit.Store(0)
	c.pondering.Store(l.Ponder)
}

// elapsed is the time since the search began.
func (c *clock) elapsed() time.Duration { return time.Since(c.started) }

// ponderHit makes the limits of a pondering search count. It says whether the
// search may now end by itself.
func (c *clock) ponderHit() bool {
	if !c.pondering.Load() {
		return false
	}
	c.hit.Store(int64(c.elapsed()))
	c.pondering.Store(false)
	return !c.infinite
}

// hurry lowers the soft limit of a clock to forcedMoveTime.
func (c *clock) hurry() {
	if c.soft != unlimited {
		c.soft = min(c.soft, forcedMoveTime)
	}
}

// isHardOver says whether the search must end at once. The time spent pondering
// does not count.
func (c *clock) isHardOver() bool {
	if c.hard == unlimited || c.pondering.Load() {
		return false
	}
	return c.settled || c.elapsed()-time.Duration(c.hit.Load()) >= c.hard
}

// isSoftOver says whether the soft limit, multiplied by scale, has passed. The time
// spent pondering counts.
func (c *clock) isSoftOver(scale float64) bool {
	if c.soft == unlimited || float64(c.elapsed()) < float64(c.soft)*scale {
		return false
	}
	c.settled = true
	return !c.pondering.Load()
}

// pace follows from iteration to iteration how settled a search is.
type pace struct {
	best   chess.Move
	stable int         // consecutive iterations with the same best move
	score  chess.Score // of the last iteration
}

// scale records the best move of an iteration, its score and its share of the
// nodes, and returns the factor for the soft limit. It exceeds 1 while the best
// move changes or the score falls.
func (p *pace) scale(best chess.Move, score chess.Score, share float64) float64 {
	if p.best == chess.NoMove {
		p.score = score
	}
	if best == p.best {
		p.stable++
	} else {
		p.best, p.stable = best, 0
	}
	fall := min(max(p.score-score, paceFallLeast), paceFallMost)
	p.score = score
	stability := float64(paceUnstable-paceStable*min(p.stable, paceStableMost)) / 1000
	effort := float64(paceEffort)/1000 - share
	return stability * effort * (1 + float64(paceFall*fall)/1000)
}
