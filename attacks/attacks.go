// Package attacks knows which squares a piece attacks.
//
// The attacks of bishops and rooks are looked up by magic multiplication (L. Kannan,
// "Magic Move-Bitboard Generation in Computer Chess", 2007). The set of pieces in the
// way is multiplied by a number that gathers it in the top bits of the product. These
// bits are an index into the square's window of one table, which all squares share.
// Windows may overlap where their entries agree or where one does not use the entry.
//
// The tables have an entry for NoSquare that attacks nothing, so a caller may look up
// the first square of an empty set.
package attacks

import "xorro/chess"

// size is the number of squares, NoSquare included.
const size = 65

var (
	knight [size]chess.Bitboard
	king   [size]chess.Bitboard
	pawn   [2][64]chess.Bitboard

	between [64][64]chess.Bitboard
	line    [64][64]chess.Bitboard
)

// Knight returns the squares that a knight attacks.
func Knight(s chess.Square) chess.Bitboard { return knight[s] }

// King returns the squares that a king attacks.
func King(s chess.Square) chess.Bitboard { return king[s] }

// Pawn returns the squares that a pawn of the given color attacks.
func Pawn(c chess.Color, s chess.Square) chess.Bitboard { return pawn[c&1][s&63] }

// Of returns the squares that a piece other than a pawn attacks, given the occupied
// squares.
func Of(t chess.PieceType, s chess.Square, occupied chess.Bitboard) chess.Bitboard {
	switch t {
	case chess.Knight:
		return Knight(s)
	case chess.Bishop:
		return Bishop(s, occupied)
	case chess.Rook:
		return Rook(s, occupied)
	case chess.Queen:
		return Queen(s, occupied)
	default:
		return King(s)
	}
}

// Between returns the squares strictly between two squares on a common rank, file or
// diagonal. For other squares the set is empty.
func Between(a, b chess.Square) chess.Bitboard { return between[a&63][b&63] }

// Line returns the whole rank, file or diagonal through two squares, edge to edge. If
// they have none in common, the set is empty.
func Line(a, b chess.Square) chess.Bitboard { return line[a&63][b&63] }

// Knights returns the squares that knights on the given squares attack.
func Knights(b chess.Bitboard) chess.Bitboard {
	near := b.East() | b.West()
	far := b.East().East() | b.West().West()
	return near<<16 | near>>16 | far<<8 | far>>8
}

// Pawns returns the squares that pawns of the given color on the given squares attack.
func Pawns(c chess.Color, b chess.Bitboard) chess.Bitboard {
	if c == chess.White {
		return b.NorthEast() | b.NorthWest()
	}
	return b.SouthEast() | b.SouthWest()
}

func init() {
	for s := chess.A1; s <= chess.H8; s++ {
		b := s.Bitboard()
		knight[s] = Knights(b)
		rows := b | b.East() | b.West()
		king[s] = (rows | rows.North() | rows.South()) &^ b
		pawn[chess.White][s] = Pawns(chess.White, b)
		pawn[chess.Black][s] = Pawns(chess.Black, b)
	}
	initSliders()
	for a := chess.A1; a <= chess.H8; a++ {
		for b := chess.A1; b <= chess.H8; b++ {
			ends := a.Bitboard() | b.Bitboard()
			for _, attack := range [](func(chess.Square, chess.Bitboard) chess.Bitboard){Bishop, Rook} {
				if a != b && attack(a, 0).Has(b) {
					between[a][b] = attack(a, ends) & attack(b, ends)
					line[a][b] = attack(a, 0)&attack(b, 0) | ends
				}
			}
		}
	}
}
