package uci

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// interruptible is a session whose driver can be interrupted.
func interruptible(t *testing.T) (*session, *Driver) {
	t.Helper()
	var driver *Driver
	s := newSession(t, func(d *Driver) { driver = d })
	return s, driver
}

func TestInterruptEndsTheSearch(t *testing.T) {
	for _, line := range []string{"go infinite", "go ponder wtime 60000 btime 60000", "go depth 100"} {
		s, d := interruptible(t)
		s.ask(line)
		d.Interrupt()
		s.until("bestmove ")
		// It goes on with what comes next, of which the same holds.
		s.ask("go infinite")
		d.Interrupt()
		s.until("bestmove ")
		require.Empty(t, s.ask())
		d.Interrupt()
		require.Empty(t, s.end(), "this one finds it idle")
	}
}

func TestInterruptEndsOtherJobs(t *testing.T) {
	for line, answer := range map[string]string{
		"go perft 30": "info string perft: stopped before the end",
		"bench 60":    "info string bench: stopped before the end",
	} {
		s, d := interruptible(t)
		s.ask(line)
		d.Interrupt()
		s.until(answer)
		s.ask()
	}
}

func TestInterruptLeavesWhenIdle(t *testing.T) {
	s, d := interruptible(t)
	s.ask()
	d.Interrupt()
	require.Empty(t, s.end())
	d.Interrupt() // too late, and harmless
}

// A second interrupt, before the first has ended the job, leaves.
func TestSecondInterruptLeaves(t *testing.T) {
	s, d := interruptible(t)
	finish := make(chan string)
	ready := make(chan struct{})
	// A job that takes its time to stop.
	d.options = append(d.options, option{"Slow Job", button(func() {
		d.begin(&job{stop: func() {}, ponderHit: func() {}}, func() string { return <-finish })
		close(ready)
	})})
	s.send("setoption name Slow Job")
	<-ready
	d.Interrupt()
	s.ask()
	d.Interrupt()
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		for { // written while it still reads, refused once it has left
			if _, err := io.WriteString(s.in, "isready\n"); err != nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	time.Sleep(20 * time.Millisecond)
	finish <- "done"
	got := s.end()
	require.Equal(t, 1, count(got, "done"))
	s.in.Close()
	<-finished
}

// While the driver stays to finish a count at the end of the input, an interrupt
// ends that too.
func TestInterruptAtTheEndOfInput(t *testing.T) {
	s, d := interruptible(t)
	s.ask("go perft 30")
	s.in.Close()
	start := time.Now()
	d.Interrupt()
	require.Equal(t, 1, count(s.end(), "info string perft: stopped"))
	require.Less(t, time.Since(start), 5*time.Second)
}
