package position

import (
	"xorro/attacks"
	"xorro/chess"
	"xorro/zobrist"
)

// IsDraw reports whether the position is a draw by repetition, by insufficient material,
// or by the fifty-move rule, at the given distance in plies from the root of a search. If
// the side to move is in check, the fifty-move rule is left to the caller, because a mate
// takes precedence over it.
func (p *Position) IsDraw(ply int) bool {
	return p.Rule50() >= 100 && p.checkers == 0 || p.IsInsufficientMaterial() || p.IsRepetition(ply)
}

// IsRepetition reports whether the position occurred once since the root of the search,
// which is ply plies ago, or twice in the game before.
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

// lookBack returns the greatest number of plies ago at which the position can have occurred.
func (p *Position) lookBack() int { return min(int(p.clocks>>8), p.top) }

// IsInsufficientMaterial reports whether neither side can give mate, even if the other
// side helps: there are bare kings, one minor piece, or only bishops on squares of one
// color.
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

// cycles is a cuckoo hash table of all moves of all pieces on an empty board, by their
// change of the hash. With it the reversible move between two positions is found from the
// XOR of their hashes (M. N. J. van Kervinck, "The Design and Implementation of the
// Rookie 2.0 Chess Playing Program", 2002). A move and the move back are one entry.
var cycles struct {
	keys  [cycleSlots]uint64
	moves [cycleSlots]cycle
}

// cycle is a move of a piece between two squares, in either direction.
type cycle struct {
	piece chess.Piece
	a, b  chess.Square
}

const cycleSlots = 8192

// cycleSlot1 and cycleSlot2 return the two slots in which a key may be stored.
func cycleSlot1(key uint64) uint64 { return key % cycleSlots }
func cycleSlot2(key uint64) uint64 { return key >> 16 % cycleSlots }

// hash returns the change of a position's hash by the move.
func (c cycle) hash() zobrist.Hash {
	return zobrist.Piece(c.piece, c.a).Xor(zobrist.Piece(c.piece, c.b)).Xor(zobrist.Side())
}

func init() {
	for _, piece := range chess.Pieces() {
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

// insertCycle stores a move in one of its slots. The entry that was there moves to its
// other slot, and so on.
func insertCycle(c cycle) {
	key := c.hash().Key
	slot := cycleSlot1(key)
	for key != 0 {
		cycles.keys[slot], key = key, cycles.keys[slot]
		cycles.moves[slot], c = c, cycles.moves[slot]
		slot ^= cycleSlot1(key) ^ cycleSlot2(key)
	}
}

// HasUpcomingRepetition reports whether the side to move can repeat a position with one
// move, so that it counts as a draw in a search whose root is ply plies ago: a position
// since the root, or a position before the root that has already been repeated.
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
		// Before the root, the move must be one of the side to move, and the position
		// must have occurred twice.
		if c.piece.Color() == p.side && p.stoodBefore(p.top-i) {
			return true
		}
	}
	return false
}

// stoodBefore reports whether the position at an index of the stack is a repetition.
func (p *Position) stoodBefore(index int) bool {
	b := p.at(index)
	for i := 4; i <= min(int(b.clocks>>8), index); i += 2 {
		if p.at(index-i).hash == b.hash {
			return true
		}
	}
	return false
}

// HasRepeated reports whether any position since the last capture or pawn move has
// occurred twice.
func (p *Position) HasRepeated() bool {
	for i := p.top; i >= p.top-p.lookBack(); i-- {
		if p.stoodBefore(i) {
			return true
		}
	}
	return false
}
