// Package zobrist holds the random numbers that positions are hashed with.
//
// Every number comes twice, from two unrelated generators: the key from the
// Mersenne Twister (MT19937), the lock from splitmix64. MT19937 is linear over
// XOR, so a second stream of the same generator would not be independent of the
// first. XOR of the numbers of what stands on the board gives the position's
// Hash (A. L. Zobrist, "A New Hashing Method with Application for Game
// Playing", 1970); key and lock move together and are believed only together.
package zobrist

import "xorro/chess"

// Hash is a position's two independent 64-bit hashes as one value.
type Hash struct {
	Key, Lock uint64
}

// Xor combines two hashes; it is its own inverse.
func (h Hash) Xor(o Hash) Hash { return Hash{h.Key ^ o.Key, h.Lock ^ o.Lock} }

// IsZero says whether both halves are zero, as for an empty board.
func (h Hash) IsZero() bool { return h == Hash{} }

// tables are all the numbers; NoPiece's row stays zero, so that taking nothing
// changes nothing.
var tables struct {
	pieces    [16][64]Hash // [piece][square, a1 = 0]
	castling  [16]Hash     // [rights], XOR over the set's members
	enPassant [8]Hash      // [file]
	side      Hash         // Black to move
}

// Piece is the number of a man on a square; zero for NoPiece.
func Piece(p chess.Piece, s chess.Square) Hash { return tables.pieces[p&15][s&63] }

// Castling is the number of a set of rights. It is linear: the number of the
// rights that differ between two sets leads from one set's hash to the other's.
func Castling(r chess.CastlingRights) Hash { return tables.castling[r&15] }

// EnPassant is the number of a file on which an en-passant capture is legal.
func EnPassant(f chess.File) Hash { return tables.enPassant[f&7] }

// Side is the number of Black being to move.
func Side() Hash { return tables.side }

// Seeds of the two generators. The key's is the one that the piece numbers are
// published with, in octal.
const (
	keySeed  = 0o1234567
	lockSeed = 0x584f52524f4c4f43 // "XORROLOC"
)

func init() {
	twister := newMT19937(keySeed)
	mix := splitmix64(lockSeed)
	draw := func() Hash { return Hash{twister.next64(), mix.next64()} }

	// Row 0 is the eighth rank; within a row by file from a, within a square by
	// man in the order PNBRQKpnbrqk.
	for row := 0; row < 8; row++ {
		for f := chess.FileA; f <= chess.FileH; f++ {
			for _, p := range chess.Pieces {
				tables.pieces[p][chess.SquareAt(f, chess.Rank(7-row))] = draw()
			}
		}
	}
	tables.side = draw()
	for bit := chess.WhiteKingside; bit <= chess.BlackQueenside; bit <<= 1 {
		number := draw()
		for set := range tables.castling {
			if chess.CastlingRights(set)&bit != 0 {
				tables.castling[set] = tables.castling[set].Xor(number)
			}
		}
	}
	for f := range tables.enPassant {
		tables.enPassant[f] = draw()
	}
}
