package main

import (
	"fmt"
	"io"
	"runtime"

	"xorro/internal/client"
	"xorro/uci"
)

// Growth of the heap in bytes and of the number of goroutines that is no leak.
const (
	heapSlack      = 1 << 20
	goroutineSlack = 2
)

// checkNewGames has a driver begin new games, each with a short search, and compares
// its heap and its goroutines after a tenth of them with those at the end.
func checkNewGames(out io.Writer, games int) error {
	if games == 0 {
		return nil
	}
	engineIn, ourOut := io.Pipe()
	ourIn, engineOut := io.Pipe()
	driver, err := uci.New(engineIn, engineOut, "Soak")
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() {
		err := driver.Run()
		engineOut.Close()
		done <- err
	}()
	engine := client.Connect("driver", ourOut, ourIn, func() error { return <-done }, ourOut.Close)
	defer engine.Close()
	if err := engine.Set("Threads", 2); err != nil {
		return err
	}

	var first, last usage
	for i := range games {
		if err := engine.NewGame(); err != nil {
			return err
		}
		if err := engine.Send("position startpos moves e2e4"); err != nil {
			return err
		}
		if _, err := engine.Go("nodes 500", patience); err != nil {
			return err
		}
		if i == games/10 {
			first = measure()
		}
	}
	last = measure()
	fmt.Fprintf(out, "%d times ucinewgame: heap %d to %d kB, goroutines %d to %d\n",
		games, first.heap>>10, last.heap>>10, first.goroutines, last.goroutines)
	if last.heap > first.heap+heapSlack || last.goroutines > first.goroutines+goroutineSlack {
		return fmt.Errorf("%d times ucinewgame: heap or goroutines have grown", games)
	}
	return nil
}

// usage is what this process holds.
type usage struct {
	heap       uint64 // bytes in use after a collection
	goroutines int
}

func measure() usage {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return usage{m.HeapAlloc, runtime.NumGoroutine()}
}
