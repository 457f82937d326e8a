package enginetest

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"xorro/internal/client"
)

// patience is how long an engine may take for an answer that needs no thought.
const patience = time.Minute

// Session is a conversation with an engine, in which whatever goes wrong fails the
// test.
type Session struct {
	T      testing.TB
	engine *client.Engine
}

// Runner is an engine that reads commands until its input ends, such as a
// uci.Driver.
type Runner interface{ Run() error }

// Drive runs an engine in this process. Start is called once, before Drive returns.
func Drive(t testing.TB, start func(in io.Reader, out io.Writer) (Runner, error)) *Session {
	t.Helper()
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	runner, err := start(inReader, outWriter)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		err := runner.Run()
		inReader.Close()
		outWriter.Close()
		ended <- err
	}()
	wait := func() error { return <-ended }
	e := client.Connect("the driver", inWriter, outReader, wait, inReader.Close)
	t.Cleanup(func() { _ = e.CloseInput() })
	return &Session{t, e}
}

// Launch runs an engine as a process, whose error output is the test's own if the
// command sets none.
func Launch(t testing.TB, cmd *exec.Cmd) *Session {
	t.Helper()
	if cmd.Stderr == nil {
		cmd.Stderr = os.Stderr
	}
	e, err := client.Launch(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Kill() }) // in vain if it has ended
	return &Session{t, e}
}

// Send writes lines to the engine.
func (s *Session) Send(lines ...string) {
	s.T.Helper()
	if err := s.engine.Send("%s", strings.Join(lines, "\n")); err != nil {
		s.T.Fatal(err)
	}
}

// TrySend is Send, but returns the error.
func (s *Session) TrySend(line string) error { return s.engine.Send("%s", line) }

// Until reads lines up to one that begins with prefix, and returns them with that
// line.
func (s *Session) Until(prefix string) []string {
	s.T.Helper()
	got, err := s.engine.Until(prefix, patience)
	if err != nil {
		s.T.Fatalf("%v; it has said %q", err, got)
	}
	return got
}

// Line reads lines up to one that begins with prefix, and returns that line.
func (s *Session) Line(prefix string) string {
	s.T.Helper()
	got := s.Until(prefix)
	return got[len(got)-1]
}

// Ask sends lines, and returns what comes before the answer to an isready that is
// sent behind them.
func (s *Session) Ask(lines ...string) []string {
	s.T.Helper()
	s.Send(append(lines, "isready")...)
	got := s.Until("readyok")
	return got[:len(got)-1]
}

// CloseInput ends the engine's input.
func (s *Session) CloseInput() {
	s.T.Helper()
	if err := s.engine.CloseInput(); err != nil {
		s.T.Fatal(err)
	}
}

// End waits until the engine has ended, as it must without an error, and returns the
// lines that were left.
func (s *Session) End() []string {
	s.T.Helper()
	rest, err := s.engine.Rest(patience)
	if err != nil {
		s.T.Fatalf("%v; it has said %q", err, rest)
	}
	return rest
}
