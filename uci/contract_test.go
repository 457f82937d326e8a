package uci

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The tests below, one for each promise of the protocol that has no test beside
// the code that keeps it, send what front ends send.

// A front end that tries other protocols first is told that, and goes on.
func TestOtherProtocolsFirst(t *testing.T) {
	got := talk(t, "xboard\nprotover 2\nucci\nuci\n")
	require.Equal(t, 3, count(got, "info string unknown command"))
	require.Equal(t, "uciok", got[len(got)-1])
}

func TestDebugAtAnyTime(t *testing.T) {
	s := newSession(t)
	require.Empty(t, s.ask("debug on", "debug off", "debug", "register later"))
	s.send("go infinite")
	s.until("info depth 5 ")
	s.send("debug on", "debug off", "isready")
	require.Zero(t, count(s.until("readyok"), "info string"))
	s.send("stop")
	s.until("bestmove ")
}

// Options may come before and behind ucinewgame and the position, and during a
// search, behind which they wait.
func TestOptionsAtAnyTime(t *testing.T) {
	s := newSession(t)
	require.Empty(t, s.ask("setoption name Hash value 2", "ucinewgame", "setoption name Threads value 2", "setoption name Hash value 3",
		"position startpos", "setoption name MultiPV value 2", "setoption name MultiPV value 1"))
	s.send("go infinite", "setoption name UCI_ShowWDL value true", "setoption name Hash value 1", "stop", "go depth 2")
	require.Zero(t, countContaining(s.until("bestmove "), " wdl "))
	require.NotZero(t, countContaining(s.until("bestmove "), " wdl "))
}

func countContaining(lines []string, part string) int {
	n := 0
	for _, line := range lines {
		if strings.Contains(line, part) {
			n++
		}
	}
	return n
}

// nodesOf searches to a depth and returns the nodes of the last report.
func nodesOf(s *session, depth string) int {
	s.t.Helper()
	reports, _ := s.search("startpos moves e2e4", "depth "+depth)
	return reports[len(reports)-1].nodes
}

// A new game and an emptied table know nothing of earlier searches; without them
// the next search does.
func TestNewGameForgets(t *testing.T) {
	for _, forget := range []string{"ucinewgame", "setoption name Clear Hash", "setoption name clear hash value"} {
		s := newSession(t)
		first := nodesOf(s, "9")
		require.NotEqual(t, first, nodesOf(s, "9"), "the table helps")
		s.send(forget)
		require.Equal(t, first, nodesOf(s, "9"), forget)
	}
}

// Whatever the position and the limit, reports have the form and the meaning that
// front ends rely on.
func TestReports(t *testing.T) {
	positions := map[string]string{
		"start":               "startpos",
		"kiwipete":            "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"mate in one":         "fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1",
		"mate in two":         "fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1",
		"mate in three":       "fen 4k3/8/8/3K4/8/8/8/7R w - - 0 1",
		"mated in two":        "fen 2k5/8/2K5/8/8/8/8/7R b - - 0 1",
		"one move":            "fen 7k/8/8/8/8/8/6q1/K7 w - - 0 1",
		"drawn at once":       "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
		"near fifty moves":    "fen 8/8/4k3/8/8/4K3/7R/8 w - - 92 80",
		"repeated":            "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
		"promotion":           "fen 8/P6k/8/8/8/8/7p/K7 w - - 0 1",
		"en passant":          "fen 8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",
		"in check":            "fen 4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
		"Chess960":            "fen 1r2k1r1/pp4pp/8/8/8/8/PP4PP/1R2K1R1 w GBgb - 0 1",
		"many moves":          "fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
		"fortress of rule 50": "fen 8/8/8/3k4/8/3K4/8/R7 w - - 97 120",
	}
	limits := []string{"depth 7", "nodes 3000", "movetime 30", "wtime 200 btime 200", "depth 40 nodes 20000", "depth 5 movetime 10000"}
	for name, setup := range positions {
		t.Run(name, func(t *testing.T) {
			s := newSession(t)
			for _, wdl := range []string{"true", "false"} {
				s.send("setoption name UCI_ShowWDL value " + wdl)
				for _, limit := range limits {
					s.search(setup, limit)
				}
			}
		})
	}
}

