package uci

import (
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/nnue"
	"xorro/position"
)

func TestPosition(t *testing.T) {
	const afterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	tests := []struct{ name, command, want string }{
		{"start", "position startpos", position.StartFEN},
		{"start without moves", "position startpos moves", position.StartFEN},
		{"start with a move", "position startpos moves e2e4", afterE4},
		{"capitals", "position startpos moves E2E4", afterE4},
		{"tabs", "position\tstartpos   moves\t\te2e4", afterE4},
		{"FEN", "position fen " + kiwipete, kiwipete},
		{"FEN without moves", "position fen " + kiwipete + " moves", kiwipete},
		{"castling as the rook's square", "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"promotion", "position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8N", "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"en passant", "position startpos moves e2e4 a7a6 e4e5 d7d5 e5d6", "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"},
		{"null move", "position startpos moves e2e4 0000 e4e5", "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"},
		{"null move first", "position startpos moves 0000", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"},
		{"null move loses en passant", "position startpos moves e2e4 a7a6 e4e5 d7d5 0000", "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 1 3"},
		{"Shredder-FEN", "position fen 1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1 moves e1b1", "1r2k1r1/8/8/8/8/8/8/2KR2R1 b kq - 1 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newSession(t)
			require.Empty(t, s.Ask(test.command))
			require.Equal(t, test.want, s.fen())
		})
	}
}

// TestRefusedPosition checks that there is no position after one that was refused, so
// that no move of the previous one is played.
func TestRefusedPosition(t *testing.T) {
	tests := []struct{ name, command, want string }{
		{"nothing", "position", "startpos or fen is missing"},
		{"neither", "position rnbqkbnr/8", `want startpos or fen, got "rnbqkbnr/8"`},
		{"moves are missing", "position startpos e2e4", `want moves after startpos, got "e2e4"`},
		{"no FEN", "position fen", "fen: fields: want 2 to 6 of them, got 0"},
		{"no FEN but moves", "position fen moves e2e4", "fen: fields: want 2 to 6 of them, got 0"},
		{"no kings", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "fen: board: white has 0 kings"},
		{"opponent in check", "position fen 4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "fen: side to move: black is in check, but it is white's move"},
		{"bad FEN with moves", "position fen 8/8 w - - 0 1 moves e2e4", "fen: board: want 8 ranks, got 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newSession(t)
			require.Empty(t, s.Ask("position startpos moves e2e4 c7c5"))
			require.Equal(t, []string{"info string position: " + test.want + "; there is no position now"}, s.Ask(test.command))
			none := func(command string) string {
				return "info string " + command + ": there is no position; the last one was refused: " + test.want
			}
			for _, line := range []string{"go", "go depth 3", "go wtime 100 btime 100 searchmoves e2e4", "go nodes x"} {
				require.Equal(t, []string{none("go"), "bestmove 0000"}, s.Ask(line))
			}
			require.Equal(t, []string{none("go")}, s.Ask("go perft 1"))
			for _, command := range []string{"d", "eval", "flip"} {
				require.Equal(t, []string{none(command)}, s.Ask(command))
			}
			// The bestmove waits for what ends the search.
			for line, end := range map[string]string{"go infinite": "stop", "go ponder wtime 1 btime 1": "ponderhit", "go ponder depth 1": "stop"} {
				require.Equal(t, []string{none("go")}, s.Ask(line))
				s.isQuiet()
				s.Send(end)
				require.Equal(t, []string{"bestmove 0000"}, s.Until("bestmove "))
				require.Empty(t, s.Ask("stop", "ponderhit"))
			}
			require.Equal(t, []string{none("go")}, s.Ask("go infinite ponder", "ponderhit"))
			s.isQuiet()
			s.Send("stop")
			s.Until("bestmove 0000")
			// A new position ends this.
			require.Empty(t, s.Ask("ucinewgame", "position startpos"))
			require.Equal(t, position.StartFEN, s.fen())
		})
	}
	require.Equal(t, 1, count(talk(t, "position fen\ngo infinite\n"), "bestmove 0000"), "the end of the input ends it")
	require.Equal(t, []string{
		"position: fen: fields: want 2 to 6 of them, got 0; there is no position now",
		"go: there is no position; the last one was refused: fen: fields: want 2 to 6 of them, got 0",
	}, onScreen(t, screen(80, false), "position fen\ngo infinite\n"))
}

