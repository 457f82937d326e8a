package enginetest

import (
	"io"
	"os"
	"os/exec"
	"testing"
)

// actAsProgram in the environment turns the test binary into the program that Main
// was given.
const actAsProgram = "XORRO_TEST_RUNS_PROGRAM"

// Main is the body of a TestMain. It runs the tests, or, in a process that Command
// has made, the program, which returns the exit code.
func Main(m *testing.M, program func() int) {
	if os.Getenv(actAsProgram) != "" {
		os.Exit(program())
	}
	os.Exit(m.Run())
}

// MainEngine is the body of a TestMain whose program is RunEngine.
func MainEngine[E Runner](m *testing.M, newEngine func(in io.Reader, out io.Writer, name string) (E, error)) {
	Main(m, func() int { return RunEngine(newEngine) })
}

// RunEngine runs an engine named Test 1, which newEngine, such as uci.New, connects to
// standard input and output. It returns the exit code.
func RunEngine[E Runner](newEngine func(in io.Reader, out io.Writer, name string) (E, error)) int {
	engine, err := newEngine(os.Stdin, os.Stdout, "Test 1")
	if err != nil || engine.Run() != nil {
		return 1
	}
	return 0
}

// Command returns a process of the program that Main was given, not yet started.
func Command(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	// A process under the race detector would sleep a second before it ends.
	cmd.Env = append(os.Environ(), actAsProgram+"=1", "GORACE=atexit_sleep_ms=0")
	return cmd
}

// Program returns the path of the program that Main was given. Until the test ends,
// what runs from that path is the program.
func Program(t testing.TB) string {
	t.Setenv(actAsProgram, "1")
	t.Setenv("GORACE", "atexit_sleep_ms=0")
	return os.Args[0]
}
