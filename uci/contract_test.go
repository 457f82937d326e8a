package uci

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

// These tests send what front ends send. There is one for each promise of the protocol
// that is not tested elsewhere.

// TestOtherProtocolsFirst checks that commands of other protocols before uci do no harm.
func TestOtherProtocolsFirst(t *testing.T) {
	got := talk(t, "xboard\nprotover 2\nucci\nuci\n")
	require.Equal(t, 3, count(got, "info string unknown command"))
	require.Equal(t, "uciok", got[len(got)-1])
}

// TestDebug checks that debug on repeats the lines that come after it, at any time.
func TestDebug(t *testing.T) {
	s := newSession(t)
	require.Empty(t, s.Ask("register later", "debug off"))
	require.Equal(t, []string{
		"info string debug: received register later",
		"info string debug: received debug off",
	}, s.Ask("debug on", "register later", "debug off"))
	s.Send("go infinite")
	s.Until("info depth 5 ")
	s.Send("debug on")
	require.Equal(t, 1, count(s.Ask(), "info string debug: received isready"))
	require.Equal(t, 1, count(s.Ask("debug off"), "info string debug: received debug off"))
	require.Zero(t, count(s.Ask(), "info string"))
	s.Send("stop")
	s.Until("bestmove ")
	for _, line := range []string{"debug", "debug joho on"} {
		require.Equal(t, []string{fmt.Sprintf("info string debug: want on or off, got %q", strings.TrimPrefix(line[5:], " "))}, s.Ask(line))
	}
}

// TestUnknownWordsFirst checks that unknown words before a command are skipped.
func TestUnknownWordsFirst(t *testing.T) {
	s := newSession(t)
	require.Equal(t, []string{"info string debug: received isready"}, s.Ask("joho debug on"))
	require.Empty(t, s.Ask("debug off")[1:])
	require.Empty(t, s.Ask("one two position startpos moves e2e4"))
	require.Contains(t, s.fen(), "/4P3/")
	// They do not change when the command is carried out.
	s.Send("x go infinite", "x position startpos", "x stop")
	s.Until("bestmove ")
	require.Equal(t, position.StartFEN, s.fen())
}

// TestReadyAfterOptions checks that isready is answered after the options before it,
// unless the search ends only when the front end stops it.
func TestReadyAfterOptions(t *testing.T) {
	const bad, answer = "setoption name Hash value 0", "info string option Hash: "
	s := newSession(t)
	got := s.Ask("go movetime 300", bad)
	require.Equal(t, 1, count(got, "bestmove "))
	require.Equal(t, answer, last(got)[:len(answer)])
	got = s.Ask("go movetime 300", "ucinewgame", "isready")
	require.Equal(t, 1, count(got, "bestmove "))
	s.Until("readyok")

	for _, endless := range []string{"go infinite", "go ponder wtime 1000 btime 1000"} {
		require.Zero(t, count(s.Ask(endless, bad), answer))
		s.Send("stop")
		s.Until("bestmove ")
		s.Until(answer)
	}
	// A ponderhit puts the search on the clock.
	s.Send("go ponder movetime 300", bad, "ponderhit")
	got = s.Ask()
	require.Equal(t, 1, count(got, "bestmove "))
	require.Equal(t, answer, last(got)[:len(answer)])
}

// TestOptionsAtAnyTime sets options before and after ucinewgame and position, and during
// a search. The latter wait for its end.
func TestOptionsAtAnyTime(t *testing.T) {
	s := newSession(t)
	require.Empty(t, s.Ask("setoption name Hash value 2", "ucinewgame", "setoption name Threads value 2", "setoption name Hash value 3",
		"position startpos", "setoption name MultiPV value 2", "setoption name MultiPV value 1"))
	s.Send("go infinite", "setoption name UCI_ShowWDL value true", "setoption name Hash value 1", "stop", "go depth 2")
	require.Zero(t, countContaining(s.Until("bestmove "), " wdl "))
	require.NotZero(t, countContaining(s.Until("bestmove "), " wdl "))
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
func nodesOf(s session, depth string) int {
	s.T.Helper()
	reports, _ := s.search("startpos moves e2e4", "depth "+depth)
	return reports[len(reports)-1].nodes
}

// TestNewGameForgets checks that a search after a new game, or with a cleared table, does
// not depend on earlier ones, and that others do.
func TestNewGameForgets(t *testing.T) {
	for _, forget := range []string{"ucinewgame", "setoption name Clear Hash", "setoption name clear hash value"} {
		s := newSession(t)
		first := nodesOf(s, "9")
		require.NotEqual(t, first, nodesOf(s, "9"), "the table helps")
		s.Send(forget)
		require.Equal(t, first, nodesOf(s, "9"), forget)
	}
}

// TestReports checks the form and the meaning of reports for many positions and limits.
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
				s.Send("setoption name UCI_ShowWDL value " + wdl)
				for _, limit := range limits {
					s.search(setup, limit)
				}
			}
		})
	}
}

