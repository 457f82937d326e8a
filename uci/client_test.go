package uci

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"xorro/internal/enginetest"

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

// newSession starts a driver, changed beforehand as a test may want.
func newSession(t *testing.T, change ...func(*Driver)) *enginetest.Session {
	t.Helper()
	return enginetest.Drive(t, func(in io.Reader, out io.Writer) (enginetest.Runner, error) {
		d, err := New(in, out, "Test 1")
		if err != nil {
			return nil, err
		}
		for _, f := range change {
			f(d)
		}
		return d, nil
	})
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
func fenOf(s *enginetest.Session) string {
	s.T.Helper()
	s.Send("d")
	fen := s.Line("Fen: ")
	s.Until("Checkers:")
	return strings.TrimPrefix(fen, "Fen: ")
}
