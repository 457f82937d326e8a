package uci

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDisplay(t *testing.T) {
	p := parseFEN(t, "r3k3/8/8/8/7b/8/4n3/4K2R w K - 3 40")
	p2 := parseFEN(t, "4k3/8/8/8/8/8/8/4K3 b - - 0 1")
	got := splitLines(drawBoard(p) + "\n" + describe(p))
	hash := p.Hash()
	require.Equal(t, []string{
		"8  r . . . k . . .",
		"7  . . . . . . . .",
		"6  . . . . . . . .",
		"5  . . . . . . . .",
		"4  . . . . . . . b",
		"3  . . . . . . . .",
		"2  . . . . n . . .",
		"1  . . . . K . . R",
		"",
		"   a b c d e f g h",
		"",
		"Fen: r3k3/8/8/8/7b/8/4n3/4K2R w K - 3 40",
	}, got[:12])
	require.NotZero(t, hash.Key)
	require.Regexp(t, "^Key: [0-9A-F]{16}$", got[12])
	require.Regexp(t, "^Lock: [0-9A-F]{16}$", got[13])
	require.Equal(t, "Checkers: h4", got[14])
	none := splitLines(describe(p2))
	require.Equal(t, "Checkers:", none[3])
}
