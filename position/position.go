// Package position is the board: what stands where, whose move it is, how a
// move changes it, and the hashes that follow every change.
//
// A Position is a stack of boards. Make copies the top board to the next slot,
// changes the copy and XORs its hashes; Unmake drops it. The stack is also the
// game's history, in which repetitions are found. It is a ring, so that a game
// may be of any length and no move allocates.
package position

import (
	"unsafe"

	"xorro/attacks"
	"xorro/chess"
	"xorro/zobrist"
)

// StartFEN is the start position of classical chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// board is one position without its past and without the mailbox, which is kept
// once. It fills two cache lines.
type board struct {
	// sets holds the squares of each PieceType, both sides together, and behind
	// them those of each Color.
	sets [8]chess.Bitboard

	hash zobrist.Hash
	// keys are the hashes of parts of the board, as keyOf says.
	keys     [3]uint64
	checkers chess.Bitboard
	// pins are the lines from the own king to a slider with one own man between,
	// the slider included.
	pins chess.Bitboard

	move      chess.Move  // the move that led here
	clocks    uint16      // see plyOnClocks
	captured  chess.Piece // what the move took; NoPiece if nothing
	rights    chess.CastlingRights
	enPassant chess.Square // NoSquare unless an en-passant capture is legal
	side      chess.Color
}

// A board must fill its cache lines, no more and no less.
var _ [0]struct{} = [unsafe.Sizeof(board{}) - 128]struct{}{}

// colorSets is where the sets of the colours begin.
const colorSets = 6

// Indices of board.keys.
const (
	pawnKey = iota
	whiteKey
	blackKey
)

// keyOf tells to which of board.keys a man belongs; NoPiece hashes to nothing.
var keyOf = [16]uint8{
	chess.WhiteKnight: whiteKey, chess.WhiteBishop: whiteKey, chess.WhiteRook: whiteKey, chess.WhiteQueen: whiteKey, chess.WhiteKing: whiteKey,
	chess.BlackKnight: blackKey, chess.BlackBishop: blackKey, chess.BlackRook: blackKey, chess.BlackQueen: blackKey, chess.BlackKing: blackKey,
}

// Position is a position with the moves that led to it. It is not safe for
// concurrent use; Clone one for each goroutine.
type Position struct {
	// stack keeps board number n in slot n % room.
	stack   [room]board
	*board  // the top of the stack
	squares [64]chess.Piece
	top     int // moves made since the FEN

	castling castling
	startPly int // plies from White's first move to the bottom of the stack
}

// room is how many boards are kept, a power of two: what a search over the longest
// history that the clocks can count may need. A Position of that size is aligned to
// a page by the allocator, and no board straddles a cache line.
const room = 512

// plyOnClocks is one ply on both of a board's clocks. The low half is the number
// of plies since the last capture or pawn move, the high half, never more, the
// number of plies since then or since the last null move or the FEN. They stop
// when the low half is full; a game is over long before.
const plyOnClocks = 0x0101

// at is the board after so many moves since the FEN, one of the last that are kept.
func (p *Position) at(n int) *board { return &p.stack[n&(room-1)] }

// SideToMove is the side whose move it is.
func (p *Position) SideToMove() chess.Color { return p.side }

// PieceOn is the man on a square, NoPiece on an empty one.
func (p *Position) PieceOn(s chess.Square) chess.Piece { return p.squares[s&63] }

// Pieces is the set of both sides' men of a kind.
func (p *Position) Pieces(t chess.PieceType) chess.Bitboard { return p.sets[t&7] }

// ByColor is the set of a side's men.
func (p *Position) ByColor(c chess.Color) chess.Bitboard { return p.sets[colorSets+c&1] }

// PiecesOf is the set of a side's men of a kind.
func (p *Position) PiecesOf(c chess.Color, t chess.PieceType) chess.Bitboard {
	return p.sets[t&7] & p.sets[colorSets+c&1]
}

// Occupied is the set of all men.
func (p *Position) Occupied() chess.Bitboard { return p.sets[colorSets] | p.sets[colorSets+1] }

// King is the square of a side's king.
func (p *Position) King(c chess.Color) chess.Square { return p.PiecesOf(c, chess.King).First() }

// Castling is the set of rights that are left.
func (p *Position) Castling() chess.CastlingRights { return p.rights }

// EnPassant is the square that a legal en-passant capture goes to, NoSquare
// where there is none.
func (p *Position) EnPassant() chess.Square { return p.enPassant }

