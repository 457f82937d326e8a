package uci

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

// output writes answers without a buffer. The lines of one call stay together, also
// if several goroutines write.
type output struct {
	mu  sync.Mutex
	w   io.Writer
	err error // the first failure; nothing is written after it

	forPerson bool // a person reads the answers; set before the first one

	log transcript
}

// print writes one line or several, and a newline after the last.
func (o *output) print(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.write(text)
}

// write is print for a caller that holds mu.
func (o *output) write(text string) {
	if o.err != nil {
		return
	}
	err := o.log.note(time.Now(), toOutput, text) // before the lines that answer it can come
	_, o.err = io.WriteString(o.w, text+"\n")
	if err != nil {
		o.write(o.message("%v", err))
	}
}

// received notes a line of the input in the transcript.
func (o *output) received(line inputLine) {
	if err := o.log.note(line.at, fromInput, line.text); err != nil {
		o.info("%v", err)
	}
}

// maxMessage is the longest message in characters. Messages quote the input, which may
// have any length.
const maxMessage = 300

// info writes a message to the user.
func (o *output) info(format string, args ...any) { o.print(o.message(format, args...)) }

// message returns a message to the user as one line of printable characters.
func (o *output) message(format string, args ...any) string {
	text := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, fmt.Sprintf(format, args...))
	text = clip(text, maxMessage)
	if o.forPerson {
		return text
	}
	return "info string " + text
}

// row writes a row of columns. A front end gets it as a message.
func (o *output) row(text string) {
	if o.forPerson {
		o.print(text)
		return
	}
	o.info("%s", strings.Join(strings.Fields(text), " "))
}

// failure returns the first error of the writer.
func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// quote returns a word of the input in quotes, shortened to 40 characters.
func quote(word string) string { return strconv.Quote(clip(word, 40)) }

// clip shortens a text to a number of characters. Dots replace what is cut off.
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
