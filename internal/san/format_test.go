package san

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

func TestFormat(t *testing.T) {
	tests := []struct{ name, fen, move, want string }{
		{"pawn", position.StartFEN, "e2e4", "e4"},
		{"knight", position.StartFEN, "g1f3", "Nf3"},
		{"pawn takes", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
		{"piece takes", "4k3/8/8/3p4/8/8/6B1/4K3 w - - 0 1", "g2d5", "Bxd5"},
		{"king takes", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", "Kxe2"},
		{"promotion", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", "a8=R"},
		{"promotion that takes", "1n6/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q"},
		{"check", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8+"},
		{"check that a discovery gives", "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4c3", "Nc3+"},
		{"mate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
		{"mate by promotion", "7k/P5pp/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q#"},
		{"stalemate has no mark", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "g5g6", "Qg6"},

		{"by the file", "4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1", "b1d2", "Nbd2"},
		{"by the file, other knight", "4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1", "f1d2", "Nfd2"},
		{"by the rank", "4k3/R7/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", "R1a4"},
		{"by the rank, other rook", "4k3/R7/8/8/8/8/8/R3K3 w - - 0 1", "a7a4", "R7a4"},
		{"by the file before the rank", "4k3/8/8/8/8/R7/8/2R1K3 w - - 0 1", "a3c3", "Rac3"},
		{"by both", "8/8/8/8/4Q2Q/k7/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
		{"by the rank where two share a file", "8/8/8/8/4Q2Q/k7/8/K6Q w - - 0 1", "h1e1", "Q1e1"},
		{"by the file where two share a rank", "8/8/8/8/4Q2Q/k7/8/K6Q w - - 0 1", "e4e1", "Qee1"},
		{"a piece in between cannot go there", "4k3/8/8/8/3p4/8/8/R2RK3 w - - 0 1", "d1d4", "Rxd4"},
		{"takes by the file, two can", "4k3/8/2N5/8/3p4/5N2/8/4K3 w - - 0 1", "c6d4", "Ncxd4"},
		{"another kind goes there too", "4k3/8/8/8/8/1B6/8/N3K3 w - - 0 1", "b3c2", "Bc2"},
		{"a pinned piece needs no telling apart", "4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"},
		{"a piece pinned along its way needs it", "4r2k/8/8/8/4R3/8/8/R3K3 w - - 0 1", "a1a4", "Ra4"},
		{"pinned, but free along the pin", "k3r3/8/8/8/4R3/2R5/8/4K3 w - - 0 1", "c3e3", "Rce3"},

		{"castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "O-O"},
		{"long castling", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "O-O-O"},
		{"castling with check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+"},
		{"castling with mate", "4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O#"},
		{"Chess960, king and rook next to each other", "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1g1", "O-O"},
		{"Chess960, the king moves one square", "4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", "O-O-O"},
		{"Chess960, a king's step to the same square", "4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1c1", "Kc1"},
		{"Chess960, a rook's step to where castling leaves it", "4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "a1a2", "Ra2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := enginetest.Position(t, test.fen)
			m := enginetest.Move(t, p, test.move)
			before := p.FEN()
			require.Equal(t, test.want, Format(p, m))
			require.Equal(t, before, p.FEN(), "the position stays")
		})
	}
}

// TestFormatIsUnique checks that all legal moves of a position are written differently.
func TestFormatIsUnique(t *testing.T) {
	for _, fen := range []string{
		position.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		"Q6Q/8/1k6/8/Q6Q/8/Q7/K3Q2Q w - - 0 1",
		"N1N1N2k/8/8/N3N3/8/8/7K/N1N1N3 w - - 0 1",
		"1rk2r2/8/8/8/8/8/8/1RK2R2 w FBfb - 0 1",
	} {
		p := enginetest.Position(t, fen)
		var list movegen.List
		movegen.All(p, &list)
		seen := map[string]chess.Move{}
		for _, m := range list.Slice() {
			text := Format(p, m)
			require.NotContains(t, seen, text, fen)
			seen[text] = m
			parsed, err := Parse(p, text)
			require.NoError(t, err)
			require.Equal(t, m, parsed)
		}
	}
}

func TestFormatLine(t *testing.T) {
	line := func(fen, moves string) string {
		p := enginetest.Position(t, fen)
		q := p.Clone()
		var list []chess.Move
		for _, text := range strings.Fields(moves) {
			m := enginetest.Move(t, q, text)
			list = append(list, m)
			q.Make(m)
		}
		return strings.Join(FormatLine(p, append(list, chess.NewMove(chess.A1, chess.H8, chess.Quiet))), " | ")
	}
	require.Equal(t, "1. e4 | e5 | 2. Nf3", line(position.StartFEN, "e2e4 e7e5 g1f3"))
	require.Equal(t, "7... Kd8 | 8. O-O", line("4k3/8/8/8/8/8/8/4K2R b K - 3 7", "e8d8 e1h1"))
	require.Empty(t, line(position.StartFEN, ""))
}
