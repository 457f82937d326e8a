package uci

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
	"xorro/search"
)

func TestParseGo(t *testing.T) {
	e2e4 := chess.NewMove(chess.E2, chess.E4, chess.DoublePush)
	g1f3 := chess.NewMove(chess.G1, chess.F3, chess.Quiet)
	both := [2]bool{true, true}
	tests := []struct {
		words  string
		limits search.Limits
		said   string // the complaints, parted by " | "
	}{
		{"", search.Limits{}, ""},
		{"depth 7", search.Limits{Depth: 7}, ""},
		{"nodes 5000 depth 3", search.Limits{Depth: 3, Nodes: 5000}, ""},
		{"movetime 250", search.Limits{MoveTime: 250 * time.Millisecond}, ""},
		{"mate 4", search.Limits{Mate: 4}, ""},
		{"infinite", search.Limits{Infinite: true}, ""},
		{
			"btime 2000 winc 10 wtime 1000 movestogo 5 binc 20 ponder",
			search.Limits{Time: [2]time.Duration{time.Second, 2 * time.Second}, Inc: [2]time.Duration{10 * time.Millisecond, 20 * time.Millisecond}, HasClock: both, MovesToGo: 5, Ponder: true}, "",
		},
		{"wtime 1000", search.Limits{Time: [2]time.Duration{time.Second}, HasClock: both}, ""},
		{"binc 100", search.Limits{Inc: [2]time.Duration{0, 100 * time.Millisecond}, HasClock: both}, ""},
		{"binc 100 depth 5", search.Limits{Inc: [2]time.Duration{0, 100 * time.Millisecond}, Depth: 5}, ""},
		{"wtime 0 btime -300", search.Limits{HasClock: both}, ""},
		{"movestogo 0 wtime 5 btime 5", search.Limits{Time: [2]time.Duration{5 * time.Millisecond, 5 * time.Millisecond}, HasClock: both}, ""},
		{"searchmoves e2e4 g1f3", search.Limits{SearchMoves: []chess.Move{e2e4, g1f3}}, ""},
		{"searchmoves e2e4 depth 2", search.Limits{SearchMoves: []chess.Move{e2e4}, Depth: 2}, ""},
		{"infinite searchmoves g1f3 searchmoves e2e4", search.Limits{SearchMoves: []chess.Move{g1f3, e2e4}, Infinite: true}, ""},
		{"searchmoves", search.Limits{}, ""},
		{"searchmoves 0000", search.Limits{}, `searchmoves: "0000" is not spelled like a move, such as e2e4 or e7e8q`},
		{"searchmoves e2e5 e2e4 e7e5 depth 1", search.Limits{SearchMoves: []chess.Move{e2e4}, Depth: 1}, `searchmoves: "e2e5": not legal here`},
		{"fast depth 4 please", search.Limits{Depth: 4}, `"fast" is not an argument of go and is skipped | "please" is not an argument of go and is skipped`},
		{"perft 3 hash", search.Limits{}, ""},
		{"hash perft 3", search.Limits{}, ""},
		{"hash", search.Limits{}, "hash has a meaning with perft only and is skipped"},
		{"depth", search.Limits{}, "depth: a number is missing"},
		{"depth nodes 5", search.Limits{Nodes: 5}, "depth: a number is missing"},
		{"depth x nodes 5", search.Limits{Nodes: 5}, `depth: "x" is not a whole number`},
		{"depth 1.5 nodes 5", search.Limits{Nodes: 5}, `depth: "1.5" is not a whole number`},
		{"depth 0", search.Limits{Depth: 1}, `depth: "0" is not from 1 to 246, taken as 1`},
		{"depth 1000", search.Limits{Depth: 246}, `depth: "1000" is not from 1 to 246, taken as 246`},
		{"depth 99999999999999999999", search.Limits{Depth: 246}, `depth: "99999999999999999999" is not from 1 to 246, taken as 246`},
		{"nodes -1", search.Limits{Nodes: 1}, `nodes: "-1" is not from 1 to 4611686018427387904, taken as 1`},
		{"movetime -20", search.Limits{MoveTime: time.Millisecond}, `movetime: "-20" is not from 1 to 1000000000000, taken as 1`},
		{"winc -1 depth x depth 2", search.Limits{Depth: 2}, `winc: "-1" is not from 0 to 1000000000000, taken as 0 | depth: "x" is not a whole number`},
	}
	p := enginetest.Position(t, position.StartFEN)
	for _, test := range tests {
		t.Run(test.words, func(t *testing.T) {
			got, complaints := parseGo(p, strings.Fields(test.words))
			require.Equal(t, test.limits, got.limits)
			require.Equal(t, test.said, strings.ReplaceAll(joined(complaints), "\n", " | "))
		})
	}
}

func joined(list []error) string {
	if err := errors.Join(list...); err != nil {
		return err.Error()
	}
	return ""
}

