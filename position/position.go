// Package position implements the board: its pieces, its moves, and the hashes that follow
// every move.
//
// A Position is a stack of boards. Make copies the top board to the next slot and changes
// the copy; Unmake drops the copy. The stack is also the history of the game, in which
// repetitions are found. It is a ring, so a game may have any length and no move
// allocates.
package position

import (
	"unsafe"

	"xorro/attacks"
	"xorro/chess"
	"xorro/zobrist"
)

// StartFEN is the FEN of the start position of classical chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// board is a position without its history and without the mailbox, of which a Position has
// only one. It fills two cache lines.
type board struct {
	// sets holds the squares of each PieceType, of both sides together, and then, from
	// colorSets on, those of each Color.
	sets [8]chess.Bitboard

	hash zobrist.Hash
	// keys are hashes of parts of the board; see keyOf.
	keys     [3]uint64
	checkers chess.Bitboard
	// pins are the squares from the side to move's king to each sliding piece that pins
	// a piece to it. The sliding piece is included, the king is not.
	pins chess.Bitboard

	move      chess.Move  // the last move
	clocks    uint16      // see plyOnClocks
	captured  chess.Piece // the piece that the move captured, or NoPiece
	rights    chess.CastlingRights
	enPassant chess.Square // NoSquare unless an en-passant capture is legal
	side      chess.Color
}

// A board must fill exactly two cache lines.
var _ [0]struct{} = [unsafe.Sizeof(board{}) - 128]struct{}{}

// colorSets is the index in board.sets of the first set by Color.
const colorSets = 6

// Indices of board.keys.
const (
	pawnKey = iota
	whiteKey
	blackKey
)

// keyOf is the index in board.keys to which a piece belongs. NoPiece may have any, because
// its number is zero.
var keyOf = [16]uint8{
	chess.WhiteKnight: whiteKey, chess.WhiteBishop: whiteKey, chess.WhiteRook: whiteKey, chess.WhiteQueen: whiteKey, chess.WhiteKing: whiteKey,
	chess.BlackKnight: blackKey, chess.BlackBishop: blackKey, chess.BlackRook: blackKey, chess.BlackQueen: blackKey, chess.BlackKing: blackKey,
}

// Position is a position with the moves that led to it. It is not safe for concurrent use;
// each goroutine needs a Clone.
type Position struct {
	// stack has board number n in slot n % room.
	stack   [room]board
	*board  // the top of the stack
	squares [64]chess.Piece
	top     int // moves made since the FEN

	castling castling
	startPly int            // plies from White's first move to the bottom of the stack
	attacks  [2]attackCache // [color]
}

// room is the number of boards of a Position, a power of two. It is enough for the longest
// history that the clocks can count and the deepest search. The allocator aligns a
// Position of this size to a page, so no board straddles a cache line.
const room = 512

// plyOnClocks adds one ply to both clocks of a board. The low byte counts plies since the
// last capture or pawn move. The high byte counts plies since the last capture, pawn move
// or null move, or since the start position if that is less; earlier positions cannot be
// repeated. Both clocks stop when the low byte is full. A game ends long before.
const plyOnClocks = 0x0101

// at returns the board after the first n moves. It must be one of the last room boards.
func (p *Position) at(n int) *board { return &p.stack[n&(room-1)] }

// SideToMove returns the side to move.
func (p *Position) SideToMove() chess.Color { return p.side }

// PieceOn returns the piece on a square, or NoPiece if the square is empty.
func (p *Position) PieceOn(s chess.Square) chess.Piece { return p.squares[s&63] }

// Pieces returns the squares of both sides' pieces of a type.
func (p *Position) Pieces(t chess.PieceType) chess.Bitboard { return p.sets[t&7] }

// ByColor returns the squares of a side's pieces.
func (p *Position) ByColor(c chess.Color) chess.Bitboard { return p.sets[colorSets+c&1] }

// PiecesOf returns the squares of a side's pieces of a type.
func (p *Position) PiecesOf(c chess.Color, t chess.PieceType) chess.Bitboard {
	return p.sets[t&7] & p.sets[colorSets+c&1]
}

// Occupied returns the squares of all pieces.
func (p *Position) Occupied() chess.Bitboard { return p.sets[colorSets] | p.sets[colorSets+1] }

// King returns the square of a side's king.
func (p *Position) King(c chess.Color) chess.Square { return p.PiecesOf(c, chess.King).First() }

