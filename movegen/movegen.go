// Package movegen generates and counts legal moves.
//
// Generation is legal from the start: what gives check and what is pinned are
// masks that the position carries, and no move is made to find out. White and
// Black have code of their own, of which Black's is made from White's.
package movegen

//go:generate go run twin.go

import (
	"math/bits"

	"xorro/chess"
	"xorro/position"
)

// List is a caller's list of moves; the zero List is empty.
type List struct {
	Moves [chess.MaxMoves]chess.Move
	N     int // how many of Moves are filled
}

// Slice returns the filled part of the list.
func (l *List) Slice() []chess.Move { return l.Moves[:l.N] }

// All appends every legal move to the list. In check these are the evasions.
func All(p *position.Position, l *List) { generate(p, l, noisy|quiet) }

// Noisy appends the legal captures, en passant included, and promotions.
func Noisy(p *position.Position, l *List) { generate(p, l, noisy) }

// Quiet appends the legal moves that Noisy leaves out.
func Quiet(p *position.Position, l *List) { generate(p, l, quiet) }

// wanted is the set of kinds of moves to generate.
type wanted uint8

const (
	noisy wanted = 1 << iota
	quiet
)

func generate(p *position.Position, l *List, w wanted) {
	if p.SideToMove() == chess.White {
		l.N = listWhite(p, &l.Moves, l.N, w)
	} else {
		l.N = listBlack(p, &l.Moves, l.N, w)
	}
}

// HasLegal reports whether the side to move has a legal move.
func HasLegal(p *position.Position) bool { return Count(p) != 0 }

// IsDraw reports whether the game is drawn at a distance of ply from the root of a
// search: by repetition, by material, or by fifty moves unless the last of them
// mates. For a game that is played ply is 0. Stalemate is left to the caller.
func IsDraw(p *position.Position, ply int) bool {
	return p.IsDraw(ply) || p.Rule50() >= 100 && HasLegal(p)
}

// Count returns the number of legal moves; it is faster than making a list.
func Count(p *position.Position) int {
	if p.SideToMove() == chess.White {
		return countWhite(p)
	}
	return countBlack(p)
}

// add writes moves from one square to each target behind the first n of a list,
// and returns their number.
func add(moves *[chess.MaxMoves]chess.Move, n int, from chess.Square, targets chess.Bitboard, kind chess.MoveKind) int {
	base := uint32(chess.NewMove(from, 0, kind))
	for ; targets != 0; targets &= targets - 1 {
		moves[n&(chess.MaxMoves-1)] = chess.Move(base | uint32(bits.TrailingZeros64(uint64(targets)))<<6)
		n++
	}
	return n
}

// addPawns does so for pawns that each came to a target over the same distance.
func addPawns(moves *[chess.MaxMoves]chess.Move, n int, targets chess.Bitboard, distance int32, kind chess.MoveKind) int {
	base := int32(kind)<<12 - distance
	for ; targets != 0; targets &= targets - 1 {
		to := int32(bits.TrailingZeros64(uint64(targets)))
		moves[n&(chess.MaxMoves-1)] = chess.Move(base + to + to<<6)
		n++
	}
	return n
}

// addPromotions does so for pawns that reach the last rank, the queen first.
func addPromotions(moves *[chess.MaxMoves]chess.Move, n int, targets chess.Bitboard, distance int32, capture chess.MoveKind) int {
	for ; targets != 0; targets &= targets - 1 {
		first := targets & -targets
		for kind := chess.PromoteQueen; kind >= chess.PromoteKnight; kind-- {
			n = addPawns(moves, n, first, distance, kind|capture)
		}
	}
	return n
}
