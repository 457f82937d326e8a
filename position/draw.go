package position

import (
	"xorro/attacks"
	"xorro/chess"
	"xorro/zobrist"
)

// IsDraw says whether the position is drawn at the given distance in plies from
// the root of a search: by repetition, by material, or by fifty moves. With the
// side to move in check the fifty moves are left to the caller, since a mate
// counts before them.
func (p *Position) IsDraw(ply int) bool {
	return p.Rule50() >= 100 && p.checkers == 0 || p.IsInsufficientMaterial() || p.IsRepetition(ply)
}

// IsRepetition says whether the position stood on the board before: once since
// the root of the search, ply plies ago, or twice in all.
func (p *Position) IsRepetition(ply int) bool {
	seen := false
	for i := 4; i <= p.lookBack(); i += 2 {
		if p.at(p.top-i).hash == p.hash {
			if seen || i < ply {
				return true
			}
			seen = true
		}
	}
	return false
}

// lookBack is how many plies ago the position may have stood on the board.
func (p *Position) lookBack() int { return min(int(p.clocks>>8), p.top) }

// IsInsufficientMaterial says whether nobody can mate any more, however badly
// the other side plays: bare kings, one minor piece, or bishops that all move on
// squares of one colour.
func (p *Position) IsInsufficientMaterial() bool {
	if p.sets[chess.Pawn]|p.sets[chess.Rook]|p.sets[chess.Queen] != 0 {
		return false
	}
	knights, bishops := p.sets[chess.Knight], p.sets[chess.Bishop]
	if !(knights | bishops).Many() {
		return true
	}
	return knights == 0 && (bishops&chess.LightSquares == 0 || bishops&^chess.LightSquares == 0)
}

// cycles finds the reversible move between two positions from the difference of
// their hashes: a cuckoo hash table of every piece's every move on an empty
// board (M. N. J. van Kervinck, "The Design and Implementation of the Rookie 2.0
// Chess Playing Program", 2002). A move and its way back are one entry.
var cycles struct {
	keys  [cycleSlots]uint64
	moves [cycleSlots]cycle
}

// cycle is one man's move between two squares in either direction.
type cycle struct {
	piece chess.Piece
	a, b  chess.Square
}

const cycleSlots = 8192

// cycleSlot1 and cycleSlot2 are the two slots that a key may lie in.
func cycleSlot1(key uint64) uint64 { return key % cycleSlots }
func cycleSlot2(key uint64) uint64 { return key >> 16 % cycleSlots }

// hash is what the move changes in a position's hash.
func (c cycle) hash() zobrist.Hash {
	return zobrist.Piece(c.piece, c.a).Xor(zobrist.Piece(c.piece, c.b)).Xor(zobrist.Side())
}

func init() {
	for _, piece := range chess.Pieces {
		if piece.Type() == chess.Pawn {
			continue
		}
		for a := chess.A1; a <= chess.H8; a++ {
			for targets := attacks.Of(piece.Type(), a, 0) &^ (a.Bitboard()<<1 - 1); targets != 0; targets &= targets - 1 {
				insertCycle(cycle{piece, a, targets.First()})
			}
		}
	}
}

// insertCycle puts a move in one of its slots; what it drives out goes to its
// own other slot, and so on.
func insertCycle(c cycle) {
	key := c.hash().Key
	slot := cycleSlot1(key)
	for key != 0 {
		cycles.keys[slot], key = key, cycles.keys[slot]
		cycles.moves[slot], c = c, cycles.moves[slot]
		slot ^= cycleSlot1(key) ^ cycleSlot2(key)
	}
}

// HasUpcomingRepetition says whether the side to move can reach a position that
// stood on the board before with one move, and that would count as a draw at
// this distance in plies from the root: one since the root, or an earlier one
// that had been repeated already.
func (p *Position) HasUpcomingRepetition(ply int) bool {
	for i := 3; i <= p.lookBack(); i += 2 {
		earlier := p.at(p.top - i)
		change := p.hash.Xor(earlier.hash)
		slot := cycleSlot1(change.Key)
		if cycles.keys[slot] != change.Key {
			if slot = cycleSlot2(change.Key); cycles.keys[slot] != change.Key {
				continue
			}
		}
		c := cycles.moves[slot]
		if change.Lock != c.hash().Lock || attacks.Between(c.a, c.b)&p.Occupied() != 0 {
			continue
		}
		if i < ply {
			return true
		}
		// Before the root it takes a move of ours, and a position that would then
		// stand on the board for the third time.
		if c.piece.Color() == p.side && p.stoodBefore(p.top-i) {
			return true
		}
	}
	return false
}

// stoodBefore says whether a position of the stack is itself a repetition.
func (p *Position) stoodBefore(index int) bool {
	b := p.at(index)
	for i := 4; i <= min(int(b.clocks>>8), index); i += 2 {
		if p.at(index-i).hash == b.hash {
			return true
		}
	}
	return false
}

// HasRepeated says whether any position since the last capture or pawn move has
// stood on the board twice.
func (p *Position) HasRepeated() bool {
	for i := p.top; i >= p.top-p.lookBack(); i-- {
		if p.stoodBefore(i) {
			return true
		}
	}
	return false
}
