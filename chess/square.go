package chess

// Square is a square of the board: a1 = 0, b1 = 1, ..., h8 = 63.
type Square uint8

// File is a column of the board: a = 0 to h = 7.
type File uint8

// Rank is a row of the board: first rank = 0 to eighth rank = 7.
type Rank uint8

// The squares, rank by rank.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
	A2
	B2
	C2
	D2
	E2
	F2
	G2
	H2
	A3
	B3
	C3
	D3
	E3
	F3
	G3
	H3
	A4
	B4
	C4
	D4
	E4
	F4
	G4
	H4
	A5
	B5
	C5
	D5
	E5
	F5
	G5
	H5
	A6
	B6
	C6
	D6
	E6
	F6
	G6
	H6
	A7
	B7
	C7
	D7
	E7
	F7
	G7
	H7
	A8
	B8
	C8
	D8
	E8
	F8
	G8
	H8
	// NoSquare stands for the absence of a square.
	NoSquare
)

// The files and ranks.
const (
	FileA File = iota
	FileB
	FileC
	FileD
	FileE
	FileF
	FileG
	FileH
)

const (
	Rank1 Rank = iota
	Rank2
	Rank3
	Rank4
	Rank5
	Rank6
	Rank7
	Rank8
)

// SquareAt returns the square where a file and a rank meet.
func SquareAt(f File, r Rank) Square { return Square(r)<<3 | Square(f) }

// File returns the square's column.
func (s Square) File() File { return File(s & 7) }

// Rank returns the square's row.
func (s Square) Rank() Rank { return Rank(s >> 3) }

// Bitboard returns the set of this square alone. NoSquare counts as a1.
func (s Square) Bitboard() Bitboard { return 1 << (s & 63) }

// Flip returns the square on the same file and the opposite rank, such as e7 for e2.
func (s Square) Flip() Square { return s ^ 56 }

// Relative returns the square for White and the flipped square for Black, so that each
// side's first rank is Rank1.
func (s Square) Relative(c Color) Square { return s ^ Square(c)*56 }

// String returns the square's algebraic name, or "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{s.File().Letter(), s.Rank().Digit()})
}

// Letter returns the file's letter, 'a' to 'h'.
func (f File) Letter() byte { return 'a' + byte(f) }

// Digit returns the rank's digit, '1' to '8'.
func (r Rank) Digit() byte { return '1' + byte(r) }

// ParseSquare parses an algebraic name such as "e4". For any other text ok is false.
func ParseSquare(s string) (sq Square, ok bool) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return NoSquare, false
	}
	return SquareAt(File(s[0]-'a'), Rank(s[1]-'1')), true
}
