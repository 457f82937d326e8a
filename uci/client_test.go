package uci

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/position"
)

// talk gives a driver a whole input and returns the lines of its answer.
func talk(t *testing.T, input string, change ...func(*Driver)) []string {
	t.Helper()
	var out bytes.Buffer
	d, err := New(strings.NewReader(input), &out, "Test 1")
	require.NoError(t, err)
	for _, f := range change {
		f(d)
	}
	require.NoError(t, d.Run())
	return splitLines(out.String())
}

func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// session is a conversation with a driver, line by line.
type session struct{ *enginetest.Session }

// newSession starts a driver. The functions change it first.
func newSession(t *testing.T, change ...func(*Driver)) session {
	t.Helper()
	return session{enginetest.Drive(t, func(in io.Reader, out io.Writer) (enginetest.Runner, error) {
		d, err := New(in, out, "Test 1")
		if err != nil {
			return nil, err
		}
		for _, f := range change {
			f(d)
		}
		return d, nil
	})}
}

// fen returns the FEN that d shows.
func (s session) fen() string {
	s.T.Helper()
	s.Send("d")
	fen := strings.TrimPrefix(s.Line("Fen: "), "Fen: ")
	s.Until("Checkers:")
	return fen
}

// search sets up a position, searches it, and checks the lines that are printed.
func (s session) search(setup, limits string) (reports []report, best string) {
	s.T.Helper()
	p, _, err := parsePosition(strings.Fields(setup))
	require.NoError(s.T, err)
	s.Send("position "+setup, "go "+limits)
	return checkReports(s.T, p, s.Until("bestmove "))
}

// isQuiet checks that no search ends by itself. Each isready lets the driver's
// goroutine take an answer that is ready, so that many of them prove the silence.
func (s session) isQuiet() {
	s.T.Helper()
	for range 50 {
		require.Zero(s.T, count(s.Ask(), "bestmove"))
	}
}

// parsed returns the position that the engine makes of a FEN.
func parsed(t testing.TB, fen string) *position.Position {
	t.Helper()
	p, _, err := position.ParseFENLenient(fen)
	require.NoError(t, err)
	return p
}

// count returns the number of lines that begin with prefix.
func count(lines []string, prefix string) int {
	n := 0
	for _, line := range lines {
		if strings.HasPrefix(line, prefix) {
			n++
		}
	}
	return n
}

// last returns the last line.
func last(lines []string) string { return lines[len(lines)-1] }
