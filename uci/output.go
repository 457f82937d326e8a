package uci

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// output writes answers whole: the lines of one call are never broken by those
// of another goroutine, and nothing waits in a buffer.
type output struct {
	mu  sync.Mutex
	w   io.Writer
	err error // the first failure; nothing is written after it
}

// print writes one line, or several parted by newlines, and ends the last.
func (o *output) print(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		_, o.err = io.WriteString(o.w, text+"\n")
	}
}

// maxMessage is the longest message in characters; it may quote the input, which
// has any length.
const maxMessage = 300

// info tells the user something in one line.
func (o *output) info(format string, args ...any) { o.print(o.message(format, args...)) }

// message is the line that tells the user something, whatever the text holds.
func (o *output) message(format string, args ...any) string {
	text := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, fmt.Sprintf(format, args...))
	return "info string " + clip(text, maxMessage)
}

// failure is the first error of the writer.
func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// quote puts a word of the input into quotes, cut where it is too long to read.
func quote(word string) string { return strconv.Quote(clip(word, 40)) }

// clip cuts a text down to a number of characters.
func clip(text string, most int) string {
	n := 0
	for i := range text {
		if n == most {
			return text[:i] + "..."
		}
		n++
	}
	return text
}
