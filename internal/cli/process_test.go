package cli

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"xorro/internal/enginetest"

	"github.com/stretchr/testify/require"
)

// startSession runs the engine as a front end does. The pipe to it stays open while an
// answer is awaited, so the test hangs if the answer stays in a buffer.
func startSession(t *testing.T) (*enginetest.Session, *exec.Cmd) {
	t.Helper()
	cmd := enginetest.Command()
	return enginetest.Launch(t, cmd), cmd
}

func TestProcessIsSilentUntilSpokenTo(t *testing.T) {
	s, _ := startSession(t)
	require.Empty(t, s.Ask())
	s.Send("uci")
	require.Equal(t, []string{"id name Xorro " + version}, s.Until("id "))
	s.Until("uciok")
	s.Send("quit")
	require.Empty(t, s.End())
}

// At the end of the input the process ends, whatever it does.
func TestProcessEndsWithTheInput(t *testing.T) {
	for _, lines := range [][]string{nil, {"uci"}, {"go infinite"}, {"go ponder wtime 1000 btime 1000"}} {
		s, _ := startSession(t)
		if lines != nil {
			s.Send(lines...)
		}
		s.CloseInput()
		rest := s.End()
		if lines != nil && strings.HasPrefix(lines[0], "go") {
			require.Regexp(t, "^bestmove ", rest[len(rest)-1])
		}
	}
	// The last line may lack its newline.
	out, errs, code := runXorro(t, "isready\ngo infinite")
	require.Regexp(t, `^readyok\n(.*\n)*bestmove .*\n$`, out)
	require.Empty(t, errs)
	require.Zero(t, code)
}

func TestProcessIsReadyDuringSearch(t *testing.T) {
	s, _ := startSession(t)
	s.Send("position startpos", "go infinite")
	s.Until("info depth 5 ")
	for range 50 {
		for _, line := range s.Ask() {
			require.NotRegexp(t, "^bestmove", line)
		}
	}
	s.Send("stop", "quit")
	s.Until("bestmove ")
	require.Empty(t, s.End())
}

// A process that waits uses next to no processor time.
func TestProcessIdlesWithoutTheProcessor(t *testing.T) {
	cost := func(input string, wait time.Duration) time.Duration {
		s, cmd := startSession(t)
		s.Send(input)
		time.Sleep(wait)
		s.Send("quit")
		s.End()
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	for _, input := range []string{
		"isready",
		"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite",
		"position startpos\ngo ponder wtime 60000 btime 60000 depth 1",
		"position startpos\ngo infinite nodes 100",
	} {
		require.Less(t, cost(input, time.Second)-cost(input, 0), 500*time.Millisecond, input)
	}
}

// A search on the clock ends by itself.
func TestProcessKeepsItsTime(t *testing.T) {
	s, _ := startSession(t)
	s.Ask()
	for _, limit := range []string{"movetime 200", "wtime 2000 btime 2000", "wtime 300 btime 300 movestogo 1"} {
		start := time.Now()
		s.Send("position startpos moves e2e4", "go "+limit)
		s.Until("bestmove ")
		require.Less(t, time.Since(start), 20*time.Second, limit)
	}
}

// Benches that run at the same time count the same nodes.
func TestBenchesSideBySide(t *testing.T) {
	results := make(chan string, 3)
	for range cap(results) {
		go func() {
			out, _, _ := runXorro(t, "", "bench", "4")
			lines := strings.Split(strings.TrimSpace(out), "\n")
			var nodes, nps int
			_, err := fmt.Sscanf(lines[len(lines)-1], "%d nodes %d nps", &nodes, &nps)
			results <- fmt.Sprint(nodes, err)
		}()
	}
	first := <-results
	require.Regexp(t, `^[1-9]\d* <nil>$`, first)
	for range cap(results) - 1 {
		require.Equal(t, first, <-results)
	}
	// The command of the same name at the UCI prompt counts them too.
	s, _ := startSession(t)
	got := s.Ask("bench 4")
	nodes, _, _ := strings.Cut(first, " ")
	got = append(got, s.Until(nodes+" nodes ")...)
	for _, line := range got[:len(got)-1] {
		require.Regexp(t, "^info string ", line)
	}
}

func TestWantsColor(t *testing.T) {
	for _, test := range []struct {
		name, value string
		want        bool
	}{
		{"", "", true},
		{"NO_COLOR", "1", false},
		{"NO_COLOR", "", true},
		{"TERM", "dumb", false},
		{"TERM", "xterm-256color", true},
	} {
		env := func(name string) string {
			if name == test.name {
				return test.value
			}
			return ""
		}
		require.Equal(t, test.want, wantsColor(env), test.name)
	}
}
