package nnue

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
)

// TestExplain: the values are what is missing without the piece, in the network's
// eyes and from White's view.
func TestExplain(t *testing.T) {
	n := randomNetwork(t, newRandom(4), 64)
	counted := 0
	for _, fen := range starts {
		p := enginetest.Position(t, fen)
		white := 1
		if p.SideToMove() == chess.Black {
			white = -1
		}
		v := n.Explain(p)
		assert.Equal(t, n.Evaluate(p)*white, v.Score, fen)
		assert.Equal(t, Bucket(p.Occupied().Count()), v.Bucket, fen)
		assert.Equal(t, v.Score, v.Scores[v.Bucket], fen)
		for s := chess.A1; s <= chess.H8; s++ {
			piece := p.PieceOn(s)
			if piece == chess.NoPiece || piece.Type() == chess.King {
				assert.Zero(t, v.Values[s], "%s %v", fen, s)
				continue
			}
			q, err := position.ParseFEN(without(p, s))
			if err != nil || Bucket(q.Occupied().Count()) != v.Bucket {
				continue // without the piece a king could be taken, or another output is used
			}
			counted++
			assert.Equal(t, v.Score-n.Evaluate(q)*white, v.Values[s], "%s %v", fen, s)
		}
	}
	assert.Greater(t, counted, 50)
}

// without is the FEN of a position without the piece on a square and without
// rights to castle.
func without(p *position.Position, gone chess.Square) string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := byte('0')
		for file := range chess.File(8) {
			s := chess.SquareAt(file, chess.Rank(rank))
			piece := p.PieceOn(s)
			if piece == chess.NoPiece || s == gone {
				empty++
				continue
			}
			if empty > '0' {
				b.WriteByte(empty)
				empty = '0'
			}
			b.WriteByte(piece.Letter())
		}
		if empty > '0' {
			b.WriteByte(empty)
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String() + map[chess.Color]string{chess.White: " w", chess.Black: " b"}[p.SideToMove()] + " - - 0 1"
}
