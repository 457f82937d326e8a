package uci

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/nnue"
)

func TestDisplay(t *testing.T) {
	p := enginetest.Position(t, "r3k3/8/8/8/7b/8/4n3/4K2R w K - 3 40")
	p2 := enginetest.Position(t, "4k3/8/8/8/8/8/8/4K3 b - - 0 1")
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

func TestEval(t *testing.T) {
	got := talk(t, "position fen 4k3/p7/8/8/8/8/8/R3K3 w - - 0 1\neval\n")
	require.Regexp(t, `^1  R\+\d\.\d\d +\. +\. +\. +K `, got[10])
	require.Regexp(t, `^8  \. +\. +\. +\. +k `, got[3])
	require.Regexp(t, `^Evaluation: \+[3456]\.\d\d from White's view, by the output marked \*$`, got[len(got)-1])

	// The view is White's whoever is to move.
	got = talk(t, "position fen 4k3/p7/8/8/8/8/8/R3K3 b - - 0 1\neval\n")
	require.Regexp(t, `^Evaluation: \+[3456]\.\d\d from White's view, by the output marked \*$`, got[len(got)-1])
	got = talk(t, "position fen r3k3/8/8/8/8/8/P7/4K3 w - - 0 1\neval\n")
	require.Regexp(t, `^8  r-\d\.\d\d `, got[3])
	require.Regexp(t, `^Evaluation: -[3456]\.\d\d from White's view, by the output marked \*$`, got[len(got)-1])

	// A side in check is evaluated like any other.
	got = talk(t, "position fen R3k3/8/8/8/8/8/8/4K3 b - - 0 1\neval\n")
	require.Regexp(t, `^Evaluation: \+[3-8]\.\d\d from White's view, by the output marked \*$`, got[len(got)-1])
}

// TestEvalOfOnePiece checks that the value of a piece is the difference that it makes to
// the same output of the network.
func TestEvalOfOnePiece(t *testing.T) {
	p := enginetest.Position(t, "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1")
	with, without := nnue.Default().Explain(p), nnue.Default().Explain(enginetest.Position(t, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"))
	require.Equal(t, with.Score, with.Scores[with.Bucket])
	require.Equal(t, nnue.Default().Evaluate(p), with.Score)
	require.Equal(t, with.Score-without.Scores[with.Bucket], with.Values[chess.A1])
	require.Contains(t, explain(nnue.Default(), p), fmt.Sprintf("\n1  R%+.2f ", float64(with.Values[chess.A1])/100))
}
