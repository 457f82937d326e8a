package position

import (
	"math/bits"

	"xorro/attacks"
	"xorro/chess"
)

// castling is what a game's start says about castling; no move changes it.
// Arrays by right are indexed by rightIndex.
type castling struct {
	squares  chess.Bitboard           // where kings and rooks with rights started
	lost     [64]chess.CastlingRights // rights lost when a man leaves or comes
	rook     [4]chess.Square          // the rook's start
	empty    [4]chess.Bitboard        // must be empty, king and rook apart
	way      [4]chess.Bitboard        // must not be attacked: the king's way, its target included
	chess960 bool                     // king or rook started elsewhere than in classical chess
}

func rightIndex(right chess.CastlingRights) int {
	return bits.TrailingZeros8(uint8(right)) & 3
}

// add records one right, from the squares of king and rook.
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

// Chess960 says whether a king or a rook with castling rights started elsewhere
// than in classical chess.
func (p *Position) Chess960() bool { return p.castling.chess960 }

// CastlingRook is the start of the rook that one right is about. It means
// nothing for a right that the position never had.
func (p *Position) CastlingRook(right chess.CastlingRights) chess.Square {
	return p.castling.rook[rightIndex(right)]
}

// CastlingWay is the set of squares that must not be attacked for castling by
// one right of the side to move, which is not in check: where the king passes and
// where it arrives. It is empty if castling is out of the question: the right is
// lost, men stand in the way, or the rook shields the king's target (in Chess960).
func (p *Position) CastlingWay(right chess.CastlingRights) chess.Bitboard {
	i := rightIndex(right)
	if p.rights&right == 0 || p.Occupied()&p.castling.empty[i] != 0 || p.pins.Has(p.castling.rook[i]) {
		return 0
	}
	return p.castling.way[i]
}

// CanCastle says whether castling by one right of the side to move is legal.
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
