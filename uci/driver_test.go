package uci

import (
	"errors"
	"io"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/position"
)

func TestSilentUntilSpokenTo(t *testing.T) {
	for _, input := range []string{"", "\n", "\n\n  \n\t\r\n", "quit", "stop\nstop\n", "ponderhit\n", "debug off\nregister later\nucinewgame\n"} {
		require.Empty(t, talk(t, input), "%q", input)
	}
}

func TestHandshake(t *testing.T) {
	got := talk(t, "uci\n")
	require.Equal(t, "id name Test 1", got[0])
	require.Equal(t, "id author the Xorro authors", got[1])
	require.Equal(t, "uciok", got[len(got)-1])
	require.Equal(t, 22, count(got, "option name "))
}

func TestFormsOfLines(t *testing.T) {
	for _, input := range []string{
		"isready", "isready\n", "isready\r\n", "  isready  \n", "\t isready\t\n", "\n\nisready\n", "isready and more\n", "isready\nquit\nisready\n",
	} {
		require.Equal(t, []string{"readyok"}, talk(t, input), "%q", input)
	}
	// The input may arrive in pieces.
	var out strings.Builder
	d, err := New(iotest.OneByteReader(strings.NewReader("isready\r\nisready")), &out, "Test 1")
	require.NoError(t, err)
	require.NoError(t, d.Run())
	require.Equal(t, "readyok\nreadyok\n", out.String())
}

func TestUnknownInput(t *testing.T) {
	tests := []struct{ input, want string }{
		{"xboard", `info string unknown command "xboard"; help lists the commands`},
		{"UCI", `info string unknown command "UCI"; help lists the commands`},
		{"e2e4 e7e5", `info string unknown command "e2e4"; help lists the commands`},
		{"\x00\x1b[2J", `info string unknown command "\x00\x1b[2J"; help lists the commands`},
		{"\xff\xfe", `info string unknown command "\xff\xfe"; help lists the commands`},
		{"größe", `info string unknown command "größe"; help lists the commands`},
		{strings.Repeat("x", 1<<20), `info string unknown command "` + strings.Repeat("x", 40) + `..."; help lists the commands`},
	}
	for _, test := range tests {
		require.Equal(t, []string{test.want}, talk(t, test.input+"\n"), "%.60q", test.input)
	}
}

func TestHelpNamesEveryCommand(t *testing.T) {
	got := talk(t, "help\n")
	for _, c := range commands {
		require.Equal(t, 1, count(got, strings.TrimSpace(c.name+" "+c.usage)+" "), c.name)
	}
}

func TestLongLine(t *testing.T) {
	const rounds = 60_000 // 1.2 MB
	s := newSession(t)
	s.Send("position startpos moves" + strings.Repeat(" g1f3 g8f6 f3g1 f6g8", rounds))
	got := s.Ask("go depth 1")
	if count(got, "bestmove ") == 0 {
		got = append(got, s.Until("bestmove ")...)
	}
	require.Equal(t, 1, count(got, "bestmove "))
	require.Zero(t, count(got, "info string"))
	s.Send("quit")
	s.End()
}

func TestReadyDuringSearch(t *testing.T) {
	s := newSession(t)
	require.Zero(t, count(s.Ask("go infinite"), "bestmove"))
	require.Zero(t, count(s.Ask(), "bestmove"))
	s.Send("stop")
	s.Until("bestmove ")
	require.Empty(t, s.Ask())
	s.Send("quit")
	require.Empty(t, s.End())
}

func TestStop(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		best  int
	}{
		{"idle", []string{"stop", "stop"}, 0},
		{"once", []string{"go infinite", "stop"}, 1},
		{"twice", []string{"go infinite", "stop", "stop"}, 1},
		{"bounded search", []string{"go depth 1", "stop", "stop"}, 1},
		{"stop overtakes a position", []string{"go infinite", "position startpos moves e2e4", "stop"}, 1},
		{"stop overtakes options", []string{"go infinite", "setoption name Hash value 2", "ucinewgame", "stop"}, 1},
		{"stop ends all that was asked for", []string{"go infinite", "go infinite", "position startpos", "go infinite", "stop"}, 3},
		{"go behind a stop", []string{"go infinite", "stop", "go infinite", "stop"}, 2},
		{"ponder", []string{"go ponder wtime 1000 btime 1000", "stop"}, 1},
		{"missed ponder", []string{"go ponder wtime 1000 btime 1000", "stop", "ponderhit"}, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newSession(t)
			s.Send(test.lines...)
			for range test.best {
				s.Until("bestmove ")
			}
			require.Zero(t, count(s.Ask(), "bestmove"))
			s.Send("quit")
			require.Zero(t, count(s.End(), "bestmove"))
		})
	}
}

