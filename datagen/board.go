package datagen

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"xorro/chess"
	"xorro/position"
)

// Board is the placement of the pieces in 24 bytes, as viriformat, bullet's records
// and the trainer's samples have it.
type Board struct {
	Occupied chess.Bitboard
	// pieces are those on the occupied squares in the order of the squares, four bits
	// each, the low half of a byte first.
	pieces [16]byte
}

// NewBoard returns the board of a position as the given side sees it. For Black the
// ranks are turned over and the colors exchanged.
func NewBoard(p *position.Position, view chess.Color) Board {
	occupied := p.Occupied()
	if view == chess.Black {
		occupied = chess.Bitboard(bits.ReverseBytes64(uint64(occupied)))
	}
	var b Board
	for ; occupied != 0; occupied &= occupied - 1 {
		square := occupied.First()
		b.add(p.PieceOn(square.Relative(view))^chess.Piece(view)<<3, square)
	}
	return b
}

// add puts a piece on a square behind all that are occupied.
func (b *Board) add(piece chess.Piece, square chess.Square) {
	i := b.Occupied.Count()
	b.pieces[i/2&15] |= byte(piece) << (i % 2 * 4)
	b.Occupied |= square.Bitboard()
}

// Piece returns the piece on the ith occupied square, i being 0 to 31.
func (b *Board) Piece(i int) chess.Piece { return chess.Piece(b.pieces[i/2&15] >> (i % 2 * 4) & 15) }

// Setup returns the description of a position with these pieces, White to move and
// no rights to castle.
func (b *Board) Setup() position.Setup {
	s := position.EmptySetup()
	i := 0
	for left := b.Occupied; left != 0; left &= left - 1 {
		s.Squares[left.First()] = b.Piece(i)
		i++
	}
	return s
}

func (b *Board) append(to []byte) []byte {
	return append(binary.LittleEndian.AppendUint64(to, uint64(b.Occupied)), b.pieces[:]...)
}

// parseBoard reads the 24 bytes of a Board: Occupied, then pieces. Every number that a
// piece may have in the format passes, that of an unmoved rook included.
func parseBoard(from []byte) (b Board, err error) {
	b.Occupied = chess.Bitboard(binary.LittleEndian.Uint64(from))
	copy(b.pieces[:], from[8:])
	count := b.Occupied.Count()
	if count > 32 {
		return b, fmt.Errorf("board: %d pieces", count)
	}
	i := 0
	for left := b.Occupied; left != 0; left &= left - 1 {
		if piece := b.Piece(i); piece&7 > unmovedRook {
			return b, fmt.Errorf("board: no piece has the number %d, which stands on %s", piece, left.First())
		}
		i++
	}
	return b, nil
}