// Castling returns the castling rights that are left.
func (p *Position) Castling() chess.CastlingRights { return p.rights }

// EnPassant returns the target of a legal en-passant capture, or NoSquare if there is
// none.
func (p *Position) EnPassant() chess.Square { return p.enPassant }

// Rule50 returns the number of plies since the last capture or pawn move.
func (p *Position) Rule50() int { return int(uint8(p.clocks)) }

// Ply returns the number of moves made since the position was set up.
func (p *Position) Ply() int { return p.top }

// FullMove returns the number of the next move, as in a FEN. It stops at 999,999.
func (p *Position) FullMove() int { return min((p.startPly+p.top)/2+1, maxFullMove) }

// Hash returns the position's key and lock.
func (p *Position) Hash() zobrist.Hash { return p.hash }

// PawnKey returns the key of the pawns of both sides.
func (p *Position) PawnKey() uint64 { return p.keys[pawnKey] }

// NonPawnKey returns the key of a side's pieces other than pawns, the king included.
func (p *Position) NonPawnKey(c chess.Color) uint64 { return p.keys[whiteKey+c&1] }

// LastMove returns the last move, or NoMove at the start and after a null move.
func (p *Position) LastMove() chess.Move { return p.move }

// Clone returns an independent copy, with the history.
func (p *Position) Clone() *Position {
	q := new(Position)
	q.Set(p)
	return q
}

// Set makes p a copy of q, with the history. It costs less than a Clone.
func (p *Position) Set(q *Position) {
	kept := min(q.top+1, room)
	copy(p.stack[:kept], q.stack[:kept])
	p.squares, p.top, p.castling, p.startPly = q.squares, q.top, q.castling, q.startPly
	p.board = p.at(p.top)
}

// Checkers returns the squares of the pieces that give check to the side to move.
func (p *Position) Checkers() chess.Bitboard { return p.checkers }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.checkers != 0 }

// Pins returns the squares from the side to move's king to each sliding piece that pins a
// piece to it. The sliding piece is included, the king is not.
func (p *Position) Pins() chess.Bitboard { return p.pins }

// AttackersTo returns the squares of both sides' pieces that attack a square, given the
// occupied squares.
func (p *Position) AttackersTo(s chess.Square, occupied chess.Bitboard) chess.Bitboard {
	return attacks.Pawn(chess.Black, s)&p.PiecesOf(chess.White, chess.Pawn) |
		attacks.Pawn(chess.White, s)&p.PiecesOf(chess.Black, chess.Pawn) |
		attacks.Knight(s)&p.sets[chess.Knight] |
		attacks.King(s)&p.sets[chess.King] |
		attacks.Bishop(s, occupied)&p.diagonal() |
		attacks.Rook(s, occupied)&p.orthogonal()
}

// diagonal returns the squares of both sides' bishops and queens.
func (b *board) diagonal() chess.Bitboard { return b.sets[chess.Bishop] | b.sets[chess.Queen] }

// orthogonal returns the squares of both sides' rooks and queens.
func (b *board) orthogonal() chess.Bitboard { return b.sets[chess.Rook] | b.sets[chess.Queen] }

// isAttacked reports whether a side attacks a square, given the occupied squares.
func (p *Position) isAttacked(s chess.Square, by chess.Color, occupied chess.Bitboard) bool {
	return p.AttackersTo(s, occupied)&p.ByColor(by) != 0
}

// checksOn returns the pieces that give check to a side, and the squares of board.pins. A
// sliding piece that would reach the king on an empty board gives check if no piece stands
// between, and pins if exactly one does and it is the side's own.
func (b *board) checksOn(c chess.Color) (checkers, pins chess.Bitboard) {
	own, them := b.sets[colorSets+c&1], b.sets[colorSets+c&1^1]
	king := (b.sets[chess.King] & own).First()
	checkers = (attacks.Knight(king)&b.sets[chess.Knight] | attacks.Pawn(c, king)&b.sets[chess.Pawn]) & them
	snipers := (attacks.BishopRays(king)&b.diagonal() | attacks.RookRays(king)&b.orthogonal()) & them
	for ; snipers != 0; snipers &= snipers - 1 {
		sniper := snipers.First()
		line := attacks.Between(king, sniper)
		switch blockers := line & (own | them); {
		case blockers == 0:
			checkers |= sniper.Bitboard()
		case blockers&them == 0 && !blockers.Many():
			pins |= line | sniper.Bitboard()
		}
	}
	return checkers, pins
}
