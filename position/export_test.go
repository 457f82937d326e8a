package position

import (
	"slices"
	"unsafe"

	"xorro/chess"
	"xorro/zobrist"
)

// Snapshot is a copy of everything that belongs to a Position: the stack up to the top, the
// mailbox, and the rest. The slots above the top do not matter.
type Snapshot struct {
	boards  []board
	squares [64]chess.Piece
	top     int
	rest    castling
}

// Snap returns a snapshot of the position.
func (p *Position) Snap() Snapshot {
	if p.board != p.at(p.top) {
		panic("the board is not the top of the stack")
	}
	return Snapshot{slices.Clone(p.stack[:p.top+1]), p.squares, p.top, p.castling}
}

// Equal reports whether two snapshots have the same bytes.
func (s Snapshot) Equal(o Snapshot) bool {
	return slices.Equal(s.boards, o.boards) && s.squares == o.squares && s.top == o.top && s.rest == o.rest
}

// Spoil makes the part of the position with the given name wrong.
func (p *Position) Spoil(what string) {
	switch what {
	case "key":
		p.hash.Key ^= 1
	case "lock":
		p.hash.Lock ^= 1
	case "pawn key":
		p.keys[pawnKey] ^= 1
	case "white key":
		p.keys[whiteKey] ^= 1
	case "mailbox":
		p.squares[20], p.squares[21] = p.squares[21], p.squares[20]
	case "set":
		p.sets[0] ^= 1 << 28
	case "colour":
		p.sets[colorSets] ^= 1 << 30
	case "rights":
		p.rights ^= 1
	case "en passant":
		p.enPassant = 40
	case "checkers":
		p.checkers ^= 1
	case "pins":
		p.pins ^= 1
	case "side":
		p.side ^= 1
	default:
		panic(what)
	}
}

// CycleCount returns the number of moves in the cuckoo table.
func CycleCount() (n int) {
	for i, key := range cycles.keys {
		if key != 0 {
			n++
			if c := cycles.moves[i]; c.hash().Key != key {
				return -1
			}
		}
	}
	return n
}

// EmptyHash returns the hash of an empty board with White to move and no castling rights.
func EmptyHash() zobrist.Hash {
	p := &Position{squares: EmptySetup().Squares}
	p.board = p.at(0)
	p.enPassant = chess.NoSquare
	return p.hashFromScratch()
}

// StackAddress returns the address of the first board.
func (p *Position) StackAddress() uintptr { return uintptr(unsafe.Pointer(&p.stack[0])) }

// HashFromScratch is hashFromScratch for tests.
func (p *Position) HashFromScratch() zobrist.Hash { return p.hashFromScratch() }

// Pinned returns the pieces of the side to move that are pinned to their king.
func (p *Position) Pinned() chess.Bitboard { return p.pins & p.ByColor(p.side) }
