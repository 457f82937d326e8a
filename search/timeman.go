package search

import (
	"math"
	"sync/atomic"
	"time"

	"xorro/chess"
)

// budget is what a move may take. Between two iterations the search ends beyond
// the soft limit, anywhere beyond the hard one.
type budget struct {
	soft, hard time.Duration
}

// unlimited is more than any search takes.
const unlimited time.Duration = math.MaxInt64

// allot divides what the limits leave the side to move.
func allot(l Limits, us chess.Color, overhead time.Duration) budget {
	b := budget{unlimited, unlimited}
	if l.MoveTime > 0 {
		// The time is given to be used, so that little of it goes for overhead.
		b.hard = l.MoveTime - min(overhead, l.MoveTime/20)
	}
	if l.HasClock[us&1] {
		left := max(max(l.Time[us&1], 0)-overhead, 0)
		horizon := time.Duration(defaultHorizon)
		if l.MovesToGo > 0 {
			horizon = min(horizon, time.Duration(l.MovesToGo))
		}
		most := left / hardShareOf * hardShare
		b.soft = min(left/horizon+max(l.Inc[us&1], 0)/4*3, most)
		b.hard = min(b.hard, b.soft*hardFactor, most)
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

// start begins to count for a search.
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

// elapsed is how long the search has been running.
func (c *clock) elapsed() time.Duration { return time.Since(c.started) }

// ponderHit begins the own time of a pondering search; it says whether the search
// may now end by itself.
func (c *clock) ponderHit() bool {
	if !c.pondering.Load() {
		return false
	}
	c.hit.Store(int64(c.elapsed()))
	c.pondering.Store(false)
	return !c.infinite
}

// hurry spends next to no time of a clock on a move that has no alternative.
func (c *clock) hurry() {
	if c.soft != unlimited {
		c.soft = min(c.soft, forcedMoveTime)
	}
}

// isHardOver says whether the search must end at once.
func (c *clock) isHardOver() bool {
	if c.hard == unlimited || c.pondering.Load() {
		return false
	}
	return c.settled || c.elapsed()-time.Duration(c.hit.Load()) >= c.hard
}

// isSoftOver says whether another iteration is not worth beginning, if the soft
// limit is scaled so. Time spent pondering counts for it.
func (c *clock) isSoftOver(scale float64) bool {
	if c.soft == unlimited || float64(c.elapsed()) < float64(c.soft)*scale {
		return false
	}
	c.settled = true
	return !c.pondering.Load()
}

// pace follows, from iteration to iteration, how settled a search is.
type pace struct {
	best   chess.Move
	stable int         // iterations in a row that chose the same move
	score  chess.Score // of the last iteration
}

// scale takes note of an iteration's best move, its score, and the part of the
// nodes that went into it. It is what the soft limit is to be stretched by where
// the choice of move is open or the score falls, or cut by where all is settled.
func (p *pace) scale(best chess.Move, score chess.Score, share float64) float64 {
	if p.best == chess.NoMove {
		p.score = score
	}
	if best == p.best {
		p.stable++
	} else {
		p.best, p.stable = best, 0
	}
	fall := min(max(p.score-score, -15), 60)
	p.score = score
	settled := 1.3 - 0.07*float64(min(p.stable, 8))
	return settled * (1.7 - share) * (1 + 0.006*float64(fall))
}
