package enginetest_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
)

// echo is an engine that repeats each line.
type echo struct {
	in  io.Reader
	out io.Writer
	err error // of Run
}

func (e echo) Run() error {
	for s := bufio.NewScanner(e.in); s.Scan(); {
		switch line := s.Text(); line {
		case "quit":
			return e.err
		case "isready":
			fmt.Fprintln(e.out, "readyok")
		default:
			fmt.Fprintln(e.out, line)
		}
	}
	return e.err
}

func TestMain(m *testing.M) {
	enginetest.Main(m, func() int {
		fmt.Println("arguments", os.Args[1:])
		_ = echo{in: os.Stdin, out: os.Stdout}.Run()
		return 0
	})
}

func drive(t testing.TB, err error) *enginetest.Session {
	return enginetest.Drive(t, func(in io.Reader, out io.Writer) (enginetest.Runner, error) { return echo{in, out, err}, nil })
}

func TestSession(t *testing.T) {
	for name, s := range map[string]*enginetest.Session{
		"in this process": drive(t, nil),
		"as a process":    enginetest.Launch(t, enginetest.Command("one", "two")),
	} {
		t.Run(name, func(t *testing.T) {
			if name == "as a process" {
				require.Equal(t, "arguments [one two]", s.Line("arg"))
			}
			require.Empty(t, s.Ask())
			s.Send("one", " two ", "", "three")
			require.Equal(t, []string{"one", " two "}, s.Until(" tw"))
			require.Equal(t, "three", s.Line("th"))
			require.Equal(t, []string{"four"}, s.Ask("four"))
			s.Send("five", "quit")
			require.Equal(t, []string{"five"}, s.End())
			require.Error(t, s.TrySend("six"))
		})
	}
	s := drive(t, nil)
	s.CloseInput()
	require.Empty(t, s.End())
}

// recorder is a test that notes its failure and goes on to the end of what it runs.
type recorder struct {
	testing.TB
	failure string
	skipped bool
}

// errOver ends what a recorder runs.
var errOver = errors.New("over")

func (r *recorder) Helper()        {}
func (r *recorder) Cleanup(func()) {}
func (r *recorder) Fatal(args ...any) {
	r.failure = fmt.Sprint(args...)
	panic(errOver)
}
func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }
func (r *recorder) Skip(args ...any) {
	r.skipped = true
	panic(errOver)
}

// run runs f up to its failure.
func (r *recorder) run(f func()) {
	defer func() {
		if err := recover(); err != nil && err != errOver {
			panic(err)
		}
	}()
	f()
}

func TestSessionFailures(t *testing.T) {
	r := &recorder{TB: t}
	s := drive(r, errors.New("no good"))
	s.Send("one", "quit")
	r.run(func() { s.Until("two") })
	require.Equal(t, `the driver ended before "two": no good; it has said ["one"]`, r.failure)
	r.run(func() { s.End() })
	require.Equal(t, `the driver ended badly: no good; it has said []`, r.failure)
	r.run(func() { s.Send("more") })
	require.Contains(t, r.failure, "the driver takes no commands: ")
}

func TestPosition(t *testing.T) {
	p := enginetest.Position(t, "", "e2e4 e7e5", "g1f3 b8c6 f1c4 g8f6", "e1h1")
	require.Equal(t, "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4", p.FEN())
	require.Equal(t, chess.NewMove(chess.F6, chess.E4, chess.CaptureBit), enginetest.Move(t, p, "f6e4"))

	r := &recorder{TB: t}
	r.run(func() { enginetest.Position(r, "8/8") })
	require.Contains(t, r.failure, `"8/8": fen: `)
	r.run(func() { enginetest.Position(r, position.StartFEN, "e2e5") })
	require.Equal(t, "no move e2e5 in "+position.StartFEN, r.failure)
}

func TestMakeRandomMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	reached := map[string]bool{}
	for range 50 {
		p := enginetest.Position(t, "7k/8/8/8/8/8/8/K7 w - - 0 1")
		require.True(t, enginetest.MakeRandomMove(p, rng))
		reached[p.LastMove().String()] = true
	}
	require.Equal(t, map[string]bool{"a1a2": true, "a1b1": true, "a1b2": true}, reached)

	mated := enginetest.Position(t, "", "f2f3 e7e5 g2g4 d8h4")
	require.False(t, enginetest.MakeRandomMove(mated, rng))
	require.Equal(t, 4, mated.Ply())
}

func TestShared(t *testing.T) {
	root := enginetest.Root(t)
	require.FileExists(t, filepath.Join(root, "main.go"))

	folder := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "data", "one"), 0o777))
	relative, err := filepath.Rel(root, folder)
	require.NoError(t, err)
	for _, value := range []string{folder, relative} {
		t.Setenv("XORRO_SHARED", value)
		require.Equal(t, filepath.Join(folder, "data", "one"), enginetest.Shared(t, "one"))
		r := &recorder{TB: t}
		r.run(func() { enginetest.Shared(r, "one", "two") })
		require.True(t, r.skipped)
	}
}

func TestProgram(t *testing.T) {
	path := enginetest.Program(t)
	require.Equal(t, os.Args[0], path)
	cmd := enginetest.Command()
	cmd.Stdin = strings.NewReader("hello\n")
	out, err := cmd.Output()
	require.NoError(t, err)
	require.Equal(t, "arguments []\nhello\n", string(out))
}
