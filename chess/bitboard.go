package chess

import "math/bits"

// Bitboard is a set of squares. Bit n stands for Square n.
type Bitboard uint64

// Sets that are often needed.
const (
	Empty Bitboard = 0
	Full  Bitboard = 1<<64 - 1

	FileABB Bitboard = 0x0101010101010101
	FileHBB          = FileABB << 7
	Rank1BB Bitboard = 0xff
	Rank2BB          = Rank1BB << 8
	Rank3BB          = Rank1BB << 16
	Rank4BB          = Rank1BB << 24
	Rank5BB          = Rank1BB << 32
	Rank6BB          = Rank1BB << 40
	Rank7BB          = Rank1BB << 48
	Rank8BB          = Rank1BB << 56

	LightSquares Bitboard = 0x55aa55aa55aa55aa
)

// Bitboard returns the set of a file's squares.
func (f File) Bitboard() Bitboard { return FileABB << (f & 7) }

// Bitboard returns the set of a rank's squares.
func (r Rank) Bitboard() Bitboard { return Rank1BB << (r & 7 * 8) }

// Has reports whether the square is in the set.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of the set, or NoSquare if the set is empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Many reports whether the set has two or more squares.
func (b Bitboard) Many() bool { return b&(b-1) != 0 }

// North returns the set moved one rank up. Squares that leave the board are dropped.
// The other directions of the compass work alike; White sits in the south.
func (b Bitboard) North() Bitboard     { return b << 8 }
func (b Bitboard) South() Bitboard     { return b >> 8 }
func (b Bitboard) East() Bitboard      { return b &^ FileHBB << 1 }
func (b Bitboard) West() Bitboard      { return b &^ FileABB >> 1 }
func (b Bitboard) NorthEast() Bitboard { return b &^ FileHBB << 9 }
func (b Bitboard) NorthWest() Bitboard { return b &^ FileABB << 7 }
func (b Bitboard) SouthEast() Bitboard { return b &^ FileHBB >> 7 }
func (b Bitboard) SouthWest() Bitboard { return b &^ FileABB >> 9 }

// String returns the set as eight lines of x and dots, beginning with the eighth rank.
func (b Bitboard) String() string {
	out := make([]byte, 0, 72)
	for row := 0; row < 8; row++ {
		for f := FileA; f <= FileH; f++ {
			mark := byte('.')
			if b.Has(SquareAt(f, Rank(7-row))) {
				mark = 'x'
			}
			out = append(out, mark)
		}
		out = append(out, '\n')
	}
	return string(out)
}