// TestReportsOfManyLinesAndThreads is TestReports with several lines and threads: more
// lines than moves, and more threads than processors.
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
		s.Send("setoption name Threads value "+test.threads, "setoption name MultiPV value "+test.lines)
		for _, limit := range []string{"depth 6", "nodes 5000", "movetime 30"} {
			reports, _ := s.search(test.setup, limit)
			require.Equal(t, test.want, reports[len(reports)-1].multipv, test.setup)
		}
		s.Send("setoption name MultiPV value 1", "setoption name Threads value 1")
		reports, _ := s.search(test.setup, "depth 3")
		for _, r := range reports {
			require.Equal(t, 1, r.multipv)
		}
	}
	// There are no more lines than searchmoves.
	s := newSession(t)
	s.Send("setoption name MultiPV value 4")
	reports, _ := s.search("startpos", "depth 4 searchmoves a2a3 h2h3")
	require.Equal(t, 2, reports[len(reports)-1].multipv)
}

// TestReportsCountFromGo checks that time and nodes count from go, not from the start of
// the engine.
func TestReportsCountFromGo(t *testing.T) {
	s := newSession(t)
	s.search("startpos", "movetime 600")
	start := time.Now()
	reports, _ := s.search("startpos moves e2e4", "depth 1")
	require.LessOrEqual(t, reports[0].time, int(time.Since(start).Milliseconds()))
	require.Less(t, reports[0].nodes, 1000)
}

// TestCurrentMoveComesLate checks that the move being searched is reported only after
// three seconds.
func TestCurrentMoveComesLate(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	s.Send("position startpos")
	require.Empty(t, s.Ask())
	start := time.Now()
	s.Send("go infinite")
	line := last(s.Until("info depth"))
	for !currMoveForm.MatchString(line) {
		line = last(s.Until("info depth"))
	}
	require.GreaterOrEqual(t, time.Since(start), 3*time.Second)
	s.Send("stop")
	s.Until("bestmove ")
}

func TestShowWDL(t *testing.T) {
	s := newSession(t)
	s.Send("setoption name UCI_ShowWDL value true", "position fen 7k/R7/8/8/8/8/8/1R5K w - - 0 1", "go depth 8")
	got := s.Until("bestmove ")
	require.Contains(t, got[len(got)-2], " score mate 1 wdl 1000 0 0 nodes ")
	s.Send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 1")
	require.Equal(t, []string{"info depth 0 score cp 0 wdl 0 1000 0", "bestmove (none)"}, s.Until("bestmove "))
	s.Send("setoption name UCI_ShowWDL value false", "position startpos", "go depth 3")
	require.Zero(t, countContaining(s.Until("bestmove "), "wdl"))
}

// TestPonderWaits checks that a search that ponders does not end by itself.
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
				s.Send(setup, "go ponder wtime 100 btime 100 depth 2")
				s.Until("info depth")
				s.isQuiet()
				s.Send(end)
				s.Until("bestmove ")
				require.Zero(t, count(s.Ask("stop", "ponderhit"), "bestmove"))
			})
		}
	}
}

// TestCastlingInFEN checks that the three notations of castling rights mean the same.
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
		s.Send("setoption name UCI_Chess960 value true")
		var first []string
		for _, fen := range test.fens {
			require.Empty(t, s.Ask("position fen "+fen))
			require.Equal(t, 1, count(perftLines(s), test.castle+": 1"), fen)
			s.Send("d")
			got := s.Until("Checkers:")[1:] // behind the empty line of a perft
			if first == nil {
				first = got
			}
			require.Equal(t, first, got, fen)
		}
	}
}

// perftLines returns the answer to go perft 1.
func perftLines(s session) []string {
	s.T.Helper()
	s.Send("go perft 1")
	return s.Until("Nodes searched")
}

