//go:build !amd64

package attacks

import "xorro/chess"

// Find sets r to what the given pieces attack, given the occupied squares, which include
// theirs. King is one square.
func (r *Reach) Find(occupied, bishops, rooks, queens, king chess.Bitboard) {
	r.findGo(occupied, bishops, rooks, queens, king)
}
