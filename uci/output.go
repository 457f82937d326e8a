package uci

import (
	"errors"
	"fmt"
	"io"
	"os"
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

// transcript writes the lines of the input and of the output to the file that the option
// Debug Log File names. Its methods may be called from any goroutine.
type transcript struct {
	mu   sync.Mutex
	file *os.File // nil for none
	name string   // its path; <empty> for none
}

// The marks of input and output in a transcript.
const (
	fromInput = ">>"
	toOutput  = "<<"
)

// open opens a file, to which the transcript is appended, and closes the previous one.
// With an empty path there is no file. After an error the previous file is kept.
func (l *transcript) open(path string) (message string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var file *os.File
	name := emptyText
	if path != "" {
		if file, err = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err != nil {
			return "", fmt.Errorf("%w; %s is kept", err, l.name)
		}
		name = path
	}
	if err := l.finish(); err != nil {
		message = err.Error()
	}
	l.file, l.name = file, name
	return message, nil
}

// close closes the file, if there is one.
func (l *transcript) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.finish(); err != nil {
		return fmt.Errorf("option Debug Log File: %w", err)
	}
	return nil
}

// finish is close for a caller that holds mu.
func (l *transcript) finish() error {
	if l.file == nil {
		return nil
	}
	err := l.file.Close()
	l.file, l.name = nil, emptyText
	return err
}

// note writes lines, each with a time and a mark. After an error, which is returned,
// the file is closed.
func (l *transcript) note(at time.Time, mark, lines string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	stamp := at.Format("2006-01-02 15:04:05.000000 ") + mark
	var b strings.Builder
	for line := range strings.SplitSeq(lines, "\n") {
		fmt.Fprintf(&b, "%s %s\n", stamp, line)
	}
	if _, err := l.file.WriteString(b.String()); err != nil {
		return errors.Join(fmt.Errorf("option Debug Log File: %w; nothing more is written to it", err), l.finish())
	}
	return nil
}
