package uci

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

func TestFormatMove(t *testing.T) {
	tests := []struct {
		move          chess.Move
		classical, as string // as with Chess960
	}{
		{chess.NoMove, "0000", "0000"},
		{chess.NewMove(chess.E2, chess.E4, chess.DoublePush), "e2e4", "e2e4"},
		{chess.NewMove(chess.E7, chess.E8, chess.PromoteQueen), "e7e8q", "e7e8q"},
		{chess.NewMove(chess.E7, chess.D8, chess.PromoteKnight|chess.CaptureBit), "e7d8n", "e7d8n"},
		{chess.NewMove(chess.E1, chess.H1, chess.Castle), "e1g1", "e1h1"},
		{chess.NewMove(chess.E1, chess.A1, chess.Castle), "e1c1", "e1a1"},
		{chess.NewMove(chess.E8, chess.H8, chess.Castle), "e8g8", "e8h8"},
		{chess.NewMove(chess.E8, chess.A8, chess.Castle), "e8c8", "e8a8"},
	}
	for _, test := range tests {
		require.Equal(t, test.classical, FormatMove(test.move, false))
		require.Equal(t, test.as, FormatMove(test.move, true))
	}
}

func TestParseMove(t *testing.T) {
	const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	const promotion = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
	// The king on b1 may move to c1, and castle with the rook on a1.
	const inner = "4k3/8/8/8/8/8/8/RK6 w Q - 0 1"
	tests := []struct {
		fen, text string
		want      chess.Move
	}{
		{position.StartFEN, "e2e4", chess.NewMove(chess.E2, chess.E4, chess.DoublePush)},
		{position.StartFEN, "G1F3", chess.NewMove(chess.G1, chess.F3, chess.Quiet)},
		{castling, "e1g1", chess.NewMove(chess.E1, chess.H1, chess.Castle)},
		{castling, "e1h1", chess.NewMove(chess.E1, chess.H1, chess.Castle)},
		{castling, "e1c1", chess.NewMove(chess.E1, chess.A1, chess.Castle)},
		{castling, "e1a1", chess.NewMove(chess.E1, chess.A1, chess.Castle)},
		{castling, "a1a8", chess.NewMove(chess.A1, chess.A8, chess.Capture)},
		{promotion, "a7a8q", chess.NewMove(chess.A7, chess.A8, chess.PromoteQueen)},
		{promotion, "a7b8R", chess.NewMove(chess.A7, chess.B8, chess.PromoteRook|chess.CaptureBit)},
		{inner, "b1c1", chess.NewMove(chess.B1, chess.C1, chess.Quiet)},
		{inner, "b1a1", chess.NewMove(chess.B1, chess.A1, chess.Castle)},
	}
	for _, test := range tests {
		got, err := ParseMove(enginetest.Position(t, test.fen), test.text)
		require.NoError(t, err, "%s %s", test.fen, test.text)
		require.Equal(t, test.want, got, "%s %s", test.fen, test.text)
	}
}

func TestParseMoveErrors(t *testing.T) {
	const promotion = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
	const spelling = "is not spelled like a move, such as e2e4 or e7e8q"
	tests := []struct{ fen, text, want string }{
		{position.StartFEN, "", `"" ` + spelling},
		{position.StartFEN, "e2", `"e2" ` + spelling},
		{position.StartFEN, "e2e9", `"e2e9" ` + spelling},
		{position.StartFEN, "i2e4", `"i2e4" ` + spelling},
		{position.StartFEN, "e2e4qq", `"e2e4qq" ` + spelling},
		{position.StartFEN, "O-O", `"O-O" ` + spelling},
		{promotion, "a7a8k", `"a7a8k" ` + spelling},
		{promotion, "a7a8p", `"a7a8p" ` + spelling},
		{promotion, "a7a8 ", `"a7a8 " ` + spelling},
		{promotion, "a7a8", `"a7a8" lacks the piece that the pawn becomes (q, r, b or n)`},
		{position.StartFEN, "e3e4", `"e3e4": there is no piece on e3`},
		{position.StartFEN, "e7e5", `"e7e5": the piece on e7 is black's, and white is to move`},
		{position.StartFEN, "e2e5", `"e2e5": not legal here`},
		{position.StartFEN, "e2e4q", `"e2e4q": not legal here`},
		{position.StartFEN, "e1g1", `"e1g1": not legal here`},
		{position.StartFEN, strings.Repeat("é", 100), `"` + strings.Repeat("é", 40) + `..." ` + spelling},
	}
	for _, test := range tests {
		_, err := ParseMove(enginetest.Position(t, test.fen), test.text)
		require.EqualError(t, err, test.want)
	}
}

// TestMovesReadBack parses both spellings of every legal move.
func TestMovesReadBack(t *testing.T) {
	for _, fen := range []string{
		position.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
		"1rk2r2/8/8/8/8/8/8/1RK2R2 w FBfb - 0 1",
		"5k1r/8/8/8/8/8/8/R4KR1 w GA - 0 1",
	} {
		p := enginetest.Position(t, fen)
		var list movegen.List
		movegen.All(p, &list)
		for _, m := range list.Slice() {
			got, err := ParseMove(p, FormatMove(m, true))
			require.NoError(t, err)
			require.Equal(t, m, got, fen)
			if !p.Chess960() {
				got, err = ParseMove(p, FormatMove(m, false))
				require.NoError(t, err)
				require.Equal(t, m, got, fen)
			}
		}
	}
}

// FuzzParseMove parses any text. A move that it returns is legal and has that spelling.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"e2e4", "e1g1", "e1h1", "a7a8Q", "0000", "", "\xff", "e5d6"} {
		f.Add("r3k2r/P6p/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", text)
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := position.ParseFEN(fen)
		if err != nil {
			return
		}
		m, err := ParseMove(p, text)
		if err != nil {
			require.Equal(t, chess.NoMove, m)
			return
		}
		require.True(t, p.IsLegal(m))
		spellings := []string{FormatMove(m, false), FormatMove(m, true)}
		require.Contains(t, spellings, strings.ToLower(text))
	})
}

func BenchmarkParseMove(b *testing.B) {
	p := enginetest.Position(b, position.StartFEN)
	for b.Loop() {
		if _, err := ParseMove(p, "g1f3"); err != nil {
			b.Fatal(err)
		}
	}
}
