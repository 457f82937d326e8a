package attacks

import "xorro/chess"

// Reach holds the squares that the sliding pieces of a side attack.
type Reach struct {
	Bishops, Rooks, Queens chess.Bitboard // by the pieces of a kind
	// Diagonal and Straight are what the king would attack if it were a bishop or a rook.
	Diagonal, Straight chess.Bitboard
	All                chess.Bitboard // by any bishop, rook or queen
	Twice              chess.Bitboard // by at least two of them
}

// findGo sets r to what the given pieces attack, given the occupied squares, which include
// theirs. King is one square.
func (r *Reach) findGo(occupied, bishops, rooks, queens, king chess.Bitboard) {
	r.All, r.Twice = 0, 0
	r.Bishops = r.add(bishops, occupied, Bishop)
	r.Rooks = r.add(rooks, occupied, Rook)
	r.Queens = r.add(queens, occupied, Queen)
	square := king.First()
	r.Diagonal, r.Straight = Bishop(square, occupied), Rook(square, occupied)
}

// add adds pieces of a kind to All and Twice and returns what they attack.
func (r *Reach) add(pieces, occupied chess.Bitboard, attack func(chess.Square, chess.Bitboard) chess.Bitboard) (union chess.Bitboard) {
	for ; pieces != 0; pieces &= pieces - 1 {
		a := attack(pieces.First(), occupied)
		r.Twice |= r.All & a
		r.All |= a
		union |= a
	}
	return union
}
