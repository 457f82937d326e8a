package uci

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestPerft(t *testing.T) {
	s := newSession(t)
	s.send("position fen r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1 moves a8b8", "go perft 1")
	got := s.until("Nodes searched")
	require.ElementsMatch(t, []string{"e1d1: 1", "e1f1: 1", "e1d2: 1", "e1e2: 1", "e1f2: 1"}, got[:5])
	require.Equal(t, []string{"", "Nodes searched: 5"}, got[5:])
	require.Equal(t, []string{""}, s.ask())

	for line, want := range map[string]string{
		"position startpos": "Nodes searched: 197281",
		"position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": "Nodes searched: 4085603",
	} {
		s.send(line, "go perft 4")
		got := s.until("Nodes searched")
		require.Equal(t, want, got[len(got)-1])
	}
	s.send("position startpos", "go perft 6")
	got = s.until("Nodes searched")
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
	require.Empty(t, s.ask("go perft 30"))
	s.send("stop")
	s.until("info string perft: stopped before the end")
	s.send("go perft 1")
	s.until("Nodes searched: 20")
}

// A count that was piped in comes out complete, one that has no end does not
// keep the driver.
func TestPerftAtTheEndOfInput(t *testing.T) {
	require.Equal(t, 1, count(talk(t, "go perft 5\nquit\n"), "Nodes searched: 4865609"))

	s := newSession(t, func(d *Driver) { d.countPatience = 100 * time.Millisecond })
	s.send("go perft 30", "go perft 2")
	s.in.Close()
	got := s.end()
	require.Equal(t, 1, count(got, "info string perft: stopped"))
	require.Equal(t, 1, count(got, "Nodes searched: 400"))
}