// TestEndDuringSearch checks that each go gets one bestmove before the driver ends.
func TestEndDuringSearch(t *testing.T) {
	tests := []struct {
		name, input string
		best        int
	}{
		{"end of input", "go infinite\n", 1},
		{"quit", "go infinite\nquit\n", 1},
		{"quit without a newline", "go infinite\nquit", 1},
		{"nothing is read behind quit", "go infinite\nquit\ngo infinite\n", 1},
		{"ponder", "go ponder wtime 60000 btime 60000\n", 1},
		{"bounded", "position startpos\ngo depth 60\n", 1},
		{"clock", "position startpos\ngo wtime 3600000 btime 3600000\nquit\n", 1},
		{"what waits", "go infinite\nposition startpos moves e2e4\ngo infinite\ngo depth 60\n", 3},
		{"no legal move", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\n", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, test.best, count(talk(t, test.input), "bestmove "))
		})
	}
}

func TestWaitingCommandsKeepTheirOrder(t *testing.T) {
	s := newSession(t)
	s.Send("go infinite", "position startpos moves e2e4", "d", "position startpos moves d2d4", "d", "setoption name Hash value 0", "stop")
	s.Until("bestmove ")
	first, second := s.Until("Fen: "), s.Until("Fen: ")
	require.Contains(t, first[len(first)-1], "/4P3/")
	require.Contains(t, second[len(second)-1], "/3P4/")
	s.Until("info string option Hash")
}

func TestDisplayAndUnknownInputDuringSearch(t *testing.T) {
	s := newSession(t)
	s.Send("go infinite", "d")
	s.Until("Checkers:")
	s.Send("wait")
	s.Until(`info string unknown command "wait"`)
	s.Send("stop")
	s.Until("bestmove ")
}

func TestPonderHit(t *testing.T) {
	s := newSession(t)
	s.Send("position startpos moves e2e4", "go ponder movetime 1")
	s.Until("info depth 8 ") // much more than a millisecond later
	s.isQuiet()
	s.Send("ponderhit")
	s.Until("bestmove ")
	require.Empty(t, s.Ask("ponderhit", "stop"))
}

func TestInfiniteWaitsForStop(t *testing.T) {
	for name, fen := range map[string]string{
		"mate in one":   "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1",
		"one move":      "7k/8/8/8/8/8/6q1/K7 w - - 0 1",
		"no legal move": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t)
			s.Send("position fen "+fen, "go infinite")
			s.Until("info depth")
			s.isQuiet()
			s.Send("stop")
			s.Until("bestmove ")
		})
	}
}

func TestNoLegalMove(t *testing.T) {
	tests := []struct{ name, fen, score string }{
		{"fool's mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "info depth 0 score mate 0"},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "info depth 0 score cp 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, []string{test.score, "bestmove (none)"}, talk(t, "position fen "+test.fen+"\ngo depth 3\n"))
		})
	}
}

// recorder is a writer that records each write.
type recorder struct {
	writes []string
	err    error
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	r.writes = append(r.writes, string(p))
	return len(p), nil
}

func TestLinesAreWrittenWhole(t *testing.T) {
	var r recorder
	d, err := New(strings.NewReader("uci\nfoo\ngo infinite\nisready\nd\nisready\n"), &r, "Test 1")
	require.NoError(t, err)
	require.NoError(t, d.Run())
	for _, text := range r.writes {
		require.True(t, strings.HasSuffix(text, "\n"), "%q", text)
		for _, line := range strings.Split(text, "\n") {
			require.NotContains(t, line, "\r")
			if strings.HasPrefix(line, "info") || strings.HasPrefix(line, "bestmove") {
				require.NotContains(t, line, "  ")
			}
		}
	}
}

func TestRunReportsFailures(t *testing.T) {
	broken := errors.New("broken")
	d, err := New(strings.NewReader("isready\nisready\n"), &recorder{err: broken}, "Test 1")
	require.NoError(t, err)
	require.ErrorIs(t, d.Run(), broken)

	var out strings.Builder
	d, err = New(io.MultiReader(strings.NewReader("go infinite\n"), iotest.ErrReader(broken)), &out, "Test 1")
	require.NoError(t, err)
	require.ErrorIs(t, d.Run(), broken)
	require.Equal(t, 1, count(splitLines(out.String()), "bestmove "))
}

func TestNewGameKeepsThePosition(t *testing.T) {
	s := newSession(t)
	s.Send("position startpos moves e2e4", "ucinewgame")
	require.NotEqual(t, position.StartFEN, s.fen())
}

// FuzzDriver gives a driver any input, from a front end or from a person. The driver
// answers in whole lines and ends.
func FuzzDriver(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nposition startpos moves e2e4 e7e5\ngo depth 2\nquit\n",
		"go infinite\nposition fen 8/8/8/8/8/8/8/8 w - - 0 1\nstop\nd\n",
		"setoption name Hash value 2\nsetoption name UCI_Chess960 value true\ngo perft 2\n",
		"go wtime -5 btime 0 winc x searchmoves e2e4 0000 depth 1\n",
		"position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1\ngo nodes 10\nponderhit\nstop\n",
		"eval\nflip\nd\neval\ncompiler\nhelp\nbench 1\n",
		"setoption name MultiPV value 3\nsetoption name Threads value 2\ngo depth 3\nsetoption name UCI_ShowWDL value true\ngo ponder wtime 1 btime 1\nponderhit\n",
		"setoption name UCI_Elo value 900\nsetoption name UCI_LimitStrength value true\nsetoption name UCI_Opponent value none none human X\nsetoption name UCI_EngineAbout value\ngo movetime 5\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) > 1<<12 {
			return
		}
		var r recorder
		d, err := New(strings.NewReader(string(input)), &r, "Test 1")
		require.NoError(t, err)
		d.countPatience = 0
		for _, o := range d.options {
			if o.name == "Hash" || o.name == "Threads" {
				o.value.(*spin).max = 4
			}
		}
		if len(input)%2 == 1 {
			d.WriteFor(screen(80, true))
		}
		left := make(chan error, 1)
		go func() { left <- d.Run() }()
		select {
		case err := <-left:
			require.NoError(t, err)
		case <-time.After(time.Minute):
			t.Fatal("the driver does not leave")
		}
		for _, text := range r.writes {
			require.True(t, strings.HasSuffix(text, "\n"), "%q", text)
		}
	})
}

