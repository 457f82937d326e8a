package nnue

import (
	"xorro/chess"
	"xorro/position"
)

// View is the evaluation of a position in its parts, in centipawns from White's
// view.
type View struct {
	Score  chess.Score
	Bucket int // whose output the score is
	// Scores holds the output of each bucket.
	Scores [Buckets]chess.Score
	// Values holds for each square how much lower the score of the same bucket is
	// without the piece there. It is zero for kings and on empty squares.
	Values [64]chess.Score
}

// Explain returns the evaluation of a position in its parts.
func (n *Network) Explain(p *position.Position) View {
	var a accumulators
	var threats ThreatList
	n.see(&a, p, 0)
	threats.Find(p)
	v := View{Bucket: Bucket(p.Occupied().Count())}
	us := p.SideToMove()
	white := func(bucket int) chess.Score {
		score := n.score(&a[us][0], &a[us.Other()][0], &threats, bucket)
		if us == chess.Black {
			return -score
		}
		return score
	}
	for bucket := range v.Scores {
		v.Scores[bucket] = white(bucket)
	}
	v.Score = v.Scores[v.Bucket]
	for pieces := p.Occupied() &^ p.Pieces(chess.King); pieces != 0; pieces &= pieces - 1 {
		s := pieces.First()
		n.see(&a, p, s.Bitboard())
		threats.findWithout(p, s.Bitboard())
		v.Values[s] = v.Score - white(v.Bucket)
	}
	return v
}
