package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"xorro/internal/enginetest"

	"github.com/stretchr/testify/require"
)

// dialogue is a running engine that is spoken to as front ends do. Every answer is
// awaited through a pipe that stays open, so that nothing may wait in a buffer.
type dialogue struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // closed at the end of the output
}

func startDialogue(t *testing.T) *dialogue {
	t.Helper()
	cmd := enginetest.Command()
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	d := &dialogue{t: t, cmd: cmd, in: in, lines: make(chan string, 1<<16)}
	go func() {
		defer close(d.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			d.lines <- s.Text()
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // in vain where the test has come to its end
		_ = cmd.Wait()
	})
	return d
}

func (d *dialogue) send(lines ...string) {
	d.t.Helper()
	_, err := io.WriteString(d.in, strings.Join(lines, "\n")+"\n")
	require.NoError(d.t, err)
}

// until waits for a line that begins with prefix, and returns it.
func (d *dialogue) until(prefix string) string {
	d.t.Helper()
	timeout := time.After(20 * time.Second)
	for {
		select {
		case line, ok := <-d.lines:
			require.True(d.t, ok, "the output ended before %q", prefix)
			if strings.HasPrefix(line, prefix) {
				return line
			}
		case <-timeout:
			require.FailNow(d.t, "no answer", "waiting for %q", prefix)
		}
	}
}

// isSilent says whether nothing comes for a while.
func (d *dialogue) isSilent(while time.Duration) bool {
	select {
	case <-d.lines:
		return false
	case <-time.After(while):
		return true
	}
}

// end waits for the process to end, and returns its exit code and the processor
// time that it took.
func (d *dialogue) end() (code int, cpu time.Duration) {
	d.t.Helper()
	timeout := time.After(20 * time.Second)
	for open := true; open; {
		select {
		case _, open = <-d.lines:
		case <-timeout:
			require.FailNow(d.t, "the process does not end")
		}
	}
	_ = d.cmd.Wait() // its error is the exit code
	s := d.cmd.ProcessState
	return s.ExitCode(), s.UserTime() + s.SystemTime()
}

func TestProcessIsSilentAtFirst(t *testing.T) {
	d := startDialogue(t)
	require.True(t, d.isSilent(200*time.Millisecond))
	d.send("uci")
	require.Equal(t, "id name Xorro "+version, d.until("id "))
	d.until("uciok")
}

func TestProcessStartsAtOnce(t *testing.T) {
	start := time.Now()
	d := startDialogue(t)
	d.send("uci")
	d.until("uciok")
	require.Less(t, time.Since(start), time.Second)
}

// At the end of the input the process ends, whatever it was doing, and without
// having taken the processor meanwhile.
func TestProcessEndsWithTheInput(t *testing.T) {
	for _, input := range []string{"", "uci\n", "go infinite\n", "go ponder wtime 1000 btime 1000\n", "go infinite"} {
		d := startDialogue(t)
		_, err := io.WriteString(d.in, input)
		require.NoError(t, err)
		start := time.Now()
		require.NoError(t, d.in.Close())
		code, _ := d.end()
		require.Zero(t, code, "%q", input)
		require.Less(t, time.Since(start), 2*time.Second, "%q", input)
	}
}

func TestProcessIsReadyDuringSearch(t *testing.T) {
	d := startDialogue(t)
	d.send("position startpos", "go infinite")
	d.until("info depth 5 ")
	quick := 0
	for range 50 {
		start := time.Now()
		d.send("isready")
		d.until("readyok")
		took := time.Since(start)
		require.Less(t, took, 5*time.Second)
		if took < 20*time.Millisecond {
			quick++
		}
	}
	require.Greater(t, quick, 10, "many answers come at once, even on a busy machine")
	d.send("stop", "quit")
	d.until("bestmove ")
}

// Where nothing is left to do but to wait, the processor is left alone: a second of
// it costs next to nothing beyond the start of the process.
func TestProcessIdlesWithoutTheProcessor(t *testing.T) {
	cost := func(input string, wait time.Duration) time.Duration {
		d := startDialogue(t)
		d.send(input)
		time.Sleep(wait)
		d.send("quit")
		_, cpu := d.end()
		return cpu
	}
	for _, input := range []string{
		"isready",
		"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite",
		"position startpos\ngo ponder wtime 60000 btime 60000 depth 1",
		"position startpos\ngo infinite nodes 100",
	} {
		require.Less(t, cost(input, time.Second)-cost(input, 0), 100*time.Millisecond, input)
	}
}

// The move comes in time, as the clock of the other side of the pipe sees it.
func TestProcessKeepsItsTime(t *testing.T) {
	d := startDialogue(t)
	d.send("uci", "isready")
	d.until("readyok")
	for _, limit := range []string{"movetime 200", "wtime 2000 btime 2000", "wtime 300 btime 300 movestogo 1"} {
		start := time.Now()
		d.send("position startpos moves e2e4", "go "+limit)
		d.until("bestmove ")
		require.Less(t, time.Since(start), 2*time.Second, limit)
	}
}

// benches side by side count the same nodes.
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
	// The word of the protocol counts them too.
	d := startDialogue(t)
	d.send("bench 4")
	for {
		line := d.until("")
		if !strings.HasPrefix(line, "info string ") {
			nodes, _, _ := strings.Cut(first, " ")
			require.Regexp(t, "^"+nodes+` nodes \d+ nps$`, line)
			break
		}
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
