package search

import (
	"xorro/chess"
	"xorro/tt"
)

// cuts says whether the score of an entry, if deep enough, settles a node with this
// window.
func cuts(e tt.Entry, alpha, beta chess.Score) bool {
	return e.Bound == tt.Exact || e.Bound == tt.Lower && e.Score >= beta || e.Bound == tt.Upper && e.Score <= alpha
}

// trusts says whether the fifty-move rule leaves the score of an entry as it is. Near
// the draw no score is trusted, and a mate that comes later than the draw never is.
func (w *worker) trusts(e tt.Entry, ply int) bool {
	rule50 := w.pos.Rule50()
	return rule50 < rule50Trust && (!chess.IsMate(e.Score) || rule50+chess.Mate-max(e.Score, -e.Score)-ply <= 100)
}

// improves says whether the score of an entry is a better estimate than the static
// evaluation. A decisive score is not, since no line proves it here.
func improves(e tt.Entry, eval chess.Score) bool {
	if chess.IsDecisive(e.Score) {
		return false
	}
	return e.Bound == tt.Exact || e.Bound == tt.Lower && e.Score > eval || e.Bound == tt.Upper && e.Score < eval
}