func TestCompiler(t *testing.T) {
	got := talk(t, "compiler\n")
	require.Len(t, got, 1)
	require.Regexp(t, "^Compiled by gc go1", got[0])
	require.Contains(t, got[0], runtime.GOOS+"/"+runtime.GOARCH)
}

// TestHelpGivesExamples checks that the examples of the help text are understood.
func TestHelpGivesExamples(t *testing.T) {
	help := talk(t, "help\n")
	for _, c := range commands {
		require.True(t, c.example == c.name || strings.HasPrefix(c.example, c.name+" "), c.name)
		line := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(strings.TrimSpace(c.name+" "+c.usage)) + ` .*e\.g\. ` + regexp.QuoteMeta(c.example) + `$`)
		require.Regexp(t, line, strings.Join(help, "\n"))
		if c.name == "bench" || c.name == "go" {
			continue // they take their time, and have tests of their own
		}
		got := talk(t, c.example+"\n")
		require.Equal(t, count(got, "info string genfens"), count(got, "info string"), c.example)
	}
}

// interruptible starts a session and returns its driver too.
func interruptible(t *testing.T) (session, *Driver) {
	t.Helper()
	var driver *Driver
	s := newSession(t, func(d *Driver) { driver = d })
	return s, driver
}

func TestInterruptEndsTheSearch(t *testing.T) {
	for _, line := range []string{"go infinite", "go ponder wtime 60000 btime 60000", "go depth 100"} {
		s, d := interruptible(t)
		s.Ask(line)
		d.Interrupt()
		s.Until("bestmove ")
		// The driver goes on with the next command, which can be interrupted too.
		s.Ask("go infinite")
		d.Interrupt()
		s.Until("bestmove ")
		require.Empty(t, s.Ask())
		d.Interrupt()
		require.Empty(t, s.End(), "this one finds it idle")
	}
}

func TestInterruptEndsOtherJobs(t *testing.T) {
	for line, answer := range map[string]string{
		"go perft 30": "info string perft: stopped before the end",
		"bench 60":    "info string bench: stopped before the end",
	} {
		s, d := interruptible(t)
		s.Ask(line)
		d.Interrupt()
		s.Until(answer)
		s.Ask()
	}
}

func TestInterruptLeavesWhenIdle(t *testing.T) {
	s, d := interruptible(t)
	s.Ask()
	d.Interrupt()
	require.Empty(t, s.End())
	d.Interrupt() // too late, and harmless
}

// TestSecondInterruptLeaves interrupts a job that does not stop at once a second time.
func TestSecondInterruptLeaves(t *testing.T) {
	s, d := interruptible(t)
	finish := make(chan string)
	ready := make(chan struct{})
	// This job does not stop until finish.
	d.options = append(d.options, option{"Slow Job", button(func() {
		d.begin(&job{stop: func() {}, ponderHit: func() {}}, func() string { return <-finish })
		close(ready)
	})})
	s.Send("setoption name Slow Job")
	<-ready
	d.Interrupt()
	s.Ask()
	d.Interrupt()
	finish <- "done"
	require.Equal(t, []string{"done"}, s.End())
}

// TestInterruptAtTheEndOfInput interrupts a driver that finishes a perft at the end of
// the input.
func TestInterruptAtTheEndOfInput(t *testing.T) {
	s, d := interruptible(t)
	s.Ask("go perft 30")
	s.CloseInput()
	d.Interrupt()
	require.Equal(t, 1, count(s.End(), "info string perft: stopped"))
}

// TestFinishJobs checks that the end of the input then stops no job that ends by itself.
func TestFinishJobs(t *testing.T) {
	var out strings.Builder
	d, err := New(strings.NewReader("go depth 7\ngo perft 5\ngenfens 3 seed 1\ngo infinite\nquit\n"), &out, "Test 1")
	require.NoError(t, err)
	d.countPatience = 0
	d.FinishJobs()
	require.NoError(t, d.Run())
	got := splitLines(out.String())
	require.NotZero(t, count(got, "info depth 7 "))
	require.Equal(t, 1, count(got, "Nodes searched: 4865609"))
	require.Equal(t, 3, count(got, "info string genfens "))
	require.Equal(t, 2, count(got, "bestmove "))
}
