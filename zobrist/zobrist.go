// Package zobrist holds the random numbers that positions are hashed with (A. L.
// Zobrist, "A New Hashing Method with Application for Game Playing", 1970). The hash
// of a position is the XOR of the numbers of everything that belongs to it.
//
// Each number is a pair: the key comes from the Mersenne Twister (MT19937), the lock
// from splitmix64. MT19937 is linear over XOR, so a second stream of the same generator
// would not be independent of the first. Keys and locks are always used together.
package zobrist

import "xorro/chess"

// Hash is a pair of independent 64-bit hashes.
type Hash struct {
	Key, Lock uint64
}

// Xor returns the XOR of two hashes. It is its own inverse.
func (h Hash) Xor(o Hash) Hash { return Hash{h.Key ^ o.Key, h.Lock ^ o.Lock} }

// IsZero reports whether key and lock are zero, as they are for an empty board.
func (h Hash) IsZero() bool { return h == Hash{} }

// tables holds all numbers. The row of NoPiece is zero, so that capturing nothing changes
// nothing.
var tables struct {
	pieces    [16][64]Hash // [piece][square, a1 = 0]
	castling  [16]Hash     // [rights], XOR over the set's members
	enPassant [8]Hash      // [file]
	side      Hash         // Black to move
}

// Piece returns the number of a piece on a square. It is zero for NoPiece.
func Piece(p chess.Piece, s chess.Square) Hash { return tables.pieces[p&15][s&63] }

// Castling returns the XOR of the numbers of all castling rights in a set. So the number
// of the rights that differ between two sets leads from the hash of one set to the hash
// of the other.
func Castling(r chess.CastlingRights) Hash { return tables.castling[r&15] }

// EnPassant returns the number of an en-passant capture that is legal on a file.
func EnPassant(f chess.File) Hash { return tables.enPassant[f&7] }

// Side returns the number that stands for Black to move.
func Side() Hash { return tables.side }

// Seeds of the two generators. That of the keys is the seed of published tables. It is
// octal there too.
const (
	keySeed  = 0o1234567
	lockSeed = 0x584f52524f4c4f43 // "XORROLOC"
)

func init() {
	twister := newMT19937(keySeed)
	mix := splitmix64(lockSeed)
	draw := func() Hash { return Hash{twister.next64(), mix.next64()} }

	// The order is that of published tables: the eighth rank first, each rank from
	// file a, and on each square the pieces in the order PNBRQKpnbrqk.
	for row := 0; row < 8; row++ {
		for f := chess.FileA; f <= chess.FileH; f++ {
			for _, p := range chess.Pieces() {
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
