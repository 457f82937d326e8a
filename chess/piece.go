package chess

import "strings"

// Color is a side: White or Black.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String returns the side's name, "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// PieceType is a type of piece, without a color.
type PieceType uint8

// The types of pieces.
const (
	Pawn PieceType = iota
	Knight
	Bishop
	Rook
	Queen
	King
	NoPieceType PieceType = 7
)

// Letter returns the capital letter of the type: one of PNBRQK.
func (t PieceType) Letter() byte { return "PNBRQK??"[t&7] }

// Piece is a piece with its color: Color<<3 | PieceType.
type Piece uint8

// The pieces of both sides. NoPiece stands for an empty square.
const (
	WhitePawn   = Piece(White)<<3 | Piece(Pawn)
	WhiteKnight = Piece(White)<<3 | Piece(Knight)
	WhiteBishop = Piece(White)<<3 | Piece(Bishop)
	WhiteRook   = Piece(White)<<3 | Piece(Rook)
	WhiteQueen  = Piece(White)<<3 | Piece(Queen)
	WhiteKing   = Piece(White)<<3 | Piece(King)
	BlackPawn   = Piece(Black)<<3 | Piece(Pawn)
	BlackKnight = Piece(Black)<<3 | Piece(Knight)
	BlackBishop = Piece(Black)<<3 | Piece(Bishop)
	BlackRook   = Piece(Black)<<3 | Piece(Rook)
	BlackQueen  = Piece(Black)<<3 | Piece(Queen)
	BlackKing   = Piece(Black)<<3 | Piece(King)
	NoPiece     = Piece(15)
)

// Pieces returns the twelve pieces in the order PNBRQKpnbrqk.
func Pieces() [12]Piece {
	return [12]Piece{
		WhitePawn, WhiteKnight, WhiteBishop, WhiteRook, WhiteQueen, WhiteKing,
		BlackPawn, BlackKnight, BlackBishop, BlackRook, BlackQueen, BlackKing,
	}
}

// PieceOf returns the piece of the given color and type.
func PieceOf(c Color, t PieceType) Piece { return Piece(c)<<3 | Piece(t) }

// Color returns the piece's color. It has no meaning for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3 & 1) }

// Type returns the piece's type, or NoPieceType for NoPiece.
func (p Piece) Type() PieceType { return PieceType(p & 7) }

const pieceLetters = "PNBRQK  pnbrqk"

// Letter returns the piece's letter in a FEN, a capital for White.
func (p Piece) Letter() byte {
	if int(p) >= len(pieceLetters) {
		return ' '
	}
	return pieceLetters[p]
}

// ParsePiece returns the piece of a FEN letter. For any other byte ok is false.
func ParsePiece(letter byte) (p Piece, ok bool) {
	i := strings.IndexByte(pieceLetters, letter)
	if i < 0 || letter == ' ' {
		return NoPiece, false
	}
	return Piece(i), true
}

// CastlingRights is a set of castling rights.
type CastlingRights uint8

// The castling rights. The king ends on the g-file after castling kingside and on the
// c-file after castling queenside, wherever king and rook started.
const (
	WhiteKingside CastlingRights = 1 << iota
	WhiteQueenside
	BlackKingside
	BlackQueenside

	NoCastling CastlingRights = 0
)

// RightsOf returns both rights of a side.
func RightsOf(c Color) CastlingRights { return (WhiteKingside | WhiteQueenside) << (2 * c) }
