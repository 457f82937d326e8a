// Package movegen generates and counts legal moves.
//
// Only legal moves are generated. The position has the checkers and the pins as masks, so
// no move is made to find out whether it is legal. White and Black have separate code.
// The code for Black is generated from that for White.
package movegen

//go:generate go run twin.go

import (
	"math/bits"

	"xorro/chess"
	"xorro/position"
)

// List is a list of moves. The zero List is empty.
type List struct {
	Moves [chess.MaxMoves]chess.Move
	N     int // how many of Moves are filled
}

// Slice returns the filled part of the list.
func (l *List) Slice() []chess.Move { return l.Moves[:l.N] }

// All appends all legal moves to the list.
func All(p *position.Position, l *List) { generate(p, l, noisy|quiet) }

// Noisy appends all legal captures and promotions to the list.
func Noisy(p *position.Position, l *List) { generate(p, l, noisy) }

// Quiet appends all legal moves that are neither captures nor promotions to the list.
func Quiet(p *position.Position, l *List) { generate(p, l, quiet) }

// wanted is a set of kinds of moves to generate.
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

// IsDraw reports whether the position is a draw by repetition, by insufficient material, or
// by the fifty-move rule unless the last move gave mate, at a distance of ply plies from
// the root of a search. In a game ply is 0. Stalemate is left to the caller.
func IsDraw(p *position.Position, ply int) bool {
	return p.IsDraw(ply) || p.Rule50() >= 100 && HasLegal(p)
}

// Count returns the number of legal moves. It is faster than making a list.
func Count(p *position.Position) int {
	if p.SideToMove() == chess.White {
		return countWhite(p)
	}
	return countBlack(p)
}

// add writes a move from one square to each target to a list that has n moves. It returns
// the new number of moves.
func add(moves *[chess.MaxMoves]chess.Move, n int, from chess.Square, targets chess.Bitboard, kind chess.MoveKind) int {
	base := uint32(chess.NewMove(from, 0, kind))
	for ; targets != 0; targets &= targets - 1 {
		moves[n&(chess.MaxMoves-1)] = chess.Move(base | uint32(bits.TrailingZeros64(uint64(targets)))<<6)
		n++
	}
	return n
}

// addPawns does the same for pawns that reach the targets over the same distance.
func addPawns(moves *[chess.MaxMoves]chess.Move, n int, targets chess.Bitboard, distance int32, kind chess.MoveKind) int {
	base := int32(kind)<<12 - distance
	for ; targets != 0; targets &= targets - 1 {
		to := int32(bits.TrailingZeros64(uint64(targets)))
		moves[n&(chess.MaxMoves-1)] = chess.Move(base + to + to<<6)
		n++
	}
	return n
}

// addPromotions does the same for pawns that reach the last rank. The queen comes first.
func addPromotions(moves *[chess.MaxMoves]chess.Move, n int, targets chess.Bitboard, distance int32, capture chess.MoveKind) int {
	for ; targets != 0; targets &= targets - 1 {
		first := targets & -targets
		for kind := chess.PromoteQueen; kind >= chess.PromoteKnight; kind-- {
			n = addPawns(moves, n, first, distance, kind|capture)
		}
	}
	return n
}
