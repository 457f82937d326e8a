package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"
)

// How often a status is shown.
const (
	terminalPause = 100 * time.Millisecond
	filePause     = time.Minute
)

// status shows how far long work has come. On a terminal it is one line that is
// written over again, elsewhere a line a minute.
type status struct {
	w     io.Writer
	width func() int // of the terminal, in columns; 0 if it is not known. Nil if w is none
	next  time.Time  // when the next line may be shown
	shown int        // columns of the line that the terminal shows
}

// newStatus returns a status that is written to w.
func newStatus(w io.Writer) *status {
	if isTerminal(w) {
		return &status{w: w, width: openTerminal(w.(*os.File)).Width}
	}
	return &status{w: w, next: time.Now().Add(filePause)}
}

// show shows a line, unless the last one is too recent.
func (s *status) show(line func() string) {
	now := time.Now()
	if now.Before(s.next) {
		return
	}
	if s.width == nil {
		s.next = now.Add(filePause)
		fmt.Fprintln(s.w, line())
		return
	}
	s.next = now.Add(terminalPause)
	s.write(line())
}

// write writes over the terminal's line, with no more than fits in it.
func (s *status) write(line string) {
	columns := utf8.RuneCountInString(line)
	if width := s.width(); width > 0 && columns >= width {
		line = string([]rune(line)[:width-1])
		columns = width - 1
	}
	fmt.Fprintf(s.w, "\r%s%s", line, strings.Repeat(" ", max(s.shown-columns, 0)))
	s.shown = columns
}

// clear removes the terminal's line.
func (s *status) clear() {
	if s.shown > 0 {
		s.write("")
		fmt.Fprint(s.w, "\r")
	}
}