// TestGoEnds checks that each go gets one bestmove, whatever its arguments.
func TestGoEnds(t *testing.T) {
	for _, line := range []string{
		"go depth 1", "go depth 2 nodes 100", "go nodes 1", "go movetime 1", "go movetime 0", "go movetime -5", "go depth -3", "go depth x", "go nodes", "go mate x",
		"go wtime 0 btime 0", "go wtime -100 btime -100 winc 0 binc 0", "go wtime 1 btime 1 movestogo 1", "go wtime 10", "go btime 10", "go winc 10", "go winc 5 binc 5 depth 1",
		"go wtime 50 btime 50 movestogo 0", "go depth 1 searchmoves 0000", "go depth 1 searchmoves e2e4", "go depth 1 foo bar", "go dpeth 5", "go perft x",
	} {
		t.Run(line, func(t *testing.T) {
			s := newSession(t)
			s.Send(line)
			got := s.Until("bestmove ")
			require.NotContains(t, got[len(got)-1], "none")
			require.Zero(t, count(s.Ask("stop"), "bestmove"))
		})
	}
}

func TestSearchMovesAreSearchedOnly(t *testing.T) {
	s := newSession(t)
	s.Send("go depth 2 searchmoves a2a3 h2h3")
	got := s.Until("bestmove ")
	require.Regexp(t, "^bestmove (a2a3|h2h3)", got[len(got)-1])
}

func TestChess960Spelling(t *testing.T) {
	const classical = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	const shuffled = "position fen 4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"
	tests := []struct {
		name, position, castle, option string
	}{
		{"classical", classical, "e1g1", "false"},
		{"classical with the option", classical, "e1h1", "true"},
		{"Chess960 position", shuffled, "e1g1", "false"},
		{"Chess960 position with the option", shuffled, "e1g1", "true"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newSession(t)
			s.Send("setoption name UCI_Chess960 value "+test.option, test.position, "go depth 1 searchmoves "+test.castle)
			got := s.Until("bestmove ")
			require.Zero(t, count(got, "info string"))
			require.Contains(t, got[len(got)-1], "bestmove "+test.castle)
		})
	}
}

func TestPerft(t *testing.T) {
	s := newSession(t)
	s.Send("position fen r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1 moves a8b8", "go perft 1")
	got := s.Until("Nodes searched")
	require.ElementsMatch(t, []string{"e1d1: 1", "e1f1: 1", "e1d2: 1", "e1e2: 1", "e1f2: 1"}, got[:5])
	require.Equal(t, []string{"", "Nodes searched: 5"}, got[5:])
	require.Equal(t, []string{""}, s.Ask())

	for line, want := range map[string]string{
		"position startpos": "Nodes searched: 197281",
		"position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": "Nodes searched: 4085603",
	} {
		s.Send(line, "go perft 4")
		got := s.Until("Nodes searched")
		require.Equal(t, want, got[len(got)-1])
	}
	s.Send("position startpos", "go perft 6")
	got = s.Until("Nodes searched")
	require.Equal(t, "Nodes searched: 119060324", got[len(got)-1])
}

func TestPerftOfNoLegalMove(t *testing.T) {
	got := talk(t, "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo perft 3\n")
	require.Equal(t, []string{"", "Nodes searched: 0", ""}, got)
}

func TestPerftSpelling(t *testing.T) {
	const position = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n"
	require.Equal(t, 1, count(talk(t, position+"go perft 1\n"), "e1g1: 1"))
	require.Equal(t, 1, count(talk(t, position+"setoption name uci_chess960 value true\ngo perft 1\n"), "e1h1: 1"))
}

func TestPerftStops(t *testing.T) {
	s := newSession(t)
	require.Empty(t, s.Ask("go perft 30"))
	s.Send("stop")
	s.Until("info string perft: stopped before the end")
	s.Send("go perft 1")
	s.Until("Nodes searched: 20")
}

// TestPerftWithHash checks that a table changes nothing but the time, on one thread and
// on two, and that a count beyond 64 bits is said to be one.
func TestPerftWithHash(t *testing.T) {
	s := newSession(t)
	s.Send("setoption name Hash value 64", "position startpos")
	s.Send("go perft 4")
	want := s.Until("Nodes searched: 197281")
	for _, threads := range []string{"1", "2"} {
		s.Send("setoption name Threads value "+threads, "go perft 4 hash")
		got := s.Until("Nodes searched")
		require.Equal(t, want[len(want)-22:], got[len(got)-22:])
	}
	s.Send("go hash perft 6")
	s.Until("Nodes searched: 119060324")
	s.Send("position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1", "go perft 35 hash")
	s.Until("info string perft: the count does not fit into 64 bits")
	s.Send("go perft 60 hash", "stop")
	s.Until("info string perft: stopped before the end")

	s.Send("go depth 1 hash")
	require.Equal(t, 1, count(s.Until("bestmove"), "info string go: hash has a meaning with perft only and is skipped"))
}

// TestPerftAtTheEndOfInput checks that a perft at the end of the input is finished, but
// not one that takes too long.
func TestPerftAtTheEndOfInput(t *testing.T) {
	require.Equal(t, 1, count(talk(t, "go perft 5\nquit\n"), "Nodes searched: 4865609"))

	s := newSession(t, func(d *Driver) { d.countPatience = 100 * time.Millisecond })
	s.Send("go perft 30", "go perft 2")
	s.CloseInput()
	got := s.End()
	require.Equal(t, 1, count(got, "info string perft: stopped"))
	require.Equal(t, 1, count(got, "Nodes searched: 400"))
}
