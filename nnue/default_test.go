package nnue

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
)

// The built-in network is our own and knows the values of the pieces.
func TestDefault(t *testing.T) {
	n := Default()
	require.True(t, strings.HasPrefix(n.Origin(), "xorro train: "), n.Origin())
	require.InDelta(t, 0, n.Evaluate(enginetest.Position(t, position.StartFEN)), 80)
	middlegame := enginetest.Position(t, "r2q1rk1/1ppn1ppp/p2bpn2/3p4/3P4/P1NBPN2/1PP2PPP/R2Q1RK1 w - - 0 11")
	view := n.Explain(middlegame)
	require.InDelta(t, 0, view.Score, 100)
	for _, test := range []struct {
		square    chess.Square
		low, high chess.Score
	}{
		{chess.D1, 500, 1500}, {chess.A1, 200, 800}, {chess.F1, 200, 800}, {chess.C3, 150, 600}, {chess.D3, 150, 600}, {chess.C2, 20, 250},
		{chess.D8, -1500, -500}, {chess.A8, -800, -200}, {chess.D6, -600, -150}, {chess.F7, -250, -20},
	} {
		value := view.Values[test.square]
		require.True(t, test.low <= value && value <= test.high, "%v: %d", test.square, value)
	}
}