// The same with several lines and several threads, more than there are moves and
// processors. There are as many lines as wanted, or as moves.
func TestReportsOfManyLinesAndThreads(t *testing.T) {
	for _, test := range []struct {
		threads, lines, setup string
		want                  int
	}{
		{"1", "3", "startpos", 3},
		{"1", "256", "startpos", 20},
		{"1", "4", "fen 4k3/8/8/3K4/8/8/8/7R w - - 0 1", 4},
		{"1", "5", "fen 7k/8/8/8/8/8/6q1/K7 w - - 0 1", 1},
		{"3", "1", "startpos", 1},
		{"16", "2", "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2},
	} {
		s := newSession(t)
		s.send("setoption name Threads value "+test.threads, "setoption name MultiPV value "+test.lines)
		for _, limit := range []string{"depth 6", "nodes 5000", "movetime 30"} {
			reports, _ := s.search(test.setup, limit)
			require.Equal(t, test.want, reports[len(reports)-1].multipv, test.setup)
		}
		s.send("setoption name MultiPV value 1", "setoption name Threads value 1")
		reports, _ := s.search(test.setup, "depth 3")
		for _, r := range reports {
			require.Equal(t, 1, r.multipv)
		}
	}
	// Moves that are asked for bound the lines too.
	s := newSession(t)
	s.send("setoption name MultiPV value 4")
	reports, _ := s.search("startpos", "depth 4 searchmoves a2a3 h2h3")
	require.Equal(t, 2, reports[len(reports)-1].multipv)
}

// Time and nodes count from go, not from the start of the engine or of an
// iteration.
func TestReportsCountFromGo(t *testing.T) {
	s := newSession(t)
	s.search("startpos", "movetime 600")
	reports, _ := s.search("startpos moves e2e4", "depth 1")
	require.Less(t, reports[0].time, 500)
	require.Less(t, reports[0].nodes, 1000)
}

// The move being searched is told only when a search is long: after three seconds.
func TestCurrentMoveComesLate(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	s.send("position startpos")
	require.Empty(t, s.ask())
	start := time.Now()
	s.send("go infinite")
	line := lastOf(s.until("info depth"))
	for !currMoveForm.MatchString(line) {
		line = lastOf(s.until("info depth"))
	}
	require.GreaterOrEqual(t, time.Since(start), 3*time.Second)
	s.send("stop")
	s.until("bestmove ")
}

func TestShowWDL(t *testing.T) {
	s := newSession(t)
	s.send("setoption name UCI_ShowWDL value true", "position fen 7k/R7/8/8/8/8/8/1R5K w - - 0 1", "go depth 8")
	got := s.until("bestmove ")
	require.Contains(t, got[len(got)-2], " score mate 1 wdl 1000 0 0 nodes ")
	s.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 1")
	require.Equal(t, []string{"info depth 0 score cp 0 wdl 0 1000 0", "bestmove (none)"}, s.until("bestmove "))
	s.send("setoption name UCI_ShowWDL value false", "position startpos", "go depth 3")
	require.Zero(t, countContaining(s.until("bestmove "), "wdl"))
}

// While pondering there is no bestmove either, whatever is found.
func TestPonderWaits(t *testing.T) {
	for name, setup := range map[string]string{
		"mate in one":   "position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1",
		"one move":      "position fen 7k/8/8/8/8/8/6q1/K7 w - - 0 1",
		"no legal move": "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
		"depth is done": "position startpos",
	} {
		for _, end := range []string{"stop", "ponderhit"} {
			t.Run(name+", "+end, func(t *testing.T) {
				s := newSession(t)
				s.send(setup, "go ponder wtime 100 btime 100 depth 2")
				time.Sleep(50 * time.Millisecond)
				require.Zero(t, count(s.ask(), "bestmove"))
				s.send(end)
				s.until("bestmove ")
				require.Zero(t, count(s.ask("stop", "ponderhit"), "bestmove"))
			})
		}
	}
}

// A castling right may be written in three ways; they mean the same.
func TestCastlingInFEN(t *testing.T) {
	for _, test := range []struct {
		castle string
		fens   []string
	}{
		{"e1g1", []string{"1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w KQkq - 0 1", "1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w GBgb - 0 1", "1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w KBgq - 0 1"}},
		{"e1a1", []string{"r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1", "r3k2r/p6p/8/8/8/8/P6P/R3K2R w HAha - 0 1"}},
		{"e1g1", []string{"4k3/8/8/8/8/8/8/4K1RR w G - 0 1"}}, // the inner of two rooks needs its file (X-FEN)
	} {
		s := newSession(t)
		s.send("setoption name UCI_Chess960 value true")
		var first []string
		for _, fen := range test.fens {
			require.Empty(t, s.ask("position fen "+fen))
			require.Equal(t, 1, count(perftLines(s), test.castle+": 1"), fen)
			s.send("d")
			got := s.until("Checkers:")[1:] // behind the empty line of a perft
			if first == nil {
				first = got
			}
			require.Equal(t, first, got, fen)
		}
	}
}

// perftLines is the answer to go perft 1.
func perftLines(s *session) []string {
	s.t.Helper()
	s.send("go perft 1")
	return s.until("Nodes searched")
}

// With the option castling is king takes rook, in and out; without it the king's
// two squares, and the other spelling is understood all the same.
func TestCastlingSpellings(t *testing.T) {
	const setup = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, test := range []struct{ option, want, move string }{
		{"false", "e1g1", "e1g1"},
		{"false", "e1g1", "e1h1"},
		{"true", "e1h1", "e1h1"},
		{"true", "e1h1", "e1g1"},
	} {
		s := newSession(t)
		s.send("setoption name UCI_Chess960 value "+test.option, setup)
		require.Equal(t, 1, count(perftLines(s), test.want+": 1"))
		require.Empty(t, s.ask(setup + " moves " + test.move)[1:], "the empty line behind a perft")
		require.Equal(t, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1", s.fenOf())
	}
}
