package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// onInterrupt calls act at each Ctrl-C, which no longer ends the process, until cancel
// is called. A process started with interrupts ignored keeps ignoring them.
func onInterrupt(act func()) (cancel func()) {
	if signal.Ignored(os.Interrupt) {
		return func() {}
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	go func() {
		for range signals {
			act()
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

// untilInterrupted returns a context that is cancelled by the first Ctrl-C or SIGTERM,
// after which tell is called; the next one ends the process. Cancel ends all that. A
// process started with interrupts ignored keeps ignoring them.
func untilInterrupted(tell func()) (ctx context.Context, cancel func()) {
	requests := []os.Signal{syscall.SIGTERM}
	if !signal.Ignored(os.Interrupt) {
		requests = append(requests, os.Interrupt)
	}
	ctx, stop := signal.NotifyContext(context.Background(), requests...)
	beQuiet := context.AfterFunc(ctx, func() {
		stop()
		tell()
	})
	return ctx, func() {
		beQuiet()
		stop()
	}
}
