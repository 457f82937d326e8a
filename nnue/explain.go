package nnue

import (
	"xorro/chess"
	"xorro/position"
)

// View is what a network thinks of a position, in centipawns from White's view.
type View struct {
	Score  chess.Score
	Bucket int // that the score is of
	// Scores is what each bucket's output makes of the position.
	Scores [Buckets]chess.Score
	// Values is by how much the score is lower without the man on each square, for
	// the same bucket; zero for kings and on empty squares.
	Values [64]chess.Score
}

// Explain takes apart how the network comes to its score of a position.
func (n *Network) Explain(p *position.Position) View {
	var a accumulators
	n.see(&a, p, 0)
	v := View{Bucket: Bucket(p.Occupied().Count())}
	us := p.SideToMove()
	white := func(bucket int) chess.Score {
		score := n.score(&a[us][0], &a[us.Other()][0], bucket)
		if us == chess.Black {
			return -score
		}
		return score
	}
	for bucket := range v.Scores {
		v.Scores[bucket] = white(bucket)
	}
	v.Score = v.Scores[v.Bucket]
	for men := p.Occupied() &^ p.Pieces(chess.King); men != 0; men &= men - 1 {
		s := men.First()
		n.see(&a, p, s.Bitboard())
		v.Values[s] = v.Score - white(v.Bucket)
	}
	return v
}
