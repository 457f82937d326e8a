// Package client speaks the Universal Chess Interface from the user's side: it
// runs an engine's process and asks it for moves.
package client

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// patience is how long an engine may take over what ought to be done at once.
const patience = 20 * time.Second

// Engine is a running engine. One goroutine at a time may use it.
type Engine struct {
	Name string // as the engine calls itself

	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string   // closed when the output ends
	ended chan struct{} // closed when the process has ended
	err   error         // how it ended; to be read after that
}

// Start runs the command, whose streams must not be set but may be standard
// error, and waits until the engine has told its name and options.
func Start(cmd *exec.Cmd) (*Engine, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	e := &Engine{
		Name:  filepath.Base(cmd.Path),
		cmd:   cmd,
		in:    in,
		lines: make(chan string, 1024),
		ended: make(chan struct{}),
	}
	go e.read(out)
	if err := e.Send("uci"); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	lines, err := e.Until("uciok", patience)
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	for _, line := range lines {
		if name, ok := strings.CutPrefix(line, "id name "); ok {
			e.Name = name
		}
	}
	return e, nil
}

// read sends on what the engine writes, and waits for its end.
func (e *Engine) read(out io.Reader) {
	r := bufio.NewReader(out)
	for {
		line, err := r.ReadString('\n')
		if line = strings.TrimSpace(line); line != "" {
			e.lines <- line
		}
		if err != nil {
			break
		}
	}
	close(e.lines)
	e.err = e.cmd.Wait()
	close(e.ended)
}

// Send writes a line to the engine.
func (e *Engine) Send(format string, args ...any) error {
	if _, err := fmt.Fprintf(e.in, format+"\n", args...); err != nil {
		return fmt.Errorf("%s takes no commands: %w", e.Name, err)
	}
	return nil
}

// Set sets an option.
func (e *Engine) Set(name string, value any) error {
	return e.Send("setoption name %s value %v", name, value)
}

// Ready waits until all that was sent is done.
func (e *Engine) Ready() error {
	if err := e.Send("isready"); err != nil {
		return err
	}
	_, err := e.Until("readyok", patience)
	return err
}

// NewGame tells the engine that what follows is another game.
func (e *Engine) NewGame() error {
	if err := e.Send("ucinewgame"); err != nil {
		return err
	}
	return e.Ready()
}

// Until reads lines up to one that begins with prefix, and returns them with it.
// It is an error if the engine ends before, or takes longer than it may.
func (e *Engine) Until(prefix string, within time.Duration) ([]string, error) {
	timer := time.NewTimer(within)
	defer timer.Stop()
	var lines []string
	for {
		select {
		case line, ok := <-e.lines:
			if !ok {
				return lines, fmt.Errorf("%s ended before %q: %s", e.Name, prefix, e.ending())
			}
			lines = append(lines, line)
			if strings.HasPrefix(line, prefix) {
				return lines, nil
			}
		case <-timer.C:
			return lines, fmt.Errorf("%s has not said %q within %v", e.Name, prefix, within)
		}
	}
}

// ending says how a process ended whose output has.
func (e *Engine) ending() string {
	select {
	case <-e.ended:
		return e.cmd.ProcessState.String()
	case <-time.After(patience):
		return "its output is closed, the process goes on"
	}
}

// Answer is what an engine says to a go.
type Answer struct {
	Best string        // the move, as the engine spells it
	Took time.Duration // from go to bestmove
	// Nodes and Time are of the last report that has both.
	Nodes uint64
	Time  time.Duration
}

// Go has the engine search with the given limits, such as "movetime 1000", and
// waits for its move.
func (e *Engine) Go(limits string, within time.Duration) (Answer, error) {
	start := time.Now()
	if err := e.Send("go %s", limits); err != nil {
		return Answer{}, err
	}
	lines, err := e.Until("bestmove", within)
	answer := Answer{Took: time.Since(start)}
	if err != nil {
		return answer, err
	}
	words := strings.Fields(lines[len(lines)-1])
	if len(words) < 2 {
		return answer, fmt.Errorf("%s has said bestmove without a move", e.Name)
	}
	answer.Best = words[1]
	for _, line := range lines {
		answer.note(line)
	}
	return answer, nil
}

// note takes nodes and time out of a line, if it is a report that has both.
func (a *Answer) note(line string) {
	words := strings.Fields(line)
	if words[0] != "info" {
		return
	}
	nodes, millis := int64(-1), int64(-1)
	for i := 1; i+1 < len(words); i++ {
		switch words[i] {
		case "nodes":
			nodes = parseCount(words[i+1])
		case "time":
			millis = parseCount(words[i+1])
		case "pv", "string":
			i = len(words)
		}
	}
	if nodes >= 0 && millis >= 0 {
		a.Nodes, a.Time = uint64(nodes), time.Duration(millis)*time.Millisecond
	}
}

// parseCount is a whole number, or -1.
func parseCount(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// Close has the engine quit, and ends it if it does not. It is an error unless
// the engine ends of itself and well.
func (e *Engine) Close() error {
	_ = e.Send("quit") // it may have ended already
	_ = e.in.Close()
	go func() {
		for range e.lines {
		}
	}()
	select {
	case <-e.ended:
		if e.err != nil {
			return fmt.Errorf("%s ended badly: %w", e.Name, e.err)
		}
		return nil
	case <-time.After(patience / 4):
	}
	killed := e.cmd.Process.Kill()
	return errors.Join(fmt.Errorf("%s did not quit", e.Name), killed)
}
