package chess

// Move is a move in 16 bits: origin in bits 0 to 5, target in bits 6 to 11,
// Kind in bits 12 to 15. A castling move goes from the king's square to the own
// rook's, so Chess960 needs nothing further. The zero Move is NoMove.
type Move uint16

// NoMove is no move at all; it is also what a null move is recorded as.
const NoMove Move = 0

// MoveKind tells what a move does beyond going from one square to another.
// Bit 2 is set for every capture and bit 3 for every promotion, whose two low
// bits count from knight to queen.
type MoveKind uint8

// The kinds of moves; 3, 6 and 7 are none.
const (
	Quiet      MoveKind = 0
	DoublePush MoveKind = 1
	Castle     MoveKind = 2
	Capture    MoveKind = 4
	EnPassant  MoveKind = 5

	PromoteKnight MoveKind = 8
	PromoteBishop MoveKind = 9
	PromoteRook   MoveKind = 10
	PromoteQueen  MoveKind = 11

	// CaptureBit turns a promotion into a capturing one.
	CaptureBit MoveKind = 4
)

// NewMove puts a move together.
func NewMove(from, to Square, kind MoveKind) Move {
	return Move(from) | Move(to)<<6 | Move(kind)<<12
}

// From is the square the man leaves.
func (m Move) From() Square { return Square(m & 63) }

// To is the square the man goes to; for castling, the own rook's.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Kind is the move's kind.
func (m Move) Kind() MoveKind { return MoveKind(m >> 12) }

// IsCapture says whether the move takes a man, en passant included.
func (m Move) IsCapture() bool { return m&(1<<14) != 0 }

// IsPromotion says whether a pawn is promoted.
func (m Move) IsPromotion() bool { return m&(1<<15) != 0 }

// IsQuiet says whether the move neither takes nor promotes.
func (m Move) IsQuiet() bool { return m < 1<<14 }

// IsCastle says whether the move castles.
func (m Move) IsCastle() bool { return m.Kind() == Castle }

// IsSpecial says whether the move does more than to go from one square to another
// and take what stands there: castling, en passant and promotion.
func (m Move) IsSpecial() bool { return 1<<m.Kind()&0xff24 != 0 }

// Promotion is what the pawn becomes; only a promotion has a meaning here.
func (m Move) Promotion() PieceType { return Knight + PieceType(m>>12&3) }

// KingTo is the square where castling leaves the king.
func (m Move) KingTo() Square {
	if m.From() < m.To() {
		return m.From()&56 | G1
	}
	return m.From()&56 | C1
}

// RookTo is the square where castling leaves the rook.
func (m Move) RookTo() Square {
	if m.From() < m.To() {
		return m.From()&56 | F1
	}
	return m.From()&56 | D1
}

// String spells the move by its squares and the promoted man, as in "e7e8q".
// Castling stays king takes rook; the protocol's spelling is package uci's.
func (m Move) String() string {
	if m == NoMove {
		return "none"
	}
	s := m.From().String() + m.To().String()
	if m.IsPromotion() {
		s += string(m.Promotion().Letter() | 0x20)
	}
	return s
}
