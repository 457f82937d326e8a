package position

import (
	"math/bits"

	"xorro/attacks"
	"xorro/chess"
)

// castling describes castling in a game. It is set with the start position and does not
// change. Arrays of four are indexed by rightIndex.
type castling struct {
	squares  chess.Bitboard           // of kings and rooks with rights at the start
	lost     [64]chess.CastlingRights // rights lost when a piece leaves or enters
	rook     [4]chess.Square          // start square of the rook
	empty    [4]chess.Bitboard        // must be empty, except for king and rook
	way      [4]chess.Bitboard        // must not be attacked: the king's path with its target
	chess960 bool                     // a king or rook started elsewhere than in classical chess
}

func rightIndex(right chess.CastlingRights) int {
	return bits.TrailingZeros8(uint8(right)) & 3
}

// add adds a right, given the squares of king and rook.
func (c *castling) add(right chess.CastlingRights, king, rook chess.Square) {
	m := chess.NewMove(king, rook, chess.Castle)
	ends := king.Bitboard() | rook.Bitboard()
	kingWay := attacks.Between(king, m.KingTo()) | m.KingTo().Bitboard()
	rookWay := attacks.Between(rook, m.RookTo()) | m.RookTo().Bitboard()
	i := rightIndex(right)
	c.rook[i] = rook
	c.empty[i] = (kingWay | rookWay) &^ ends
	c.way[i] = kingWay
	c.squares |= ends
	c.lost[king] |= right
	c.lost[rook] |= right
	classicalRook := chess.SquareAt(chess.FileH, king.Rank())
	if right&(chess.WhiteQueenside|chess.BlackQueenside) != 0 {
		classicalRook = chess.SquareAt(chess.FileA, king.Rank())
	}
	if king.File() != chess.FileE || rook != classicalRook {
		c.chess960 = true
	}
}

// Chess960 reports whether a king or a rook with castling rights started on another square
// than in classical chess.
func (p *Position) Chess960() bool { return p.castling.chess960 }

// CastlingRook returns the square of the rook that castles by the given right. The game
// must have begun with this right.
func (p *Position) CastlingRook(right chess.CastlingRights) chess.Square {
	return p.castling.rook[rightIndex(right)]
}

// CastlingWay returns the squares that must not be attacked if the side to move, which
// must not be in check, castles by the given right: those that the king passes, and its
// target. The set is empty if castling is not possible because the right is lost, because
// pieces stand in the way, or because the rook is pinned to the king, as may happen in
// Chess960.
func (p *Position) CastlingWay(right chess.CastlingRights) chess.Bitboard {
	i := rightIndex(right)
	if p.rights&right == 0 || p.Occupied()&p.castling.empty[i] != 0 || p.pins.Has(p.castling.rook[i]) {
		return 0
	}
	return p.castling.way[i]
}

// CanCastle reports whether castling by the given right of the side to move is legal.
func (p *Position) CanCastle(right chess.CastlingRights) bool {
	way := p.CastlingWay(right)
	if p.checkers != 0 || way == 0 {
		return false
	}
	for ; way != 0; way &= way - 1 {
		if p.isAttacked(way.First(), p.side.Other(), p.Occupied()) {
			return false
		}
	}
	return true
}