// TestCastlingSpellings checks that castling is written as king takes rook with
// UCI_Chess960 and with the king's two squares without it, and that both are understood.
func TestCastlingSpellings(t *testing.T) {
	const setup = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, test := range []struct{ option, want, move string }{
		{"false", "e1g1", "e1g1"},
		{"false", "e1g1", "e1h1"},
		{"true", "e1h1", "e1h1"},
		{"true", "e1h1", "e1g1"},
	} {
		s := newSession(t)
		s.Send("setoption name UCI_Chess960 value "+test.option, setup)
		require.Equal(t, 1, count(perftLines(s), test.want+": 1"))
		require.Empty(t, s.Ask(setup + " moves " + test.move)[1:], "the empty line behind a perft")
		require.Equal(t, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1", s.fen())
	}
}

// These tests are for faults that were reported for other engines.

// TestFaultTinyClocks searches with clocks that are empty or nearly so, with every kind
// of time control, and sends stop and ponderhit at the wrong moment.
func TestFaultTinyClocks(t *testing.T) {
	s := newSession(t)
	s.Send("position startpos moves e2e4")
	for _, left := range []int{-1000, -1, 0, 1, 2, 9, 10, 11} {
		for _, rest := range []string{"", " movestogo 0", " movestogo 1", " movestogo 40", " winc 1 binc 1", " winc 5000 binc 5000"} {
			limits := fmt.Sprintf("wtime %d btime %d%s", left, left, rest)
			s.Send("go " + limits)
			s.Until("bestmove ")
			s.Send("go "+limits, "stop", "stop", "ponderhit")
			s.Until("bestmove ")
			s.Send("go ponder "+limits, "ponderhit", "stop", "ponderhit")
			s.Until("bestmove ")
			s.Send("go ponder "+limits, "stop", "ponderhit")
			s.Until("bestmove ")
		}
	}
	require.Zero(t, count(s.Ask("stop"), "bestmove"))
}

// TestFaultMoveBeforeFirstDepth stops searches at once. Their moves are legal in the
// position that is searched.
func TestFaultMoveBeforeFirstDepth(t *testing.T) {
	s := newSession(t)
	p := enginetest.Position(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	start := p.FEN()
	played := ""
	for range 60 {
		s.Send("position fen "+start+" moves"+played, "go infinite", "stop")
		_, best := checkReports(t, p, s.Until("bestmove "))
		makeMoves(t, p, best)
		played += " " + best
		if !movegen.HasLegal(p) || p.IsDraw(0) {
			break
		}
	}
}

// TestFaultStaleMoveWhilePondering plays a game with pondering. Each search returns a
// move of its own position.
func TestFaultStaleMoveWhilePondering(t *testing.T) {
	s := newSession(t)
	const clock = " wtime 200 btime 200 winc 10 binc 10"
	p := enginetest.Position(t, position.StartFEN)
	game := ""
	for turn := 0; turn < 30 && movegen.HasLegal(p) && !p.IsDraw(0); turn++ {
		s.Send("position startpos moves"+game, "go"+clock)
		lines := s.Until("bestmove ")
		_, best := checkReports(t, p, lines)
		makeMoves(t, p, best)
		game += " " + best
		m := bestForm.FindStringSubmatch(lines[len(lines)-1])
		if m[2] == "" {
			continue
		}
		q := p.Clone()
		makeMoves(t, q, m[2])
		if !movegen.HasLegal(q) {
			continue
		}
		s.Send("position startpos moves"+game+" "+m[2], "go ponder"+clock, "isready", []string{"stop", "ponderhit"}[turn%2])
		s.Until("readyok")
		got := bestForm.FindStringSubmatch(last(s.Until("bestmove ")))
		require.NotNil(t, got)
		makeMoves(t, q, got[1])
	}
}

// TestFaultMoveFromCollision plays games with a table so small that positions collide
// all the time. No move of another position is played or shown.
func TestFaultMoveFromCollision(t *testing.T) {
	s := newSession(t)
	s.Send("setoption name Hash value 1")
	for _, fen := range []string{
		position.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	} {
		p := enginetest.Position(t, fen)
		game := ""
		for turn := 0; turn < 30 && movegen.HasLegal(p) && !p.IsDraw(0); turn++ {
			_, best := s.search("fen "+fen+" moves"+game, "nodes 20000")
			makeMoves(t, p, best)
			game += " " + best
		}
	}
}

// TestFaultMoveTime checks that a search takes its movetime, neither more nor less.
func TestFaultMoveTime(t *testing.T) {
	s := newSession(t)
	for _, ms := range []int{100, 1000} {
		s.Send("ucinewgame", "position startpos", "isready")
		s.Until("readyok")
		start := time.Now()
		s.Send(fmt.Sprintf("go movetime %d", ms))
		s.Until("bestmove ")
		took := time.Since(start).Milliseconds()
		require.GreaterOrEqual(t, took, int64(ms)*9/10)
		require.Less(t, took, int64(ms)+5000) // other processes may keep this one waiting
	}
}

// TestFaultCastlingOutOfBadFEN checks that castling rights without king and rook in place
// are dropped, and that no move castles with them.
func TestFaultCastlingOutOfBadFEN(t *testing.T) {
	s := newSession(t)
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
		"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1",
		"r3k2r/8/8/8/8/8/8/R2NK2N w K - 0 1",
		"4k3/8/8/8/8/8/8/4K2r w K - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w k - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w F - 0 1",
	} {
		got := s.Ask("position fen " + fen)
		require.Len(t, got, 1, fen)
		require.Regexp(t, "^info string position: fen mended: castling: .*; dropped$", got[0])
		for _, castle := range []string{"e1g1", "e1c1", "e1h1", "e1a1"} {
			require.Zero(t, count(perftLines(s), castle+":"), fen)
		}
		require.Empty(t, s.Ask()[1:], "the empty line after a perft")
		require.Regexp(t, " [wb] - - ", s.fen())
	}
	require.Regexp(t, "^info string position: fen: castling: .*; there is no position now$", s.Ask("position fen 4k3/8/8/8/8/8/8/4K2R w KX - 0 1")[0])
}

// TestFaultEnPassantWithoutCapturer checks that an en-passant square on which no capture
// is legal does not count.
func TestFaultEnPassantWithoutCapturer(t *testing.T) {
	for _, test := range []struct{ name, with, without string }{
		{"no pawn beside", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"the pawn is pinned", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 2"},
		{"both pawns shield the king", "6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 2", "6k1/8/8/K2pP2r/8/8/8/8 w - - 0 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newSession(t)
			s.Send("position fen "+test.with, "d")
			with := s.Until("Checkers:")
			s.Send("position fen "+test.without, "d")
			require.Equal(t, s.Until("Checkers:"), with)
		})
	}
	// A position reached by a double push is the same as its FEN.
	s := newSession(t)
	s.Send("position startpos moves e2e4", "d")
	moved := s.Until("Checkers:")
	s.Send("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "d")
	require.Equal(t, s.Until("Checkers:"), moved)
}

// TestFaultThreefoldBlindness checks that a threefold repetition is seen when it is
// forced, sought by the losing side, and avoided by the winning side.
func TestFaultThreefoldBlindness(t *testing.T) {
	s := newSession(t)
	const shuffle = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
	reports, _ := s.search(shuffle, "depth 6 searchmoves f6g8")
	for _, r := range reports {
		require.Zero(t, r.score)
		require.Equal(t, []string{"f6g8"}, r.pv)
	}

	// White is mated soon, except after the move that repeats a third time.
	const lost = "fen 7k/8/8/8/8/2r5/r7/6K1 w - - 0 1 moves g1f1 c3b3 f1g1 b3c3 g1f1 c3b3 f1g1 b3c3"
	reports, best := s.search(lost, "depth 8")
	require.Equal(t, "g1f1", best)
	require.Zero(t, reports[len(reports)-1].score)

	// The rook's moves have repeated the position twice. White, who mates in a few
	// moves, does not repeat it again.
	const winning = "fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1 moves a1a2 h8g8 a2a1 g8h8 a1a2 h8g8"
	reports, best = s.search(winning, "depth 12")
	require.NotEqual(t, "a2a1", best)
	require.True(t, reports[len(reports)-1].mate)
}

// TestFaultMateLength checks that a mate is as long as the score says, both when it is
// found and when it comes from the table, and that it gets one move shorter each move.
func TestFaultMateLength(t *testing.T) {
	for _, test := range []struct {
		fen   string
		moves int
	}{
		{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1},
		{"7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2},
		{"4k3/8/8/3K4/8/8/8/7R w - - 0 1", 3},
		{"k7/8/1K6/8/8/8/8/1BB5 w - - 0 1", 3},
		{"r6k/6pp/8/6N1/2Q5/8/6PP/7K w - - 0 1", 4},
		{"2k5/8/2K5/8/8/8/8/7R b - - 0 1", -2},
		{"8/8/8/8/8/3k4/1r6/4K3 w - - 0 1", -4},
	} {
		s := newSession(t)
		game, moves := "", test.moves
		for moves != 0 {
			for range 2 { // the second time out of the table
				reports, _ := s.search("fen "+test.fen+" moves"+game, "depth 24")
				last := reports[len(reports)-1]
				require.True(t, last.mate, test.fen)
				require.Equal(t, moves, last.score, "%s moves%s", test.fen, game)
			}
			reports, _ := s.search("fen "+test.fen+" moves"+game, "depth 24")
			game += " " + reports[len(reports)-1].pv[0]
			if moves > 0 {
				moves--
			}
			moves = -moves
		}
		s.Send("position fen "+test.fen+" moves"+game, "go depth 5")
		require.Equal(t, []string{"info depth 0 score mate 0", "bestmove (none)"}, s.Until("bestmove "))
	}
}
