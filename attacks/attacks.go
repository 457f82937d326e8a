// Package attacks tells which squares a man attacks from where.
//
// Bishops and rooks look their attacks up by magic multiplication (L. Kannan,
// "Magic Move-Bitboard Generation in Computer Chess", 2007): the men in the way
// are multiplied so that their pattern gathers in the product's top bits, which
// index a window of a shared table. The shift is the same for every square of a
// kind, and windows overlap where their slots agree or interleave.
//
// The tables have an entry for NoSquare that attacks nothing, so that a caller
// may look up the first square of an empty set.
package attacks

import "xorro/chess"

// size is one more than there are squares, for NoSquare.
const size = 65

var (
	knight [size]chess.Bitboard
	king   [size]chess.Bitboard
	pawn   [2][64]chess.Bitboard

	between [64][64]chess.Bitboard
	line    [64][64]chess.Bitboard
)

// Knight is the set that a knight attacks.
func Knight(s chess.Square) chess.Bitboard { return knight[s] }

// King is the set that a king attacks.
func King(s chess.Square) chess.Bitboard { return king[s] }

// Pawn is the set that a side's pawn attacks.
func Pawn(c chess.Color, s chess.Square) chess.Bitboard { return pawn[c&1][s&63] }

// Of is the set that a man other than a pawn attacks over the occupied squares.
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

// Between is the set of squares strictly between two that share a rank, file or
// diagonal; empty for others.
func Between(a, b chess.Square) chess.Bitboard { return between[a&63][b&63] }

// Line is the whole rank, file or diagonal through two squares, edge to edge;
// empty where there is none.
func Line(a, b chess.Square) chess.Bitboard { return line[a&63][b&63] }

// Knights is the set that all knights of a set attack.
func Knights(b chess.Bitboard) chess.Bitboard {
	near := b.East() | b.West()
	far := b.East().East() | b.West().West()
	return near<<16 | near>>16 | far<<8 | far>>8
}

// Pawns is the set that all of a side's pawns attack.
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
