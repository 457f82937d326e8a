package enginetest

import (
	"context"
	"sync/atomic"
	"testing"
)

// countdown is done when it is asked for its error and left is 0.
type countdown struct {
	context.Context
	cancel context.CancelFunc
	left   atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		c.cancel()
	}
	return c.Context.Err()
}

// Countdown returns a context that is cancelled when it is asked for its error the
// next time after the given number of times. So what asks before each step is
// interrupted at the same step on any machine.
func Countdown(t testing.TB, times int) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	c := &countdown{Context: ctx, cancel: cancel}
	c.left.Store(int64(times))
	return c
}