// TestMendedFEN checks that a FEN whose meaning is clear is played, and that one message
// says what was mended.
func TestMendedFEN(t *testing.T) {
	tests := []struct{ name, fen, said, want string }{
		{"castling without a king", "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", `castling: 'K', but the white king stands on e2; dropped. castling: 'Q', but the white king stands on e2; dropped`, "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"},
		{"four fields", "4k3/8/8/8/8/8/8/4K2R w K -", "fields: 4 of 6; 0 1 added", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
		{"castling without a rook", "r3k2r/8/8/8/8/8/8/R2NK2N b Kkq - 3 9", `castling: 'K', but there is no such white rook; dropped`, "r3k2r/8/8/8/8/8/8/R2NK2N b kq - 3 9"},
		{"en-passant square without a pawn", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant: no black pawn stands before e6; dropped", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"two fields", "4k3/8/8/8/8/8/8/4K2R b", "fields: 2 of 6; - - 0 1 added", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"},
		{"five fields", "4k3/8/8/8/8/8/8/4K2R b K - 7", "fields: 5 of 6; 1 added", "4k3/8/8/8/8/8/8/4K2R b K - 7 1"},
		{"counters", "4k3/8/8/8/8/8/8/4K2R b K - -7 0", `halfmove clock: want a number from 0 to 255, got "-7"; 0 taken`, "4k3/8/8/8/8/8/8/4K2R b K - 0 1"},
		{"eleven queens", "k7/pp6/8/8/4QQQQ/5QQQ/2QQQQ2/4K3 w - - 0 1", "", "k7/pp6/8/8/4QQQQ/5QQQ/2QQQQ2/4K3 w - - 0 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newSession(t)
			got := s.Ask("position fen " + test.fen)
			require.LessOrEqual(t, len(got), 1)
			if test.said != "" {
				require.Equal(t, []string{"info string position: fen mended: " + test.said}, got)
			}
			require.Equal(t, test.want, s.fen())
			s.Send("go nodes 500")
			_, best := checkReports(t, parsed(t, test.want), s.Until("bestmove "))
			require.NotEmpty(t, best)
		})
	}
	// The moves are played from there.
	s := newSession(t)
	require.Len(t, s.Ask("position fen 4k3/8/8/8/8/8/4K3/R6R w KQkq - 0 1 moves a1a2 e8e9"), 2)
	require.Equal(t, "4k3/8/8/8/8/8/R3K3/7R b - - 1 1", s.fen())
}

// TestIllegalMoveInList checks that the moves before an illegal one are played.
func TestIllegalMoveInList(t *testing.T) {
	const d4, d4d5 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1", "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"
	tests := []struct{ name, command, want, fen string }{
		{"third move", "position startpos moves d2d4 d7d5 d4d5", `move 3, "d4d5": not legal here`, d4d5},
		{"moves after it", "position startpos moves d2d4 d7d5 d2d4 g8f6", `move 3, "d2d4": there is no piece on d2`, d4d5},
		{"other side's piece", "position startpos moves d2d4 e2e4", `move 2, "e2e4": the piece on e2 is white's, and black is to move`, d4},
		{"other notation", "position startpos moves d2d4 Nf6", `move 2, "Nf6" is not spelled like a move, such as e2e4 or e7e8q`, d4},
		{"first move", "position startpos moves 0001", `move 1, "0001" is not spelled like a move, such as e2e4 or e7e8q`, position.StartFEN},
		{"null move in check", "position fen 4k3/8/8/8/8/8/8/4R1K1 b - - 0 1 moves 0000", `move 1, "0000": no null move is legal in check`, "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newSession(t)
			require.Equal(t, []string{"info string position: " + test.want + "; the moves before it count"}, s.Ask(test.command))
			require.Equal(t, test.fen, s.fen())
			s.Send("go depth 1")
			_, best := checkReports(t, enginetest.Position(t, test.fen), s.Until("bestmove "))
			require.NotEmpty(t, best)
		})
	}
}

func TestPositionKnowsItsHistory(t *testing.T) {
	words := []string{"startpos", "moves", "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"}
	p, _, err := parsePosition(words)
	require.NoError(t, err)
	require.True(t, p.IsRepetition(0))
	p, _, err = parsePosition(words[:6])
	require.NoError(t, err)
	require.False(t, p.IsRepetition(0))
}

func TestFlip(t *testing.T) {
	tests := []struct{ fen, want string }{
		{position.StartFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"},
		{"r3k3/8/8/8/8/8/P7/4K2R w Kq - 3 40", "4k2r/p7/8/8/8/8/8/R3K3 b Qk - 3 40"},
		{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b KQkq f3 0 3"},
		{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 b Gb - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w Qk - 0 1"},
		{"4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "4k1rr/8/8/8/8/8/8/4K3 b g - 0 1"},
	}
	for _, test := range tests {
		s := newSession(t)
		require.Empty(t, s.Ask("position fen "+test.fen))
		was := s.fen()
		require.Empty(t, s.Ask("flip"))
		require.Equal(t, test.want, s.fen())
		require.Empty(t, s.Ask("flip"))
		require.Equal(t, was, s.fen())
	}
}

// TestFlipTurnsTheEvaluation checks that flip changes only the sign of the evaluation
// from White's view.
func TestFlipTurnsTheEvaluation(t *testing.T) {
	for _, fen := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	} {
		p := enginetest.Position(t, fen)
		q, err := position.FromSetup(flipped(p.Setup()))
		require.NoError(t, err)
		require.Equal(t, -nnue.Default().Explain(p).Score, nnue.Default().Explain(q).Score)
	}
}
