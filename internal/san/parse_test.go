package san

import (
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
)

func TestParse(t *testing.T) {
	const (
		start   = position.StartFEN
		castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		chess96 = "8/8/8/8/8/8/1k6/5KR1 w G - 0 1"
		pawns   = "1n1n3k/2P5/8/3pP3/8/8/8/K7 w - d6 0 1"
		knights = "7k/8/8/1N3N2/8/1N6/8/K7 w - - 0 1"
		pinned  = "3rk3/8/8/8/8/3N4/8/3K2N1 w - - 0 1"
	)
	tests := []struct{ fen, text, want string }{
		{start, "e4", "e2e4"},
		{start, "e4!?", "e2e4"},
		{start, "Nf3", "g1f3"},
		{start, "Ngf3", "g1f3"},
		{start, "Ng1f3", "g1f3"},
		{castles, "O-O", "e1h1"},
		{castles, "0-0-0", "e1a1"},
		{castles, "O-O-O+", "e1a1"},
		{castles, "Kf1", "e1f1"},
		{castles, "Rxa8+", "a1a8"},
		{chess96, "O-O", "f1g1"},
		{pawns, "exd6", "e5d6"},
		{pawns, "ed6", "e5d6"},
		{pawns, "e6", "e5e6"},
		{pawns, "c8=Q", "c7c8q"},
		{pawns, "c8N", "c7c8n"},
		{pawns, "cxb8=R+", "c7b8r"},
		{pawns, "cd8B", "c7d8b"},
		{knights, "Nbd4", ""},
		{knights, "N5d4", ""},
		{knights, "Nb5d4", "b5d4"},
		{knights, "N3d4", "b3d4"},
		{knights, "Nfd4", "f5d4"},
		{knights, "Nd4", ""},
		{pinned, "Ne2", "g1e2"},
		{pinned, "Nf2", ""},
		{start, "", ""},
		{start, "+", ""},
		{start, "e", ""},
		{start, "N", ""},
		{start, "K", ""},
		{start, "Nx", ""},
		{start, "e5", ""},
		{start, "Nzf3", ""},
		{start, "g1f3", ""},
		{start, "e4=Q", ""},
		{start, "O-O", ""},
		{start, "--", ""},
		{pawns, "c8", ""},
		{pawns, "c8=K", ""},
		{pawns, "cxb8=R=Q", ""},
	}
	for _, test := range tests {
		p := enginetest.Position(t, test.fen)
		m, err := Parse(p, test.text)
		if test.want == "" {
			require.Error(t, err, "%s %s gave %v", test.fen, test.text, m)
			require.Contains(t, err.Error(), `"`+test.text+`"`)
			require.Equal(t, chess.NoMove, m)
			continue
		}
		require.NoError(t, err, test.fen)
		require.Equal(t, test.want, m.String(), "%s %s", test.fen, test.text)
	}
}
