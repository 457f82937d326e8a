package uci

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// patience is how long a test waits for what ought to come at once.
const patience = 20 * time.Second

// talk gives a driver a whole input and returns the lines of its answer.
func talk(t *testing.T, input string) []string {
	t.Helper()
	var out bytes.Buffer
	d, err := New(strings.NewReader(input), &out, "Test 1")
	require.NoError(t, err)
	require.NoError(t, d.Run())
	return splitLines(out.String())
}

func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// session is a driver that is spoken to line by line.
type session struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
}

// newSession starts a driver, changed beforehand as a test may want.
func newSession(t *testing.T, change ...func(*Driver)) *session {
	t.Helper()
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	d, err := New(inReader, outWriter, "Test 1")
	require.NoError(t, err)
	for _, f := range change {
		f(d)
	}
	s := &session{t: t, in: inWriter, lines: make(chan string, 1<<16), ended: make(chan error, 1)}
	go func() {
		err := d.Run()
		outWriter.Close()
		s.ended <- err
	}()
	go func() {
		defer close(s.lines)
		for r := bufio.NewScanner(outReader); r.Scan(); {
			s.lines <- r.Text()
		}
	}()
	t.Cleanup(func() { inWriter.Close() })
	return s
}

func (s *session) send(lines ...string) {
	s.t.Helper()
	_, err := io.WriteString(s.in, strings.Join(lines, "\n")+"\n")
	require.NoError(s.t, err)
}

// until collects lines up to one that begins with prefix, and that one.
func (s *session) until(prefix string) []string {
	s.t.Helper()
	timeout := time.After(patience)
	var got []string
	for {
		select {
		case line, ok := <-s.lines:
			require.True(s.t, ok, "the output ended before %q; got %q", prefix, got)
			got = append(got, line)
			if strings.HasPrefix(line, prefix) {
				return got
			}
		case <-timeout:
			require.FailNow(s.t, "no answer", "waiting for %q; got %q", prefix, got)
		}
	}
}

// ask sends commands and collects what comes before the answer to isready.
func (s *session) ask(lines ...string) []string {
	s.t.Helper()
	s.send(append(lines, "isready")...)
	got := s.until("readyok")
	return got[:len(got)-1]
}

// end waits for the driver to leave, and returns the lines that were left.
func (s *session) end() []string {
	s.t.Helper()
	timeout := time.After(patience)
	var rest []string
	for {
		select {
		case line, ok := <-s.lines:
			if !ok {
				require.NoError(s.t, <-s.ended)
				return rest
			}
			rest = append(rest, line)
		case <-timeout:
			require.FailNow(s.t, "the driver does not leave")
		}
	}
}

// count is how many lines begin with prefix.
func count(lines []string, prefix string) int {
	n := 0
	for _, line := range lines {
		if strings.HasPrefix(line, prefix) {
			n++
		}
	}
	return n
}

// fenOf is what d says the position is.
func (s *session) fenOf() string {
	s.t.Helper()
	s.send("d")
	got := s.until("Fen: ")
	s.until("Checkers:")
	return strings.TrimPrefix(got[len(got)-1], "Fen: ")
}
