package train

import (
	"math"

	"xorro/nnue"
	"xorro/position"
)

// Rounding is the difference between the network's evaluations and those of the
// weights before rounding, in centipawns.
type Rounding struct {
	Positions int
	Mean, Max float64
}

// roundingPositions is the number of positions in which Rounding is measured.
const roundingPositions = 4096

// measureRounding evaluates positions from all over the set both ways.
func measureRounding(s shape, weights []float32, n *nnue.Network, from *set) (Rounding, error) {
	r := Rounding{Positions: min(from.n, roundingPositions)}
	b := newBlock(s)
	spread := func(i int) int { return int(int64(i) * int64(from.n) / int64(r.Positions)) }
	var failed error
	p := new(position.Position)
	for first := 0; first < r.Positions; first += blockSize {
		b.fill(from, spread, first, min(first+blockSize, r.Positions))
		b.forward(weights, func(_ int, x *sample, _ int, y float32) {
			if err := x.position(p); err != nil {
				failed = err
				return
			}
			miss := math.Abs(float64(y)*nnue.Scale - float64(n.Evaluate(p)))
			r.Mean += miss / float64(r.Positions)
			r.Max = max(r.Max, miss)
		})
	}
	return r, failed
}
