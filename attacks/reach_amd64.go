package attacks

//go:generate go run -C ../internal/asm ./attacks -out ../../attacks/reach_amd64.s -pkg attacks

import (
	"golang.org/x/sys/cpu"

	"xorro/chess"
)

var hasAVX2 = cpu.X86.HasAVX2

// Find sets r to what the given pieces attack, given the occupied squares, which include
// theirs. King is one square.
func (r *Reach) Find(occupied, bishops, rooks, queens, king chess.Bitboard) {
	if hasAVX2 {
		reachAVX2(r, occupied, bishops, rooks, queens, king)
	} else {
		r.findGo(occupied, bishops, rooks, queens, king)
	}
}

// reachAVX2 is findGo.
//
//go:noescape
func reachAVX2(r *Reach, occupied, bishops, rooks, queens, king chess.Bitboard)
