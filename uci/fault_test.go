package uci

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/movegen"
	"xorro/position"
)

// The tests below stand for faults that engines have been reported for.

// Clocks that are empty, negative or about to be, with every number of moves to
// go, and a stop or a ponderhit at the wrong moment.
func TestFaultTinyClocks(t *testing.T) {
	s := newSession(t)
	s.send("position startpos moves e2e4")
	for _, left := range []int{-1000, -1, 0, 1, 2, 9, 10, 11} {
		for _, rest := range []string{"", " movestogo 0", " movestogo 1", " movestogo 40", " winc 1 binc 1", " winc 5000 binc 5000"} {
			limits := fmt.Sprintf("wtime %d btime %d%s", left, left, rest)
			s.send("go " + limits)
			s.until("bestmove ")
			s.send("go "+limits, "stop", "stop", "ponderhit")
			s.until("bestmove ")
			s.send("go ponder "+limits, "ponderhit", "stop", "ponderhit")
			s.until("bestmove ")
			s.send("go ponder "+limits, "stop", "ponderhit")
			s.until("bestmove ")
		}
	}
	require.Zero(t, count(s.ask("stop"), "bestmove"))
}

// A move that comes before the first depth is finished is a legal one, and of the
// position that is searched.
func TestFaultMoveBeforeFirstDepth(t *testing.T) {
	s := newSession(t)
	p := parseFEN(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	start := p.FEN()
	played := ""
	for range 60 {
		s.send("position fen "+start+" moves"+played, "go infinite", "stop")
		_, best := checkReports(t, p, s.until("bestmove "))
		makeMoves(t, p, best)
		played += " " + best
		if !movegen.HasLegal(p) || p.IsDraw(0) {
			break
		}
	}
}

// A ponder search that ends either way gives a move of its own position; nothing
// of it is left for the next search.
func TestFaultStaleMoveWhilePondering(t *testing.T) {
	s := newSession(t)
	const clock = " wtime 200 btime 200 winc 10 binc 10"
	p := parseFEN(t, position.StartFEN)
	game := ""
	for turn := 0; turn < 30 && movegen.HasLegal(p) && !p.IsDraw(0); turn++ {
		s.send("position startpos moves"+game, "go"+clock)
		lines := s.until("bestmove ")
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
		s.send("position startpos moves"+game+" "+m[2], "go ponder"+clock, "isready", []string{"stop", "ponderhit"}[turn%2])
		s.until("readyok")
		got := bestForm.FindStringSubmatch(lastOf(s.until("bestmove ")))
		require.NotNil(t, got)
		makeMoves(t, q, got[1])
	}
}

func lastOf(lines []string) string { return lines[len(lines)-1] }

// In a table so small that positions collide all the time, no move of another
// position is played or shown.
func TestFaultMoveFromCollision(t *testing.T) {
	s := newSession(t)
	s.send("setoption name Hash value 1")
	for _, fen := range []string{
		position.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	} {
		p := parseFEN(t, fen)
		game := ""
		for turn := 0; turn < 30 && movegen.HasLegal(p) && !p.IsDraw(0); turn++ {
			_, best := s.search("fen "+fen+" moves"+game, "nodes 20000")
			makeMoves(t, p, best)
			game += " " + best
		}
	}
}

// movetime is kept, from both sides.
func TestFaultMoveTime(t *testing.T) {
	s := newSession(t)
	for _, ms := range []int{100, 1000} {
		s.send("ucinewgame", "position startpos", "isready")
		s.until("readyok")
		start := time.Now()
		s.send(fmt.Sprintf("go movetime %d", ms))
		s.until("bestmove ")
		took := time.Since(start).Milliseconds()
		require.GreaterOrEqual(t, took, int64(ms)*9/10)
		require.Less(t, took, int64(ms)+800)
	}
}

// Castling rights that the board does not bear out are refused, and nothing is
// played out of such a FEN.
func TestFaultCastlingOutOfBadFEN(t *testing.T) {
	s := newSession(t)
	s.send("position startpos moves e2e4")
	want := s.fenOf()
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
		"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1",
		"r3k2r/8/8/8/8/8/8/R2NK2N w K - 0 1",
		"4k3/8/8/8/8/8/8/4K2r w K - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w k - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w KX - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w F - 0 1",
	} {
		got := s.ask("position fen " + fen)
		require.Len(t, got, 1, fen)
		require.Regexp(t, "^info string position: fen: castling: .*; the last position stays$", got[0])
		require.Equal(t, want, s.fenOf())
	}
	_, best := s.search("startpos moves e2e4", "depth 3")
	makeMoves(t, parseFEN(t, want), best)
}

// An en-passant square that nobody can capture on is no part of the position.
func TestFaultEnPassantWithoutCapturer(t *testing.T) {
	for _, test := range []struct{ name, with, without string }{
		{"no pawn beside", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"the pawn is pinned", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 2"},
		{"both pawns shield the king", "6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 2", "6k1/8/8/K2pP2r/8/8/8/8 w - - 0 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newSession(t)
			s.send("position fen "+test.with, "d")
			with := s.until("Checkers:")
			s.send("position fen "+test.without, "d")
			require.Equal(t, s.until("Checkers:"), with)
		})
	}
	// So a position reached by a double push is the one of its FEN.
	s := newSession(t)
	s.send("position startpos moves e2e4", "d")
	moved := s.until("Checkers:")
	s.send("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "d")
	require.Equal(t, s.until("Checkers:"), moved)
}

// The third time is a draw: it is seen when it is forced, sought by the side that
// is lost, and avoided by the side that wins.
func TestFaultThreefoldBlindness(t *testing.T) {
	s := newSession(t)
	const shuffle = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
	reports, _ := s.search(shuffle, "depth 6 searchmoves f6g8")
	for _, r := range reports {
		require.Zero(t, r.score)
		require.Equal(t, []string{"f6g8"}, r.pv)
	}

	// White is mated soon, but for a move that repeats a third time.
	const lost = "fen 7k/8/8/8/8/2r5/r7/6K1 w - - 0 1 moves g1f1 c3b3 f1g1 b3c3 g1f1 c3b3 f1g1 b3c3"
	reports, best := s.search(lost, "depth 8")
	require.Equal(t, "g1f1", best)
	require.Zero(t, reports[len(reports)-1].score)

	// The rook's moves to and fro have brought the position about twice; White,
	// who mates in a few moves, does not do it again.
	const winning = "fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1 moves a1a2 h8g8 a2a1 g8h8 a1a2 h8g8"
	reports, best = s.search(winning, "depth 12")
	require.NotEqual(t, "a2a1", best)
	require.True(t, reports[len(reports)-1].mate)
}

// A mate is as long as it says, when it is found and when it comes out of the
// table, and gets shorter by a move with each move.
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
		s.send("position fen "+test.fen+" moves"+game, "go depth 5")
		require.Equal(t, []string{"info depth 0 score mate 0", "bestmove (none)"}, s.until("bestmove "))
	}
}
