package chess

// Move is a move in 16 bits: the origin in bits 0 to 5, the target in bits 6 to 11,
// the MoveKind in bits 12 to 15. A castling move goes from the king's square to the
// rook's square, so Chess960 needs nothing else. The zero Move is NoMove.
type Move uint16

// NoMove stands for the absence of a move, and for a null move in a record of moves.
const NoMove Move = 0

// MoveKind says what a move does besides going from one square to another. Bit 2 is
// set for every capture, and bit 3 for every promotion. The two low bits of a
// promotion count from knight to queen.
type MoveKind uint8

// The kinds of moves. The values 3, 6 and 7 are not used.
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

	// CaptureBit is added to a promotion that captures.
	CaptureBit MoveKind = 4
)

// NewMove returns the move of the given kind between two squares.
func NewMove(from, to Square, kind MoveKind) Move {
	return Move(from) | Move(to)<<6 | Move(kind)<<12
}

// From returns the square that the piece leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square that the piece goes to. For castling it is the rook's square.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Kind returns the move's kind.
func (m Move) Kind() MoveKind { return MoveKind(m >> 12) }

// IsCapture reports whether the move captures a piece, en passant included.
func (m Move) IsCapture() bool { return m&(1<<14) != 0 }

// IsPromotion reports whether the move promotes a pawn.
func (m Move) IsPromotion() bool { return m&(1<<15) != 0 }

// IsQuiet reports whether the move neither captures nor promotes.
func (m Move) IsQuiet() bool { return m < 1<<14 }

// IsCastle reports whether the move castles.
func (m Move) IsCastle() bool { return m.Kind() == Castle }

// IsSpecial reports whether the move is castling, an en-passant capture or a promotion.
// All other moves take a piece from one square to another, where it may capture.
func (m Move) IsSpecial() bool { return 1<<m.Kind()&0xff24 != 0 }

// Promotion returns the type that the pawn is promoted to. The move must be a promotion.
func (m Move) Promotion() PieceType { return Knight + PieceType(m>>12&3) }

// KingTo returns the square of the king after castling. The move must be castling.
func (m Move) KingTo() Square {
	if m.From() < m.To() {
		return m.From()&56 | G1
	}
	return m.From()&56 | C1
}

// RookTo returns the square of the rook after castling. The move must be castling.
func (m Move) RookTo() Square {
	if m.From() < m.To() {
		return m.From()&56 | F1
	}
	return m.From()&56 | D1
}

// String returns the squares of the move and the piece that a pawn is promoted to, as in
// "e7e8q". Castling is written as king takes rook; package uci has other spellings.
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
