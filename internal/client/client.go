// Package client speaks the Universal Chess Interface from the user's side: it
// gives an engine commands and reads its answers.
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

// patience is how long an engine may take to do what needs no thought.
const patience = 20 * time.Second

// Engine is a running engine. One goroutine at a time may use it.
type Engine struct {
	Name string // the engine's own name, once Start has asked for it

	in    io.WriteCloser
	kill  func() error
	lines chan string   // closed when the output ends
	ended chan struct{} // closed when the engine has ended
	err   error         // how it ended; valid once ended is closed
}

// Connect returns an engine that reads in and writes out. Wait is called once the
// output has ended and returns when the engine has ended; kill ends it by force.
func Connect(name string, in io.WriteCloser, out io.Reader, wait, kill func() error) *Engine {
	e := &Engine{
		Name:  name,
		in:    in,
		kill:  kill,
		lines: make(chan string, 1<<16),
		ended: make(chan struct{}),
	}
	go func() {
		e.read(out)
		e.err = wait()
		close(e.ended)
	}()
	return e
}

// Launch runs the command, whose standard input and output must not be set, and
// sends it nothing.
func Launch(cmd *exec.Cmd) (*Engine, error) {
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
	return Connect(filepath.Base(cmd.Path), in, out, cmd.Wait, cmd.Process.Kill), nil
}

// Start launches the command, sends uci, and waits until the engine has listed its
// name and options.
func Start(cmd *exec.Cmd) (*Engine, error) {
	e, err := Launch(cmd)
	if err != nil {
		return nil, err
	}
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

// read queues the lines of the output, without their ends.
func (e *Engine) read(out io.Reader) {
	defer close(e.lines)
	for r := bufio.NewReader(out); ; {
		line, err := r.ReadString('\n')
		if line != "" {
			e.lines <- strings.TrimRight(line, "\r\n")
		}
		if err != nil {
			return
		}
	}
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

// Ready waits until the engine has done everything that it was sent.
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

// Until reads lines up to one that begins with prefix, and returns them with that
// line. It is an error if the engine ends first, or if the line takes longer than
// within.
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

// ending describes how an engine ended whose output has ended.
func (e *Engine) ending() string {
	select {
	case <-e.ended:
		if e.err != nil {
			return e.err.Error()
		}
		return "no error"
	case <-time.After(patience):
		return "its output is closed, the process goes on"
	}
}

// CloseInput ends the engine's input.
func (e *Engine) CloseInput() error { return e.in.Close() }

// errStays is the error of Rest for an engine that does not end.
var errStays = errors.New("did not quit")

// Rest reads lines until the engine ends, and returns them. It is an error if that
// takes longer than within, or if the engine fails.
func (e *Engine) Rest(within time.Duration) (lines []string, err error) {
	timer := time.NewTimer(within)
	defer timer.Stop()
	left := e.lines
	for {
		select {
		case line, ok := <-left:
			if ok {
				lines = append(lines, line)
			} else {
				left = nil
			}
		case <-e.ended:
			for line := range e.lines { // closed before ended
				lines = append(lines, line)
			}
			if e.err != nil {
				return lines, fmt.Errorf("%s ended badly: %w", e.Name, e.err)
			}
			return lines, nil
		case <-timer.C:
			return lines, fmt.Errorf("%s %w", e.Name, errStays)
		}
	}
}

// Close sends quit, and ends the engine by force if it does not end. It is an error
// unless the engine ends by itself and well.
func (e *Engine) Close() error {
	_ = e.Send("quit") // the engine may have ended already
	_ = e.CloseInput()
	_, err := e.Rest(patience / 4)
	if errors.Is(err, errStays) {
		return errors.Join(err, e.Kill())
	}
	return err
}

// Kill ends the engine by force, and waits until it has ended.
func (e *Engine) Kill() error {
	err := e.kill()
	_, _ = e.Rest(patience) // killed, it ends badly
	return err
}

// Answer is what an engine answers to a go.
type Answer struct {
	Best string        // the move, as the engine spells it
	Took time.Duration // from go to bestmove
	// Nodes and Time are those of the last report that has both.
	Nodes uint64
	Time  time.Duration
	// Score is that of the last report of the first line that has one, in centipawns for
	// the side to move, or ±MateScore for a mate. Scored is whether there is one.
	Score  int
	Scored bool
}

// MateScore stands for a mate among scores in centipawns.
const MateScore = 1_000_000

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

// note takes nodes and time from a line if it is a report that has both, and its score
// if it is a report of the first line.
func (a *Answer) note(line string) {
	words := strings.Fields(line)
	if len(words) == 0 || words[0] != "info" {
		return
	}
	nodes, millis := int64(-1), int64(-1)
	score, scored, first := 0, false, true
	for i := 1; i+1 < len(words); i++ {
		switch words[i] {
		case "nodes":
			nodes = parseCount(words[i+1])
		case "time":
			millis = parseCount(words[i+1])
		case "multipv":
			first = words[i+1] == "1"
		case "score":
			if i+2 < len(words) {
				score, scored = parseScore(words[i+1], words[i+2])
			}
		case "pv", "string":
			i = len(words)
		}
	}
	if nodes >= 0 && millis >= 0 {
		a.Nodes, a.Time = uint64(nodes), time.Duration(millis)*time.Millisecond
	}
	if scored && first {
		a.Score, a.Scored = score, true
	}
}

// parseScore reads a score of the kind cp or mate.
func parseScore(kind, text string) (score int, ok bool) {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return 0, false
	case kind == "cp":
		return n, true
	case kind == "mate" && n > 0:
		return MateScore, true
	case kind == "mate": // 0: the side to move is mated
		return -MateScore, true
	}
	return 0, false
}

// parseCount reads a whole number from 0, and returns -1 if text is none.
func parseCount(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}