// Rule50 is the number of plies since the last capture or pawn move.
func (p *Position) Rule50() int { return int(uint8(p.clocks)) }

// Ply is the number of moves made since the FEN that the position came from.
func (p *Position) Ply() int { return p.top }

// FullMove is the number of the next move, as in a FEN. It stops at 999,999.
func (p *Position) FullMove() int { return min((p.startPly+p.top)/2+1, maxFullMove) }

// Hash is the position's key and lock.
func (p *Position) Hash() zobrist.Hash { return p.hash }

// PawnKey is the key of both sides' pawns alone.
func (p *Position) PawnKey() uint64 { return p.keys[pawnKey] }

// NonPawnKey is the key of a side's men other than pawns, the king included.
func (p *Position) NonPawnKey(c chess.Color) uint64 { return p.keys[whiteKey+c&1] }

// LastMove is the move that led here, NoMove at the start and after a null move.
func (p *Position) LastMove() chess.Move { return p.move }

// Clone is an independent copy with the history.
func (p *Position) Clone() *Position {
	q := new(Position)
	q.Set(p)
	return q
}

// Set makes the position a copy of another with its history, which costs less
// than a new Clone.
func (p *Position) Set(q *Position) {
	kept := min(q.top+1, room)
	copy(p.stack[:kept], q.stack[:kept])
	p.squares, p.top, p.castling, p.startPly = q.squares, q.top, q.castling, q.startPly
	p.board = p.at(p.top)
}

// Checkers is the set of men that give check to the side to move.
func (p *Position) Checkers() chess.Bitboard { return p.checkers }

// InCheck says whether the side to move is in check.
func (p *Position) InCheck() bool { return p.checkers != 0 }

// Pinned is the set of the side to move's men that are pinned to their king.
func (p *Position) Pinned() chess.Bitboard { return p.pins & p.ByColor(p.side) }

// Pins is the set of lines from the side to move's king to each slider that pins
// a man to it, the slider included and the king not.
func (p *Position) Pins() chess.Bitboard { return p.pins }

// AttackersTo is the set of both sides' men that attack a square over the given
// occupied squares.
func (p *Position) AttackersTo(s chess.Square, occupied chess.Bitboard) chess.Bitboard {
	return attacks.Pawn(chess.Black, s)&p.PiecesOf(chess.White, chess.Pawn) |
		attacks.Pawn(chess.White, s)&p.PiecesOf(chess.Black, chess.Pawn) |
		attacks.Knight(s)&p.sets[chess.Knight] |
		attacks.King(s)&p.sets[chess.King] |
		attacks.Bishop(s, occupied)&p.diagonal() |
		attacks.Rook(s, occupied)&p.orthogonal()
}

// diagonal is the set of both sides' bishops and queens.
func (b *board) diagonal() chess.Bitboard { return b.sets[chess.Bishop] | b.sets[chess.Queen] }

// orthogonal is the set of both sides' rooks and queens.
func (b *board) orthogonal() chess.Bitboard { return b.sets[chess.Rook] | b.sets[chess.Queen] }

// isAttacked says whether a side attacks a square over the occupied squares.
func (p *Position) isAttacked(s chess.Square, by chess.Color, occupied chess.Bitboard) bool {
	return p.AttackersTo(s, occupied)&p.ByColor(by) != 0
}

// checksOn works out what gives check to a side, and the lines on which its men
// are pinned (see board.pins). Sliders that would reach the king over the enemy's
// men alone give check where no own man stands between, and pin where one does.
func (b *board) checksOn(c chess.Color) (checkers, pins chess.Bitboard) {
	own, them := b.sets[colorSets+c&1], b.sets[colorSets+c&1^1]
	king := (b.sets[chess.King] & own).First()
	checkers = (attacks.Knight(king)&b.sets[chess.Knight] | attacks.Pawn(c, king)&b.sets[chess.Pawn]) & them
	snipers := (attacks.Bishop(king, them)&b.diagonal() | attacks.Rook(king, them)&b.orthogonal()) & them
	for ; snipers != 0; snipers &= snipers - 1 {
		sniper := snipers.First()
		line := attacks.Between(king, sniper)
		if men := line & own; men == 0 {
			checkers |= sniper.Bitboard()
		} else if !men.Many() {
			pins |= line | sniper.Bitboard()
		}
	}
	return checkers, pins
}
