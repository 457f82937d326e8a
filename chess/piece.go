package chess

import "strings"

// Color is a side: White or Black.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other is the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String is the side's name, "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// PieceType is a kind of man without its colour.
type PieceType uint8

// The kinds of men, in the order of their letters in PNBRQK.
const (
	Pawn PieceType = iota
	Knight
	Bishop
	Rook
	Queen
	King
	NoPieceType PieceType = 7
)

// Letter is the capital letter of the kind: one of PNBRQK.
func (t PieceType) Letter() byte { return "PNBRQK??"[t&7] }

// Piece is a man with its colour, Color<<3 | PieceType.
type Piece uint8

// The men of both sides. NoPiece stands on an empty square.
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

// Pieces lists the twelve men in the order PNBRQKpnbrqk.
var Pieces = [12]Piece{
	WhitePawn, WhiteKnight, WhiteBishop, WhiteRook, WhiteQueen, WhiteKing,
	BlackPawn, BlackKnight, BlackBishop, BlackRook, BlackQueen, BlackKing,
}

// PieceOf is the man of a side and a kind.
func PieceOf(c Color, t PieceType) Piece { return Piece(c)<<3 | Piece(t) }

// Color is the man's side; it means nothing for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3 & 1) }

// Type is the man's kind, NoPieceType for NoPiece.
func (p Piece) Type() PieceType { return PieceType(p & 7) }

const pieceLetters = "PNBRQK  pnbrqk"

// Letter is the man's letter in a FEN: a capital for White.
func (p Piece) Letter() byte {
	if int(p) >= len(pieceLetters) {
		return ' '
	}
	return pieceLetters[p]
}

// ParsePiece reads a FEN letter; ok is false for anything else.
func ParsePiece(letter byte) (p Piece, ok bool) {
	i := strings.IndexByte(pieceLetters, letter)
	if i < 0 || letter == ' ' {
		return NoPiece, false
	}
	return Piece(i), true
}

// CastlingRights is a set of the four rights to castle.
type CastlingRights uint8

// The rights. "Kingside" is the right to end with the king on the g-file, from
// wherever king and rook started.
const (
	WhiteKingside CastlingRights = 1 << iota
	WhiteQueenside
	BlackKingside
	BlackQueenside

	NoCastling  CastlingRights = 0
	AllCastling                = WhiteKingside | WhiteQueenside | BlackKingside | BlackQueenside
)

// RightsOf is both rights of a side.
func RightsOf(c Color) CastlingRights { return (WhiteKingside | WhiteQueenside) << (2 * c) }
