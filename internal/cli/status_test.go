package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestStatusOnTerminal(t *testing.T) {
	var out strings.Builder
	width := 0
	s := &status{w: &out, width: func() int { return width }}
	show := func(line string) string {
		out.Reset()
		s.show(func() string { return line })
		return out.String()
	}
	require.Equal(t, "\rone half ½", show("one half ½"))
	require.Empty(t, show("too soon"))
	s.next = time.Time{}
	require.Equal(t, "\rshort     ", show("short"), "nothing is left of the longer line")
	s.next, width = time.Time{}, 4
	require.Equal(t, "\r½½½  ", show("½½½½½"), "the line is cut, so that it does not wrap")
	out.Reset()
	s.clear()
	s.clear()
	require.Equal(t, "\r   \r", out.String())
}

func TestStatusInFile(t *testing.T) {
	var out strings.Builder
	s := newStatus(&out)
	line := func() string { return "line" }
	s.show(line)
	require.Empty(t, out.String(), "nothing in the first minute")
	s.next = time.Now()
	s.show(line)
	s.show(line)
	s.clear()
	require.Equal(t, "line\n", out.String())
	require.InDelta(t, time.Minute, time.Until(s.next), float64(20*time.Second))
}
