package chess

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSquares(t *testing.T) {
	for s := A1; s <= H8; s++ {
		parsed, ok := ParseSquare(s.String())
		assert.True(t, ok)
		assert.Equal(t, s, parsed)
		assert.Equal(t, s, SquareAt(s.File(), s.Rank()))
		assert.Equal(t, s, s.Bitboard().First())
		assert.Equal(t, SquareAt(s.File(), 7-s.Rank()), s.Flip())
		assert.Equal(t, s, s.Relative(White))
		assert.Equal(t, s.Flip(), s.Relative(Black))
	}
	assert.Equal(t, "-", NoSquare.String())
	for _, bad := range []string{"", "e", "e9", "i1", "e44", "E4", "44"} {
		_, ok := ParseSquare(bad)
		assert.False(t, ok, bad)
	}
}

func TestPieces(t *testing.T) {
	for i, letter := range []byte("PNBRQKpnbrqk") {
		p, ok := ParsePiece(letter)
		assert.True(t, ok)
		assert.Equal(t, Pieces()[i], p)
		assert.Equal(t, letter, p.Letter())
		assert.Equal(t, p, PieceOf(p.Color(), p.Type()))
		assert.Equal(t, Color(i/6), p.Color())
		assert.Equal(t, PieceType(i%6), p.Type())
	}
	assert.Equal(t, NoPieceType, NoPiece.Type())
	for letter := range 256 {
		if p, ok := ParsePiece(byte(letter)); ok {
			assert.Equal(t, byte(letter), p.Letter())
		} else {
			assert.Equal(t, NoPiece, p)
		}
	}
}

func TestBitboards(t *testing.T) {
	e4 := E4.Bitboard()
	for _, c := range []struct {
		name string
		got  Bitboard
		want Square
	}{
		{"north", e4.North(), E5}, {"south", e4.South(), E3}, {"east", e4.East(), F4}, {"west", e4.West(), D4},
		{"north-east", e4.NorthEast(), F5}, {"north-west", e4.NorthWest(), D5},
		{"south-east", e4.SouthEast(), F3}, {"south-west", e4.SouthWest(), D3},
	} {
		assert.Equal(t, c.want.Bitboard(), c.got, c.name)
	}
	assert.Zero(t, FileHBB.East()|FileHBB.NorthEast()|FileHBB.SouthEast())
	assert.Zero(t, FileABB.West()|FileABB.NorthWest()|FileABB.SouthWest())
	assert.Zero(t, Rank8BB.North()|Rank1BB.South())
	assert.Equal(t, 64, Full.Count())
	assert.Equal(t, NoSquare, Empty.First())
	assert.True(t, (e4 | A1.Bitboard()).Many())
	assert.False(t, e4.Many() || Empty.Many())
	assert.True(t, LightSquares.Has(H1) && LightSquares.Has(A8) && !LightSquares.Has(A1))
	assert.Equal(t, "........\n........\n........\n........\n....x...\n........\n........\nx.......\n", (e4 | A1.Bitboard()).String())
}

func TestMoves(t *testing.T) {
	kinds := []MoveKind{Quiet, DoublePush, Castle, Capture, EnPassant, PromoteKnight, PromoteBishop, PromoteRook, PromoteQueen,
		PromoteKnight | CaptureBit, PromoteBishop | CaptureBit, PromoteRook | CaptureBit, PromoteQueen | CaptureBit}
	for _, kind := range kinds {
		for from := A1; from <= H8; from++ {
			for to := A1; to <= H8; to++ {
				m := NewMove(from, to, kind)
				if m.From() != from || m.To() != to || m.Kind() != kind {
					t.Fatalf("%s: %d %d %d came back as %d %d %d", m, from, to, kind, m.From(), m.To(), m.Kind())
				}
			}
		}
		m := NewMove(A2, B3, kind)
		assert.Equal(t, kind >= PromoteKnight, m.IsPromotion())
		assert.Equal(t, kind&CaptureBit != 0, m.IsCapture())
		assert.Equal(t, kind <= Castle, m.IsQuiet())
		assert.Equal(t, kind == Castle, m.IsCastle())
		assert.Equal(t, kind == Castle || kind == EnPassant || m.IsPromotion(), m.IsSpecial())
	}
	assert.Equal(t, Knight, NewMove(A7, A8, PromoteKnight).Promotion())
	assert.Equal(t, Queen, NewMove(A7, B8, PromoteQueen|CaptureBit).Promotion())
	assert.Equal(t, "a7b8q", NewMove(A7, B8, PromoteQueen|CaptureBit).String())
	assert.Equal(t, "none", NoMove.String())
	for _, c := range []struct{ king, rook, kingTo, rookTo Square }{
		{E1, H1, G1, F1}, {E1, A1, C1, D1}, {E8, H8, G8, F8}, {B8, A8, C8, D8}, {F1, G1, G1, F1},
	} {
		m := NewMove(c.king, c.rook, Castle)
		assert.Equal(t, c.kingTo, m.KingTo())
		assert.Equal(t, c.rookTo, m.RookTo())
	}
}

func TestScores(t *testing.T) {
	assert.True(t, IsDecisive(MateIn(1)) && IsDecisive(MatedIn(0)) && IsDecisive(MateIn(MaxPly)) && IsDecisive(MatedIn(MaxPly)))
	assert.True(t, IsDecisive(TablebaseWin) && IsDecisive(-TablebaseWin) && IsDecisive(TablebaseWin-MaxPly) && IsDecisive(MaxPly-TablebaseWin))
	assert.False(t, IsDecisive(Decisive-1) || IsDecisive(0) || IsDecisive(1-Decisive))
	assert.True(t, IsMate(MateIn(MaxPly)) && IsMate(MatedIn(MaxPly)))
	assert.False(t, IsMate(TablebaseWin) || IsMate(-TablebaseWin))
	assert.Greater(t, MateIn(3), MateIn(5))
	assert.Equal(t, -MateIn(4), MatedIn(4))
}
