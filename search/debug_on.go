//go:build xorrodebug

package search

import (
	"fmt"

	"xorro/chess"
)

// debug says whether every node is checked.
const debug = true

// assertWindow panics if a node's window is impossible.
func (w *worker) assertWindow(alpha, beta chess.Score) {
	if alpha < -chess.Infinity || alpha >= beta || beta > chess.Infinity {
		panic(fmt.Sprintf("search: window %d to %d in %s", alpha, beta, w.pos.FEN()))
	}
}

// assertScore panics if a node's score is impossible at its ply.
func (w *worker) assertScore(score chess.Score, ply int) {
	if score < chess.MatedIn(ply) || score > chess.MateIn(ply+1) {
		panic(fmt.Sprintf("search: score %d at ply %d in %s", score, ply, w.pos.FEN()))
	}
}
