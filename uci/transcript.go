package uci

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

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
