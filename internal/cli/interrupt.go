package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// onInterrupt calls a function at each Ctrl-C in place of ending the process,
// until it is called off. Whoever started the process deaf to Ctrl-C has it so.
func onInterrupt(act func()) (callOff func()) {
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

// untilInterrupted gives a context that ends when the process is asked to end, and
// tells so; a second request ends the process at once. Whoever started the process
// deaf to Ctrl-C has it so.
func untilInterrupted(tell func()) (ctx context.Context, callOff func()) {
	requests := []os.Signal{syscall.SIGTERM}
	if !signal.Ignored(os.Interrupt) {
		requests = append(requests, os.Interrupt)
	}
	ctx, listenNoMore := signal.NotifyContext(context.Background(), requests...)
	quiet := context.AfterFunc(ctx, func() {
		listenNoMore()
		tell()
	})
	return ctx, func() {
		quiet()
		listenNoMore()
	}
}
