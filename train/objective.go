package train

import (
	"math"

	"xorro/nnue"
)

// Losses are means over positions, or sums.
type Losses struct {
	// Loss is what training minimises: the size of the error to the power of the
	// exponent.
	Loss float64 `json:"loss"`
	// Scores and Results are the squared errors with lambda 0 and with lambda 1.
	Scores  float64 `json:"scores"`
	Results float64 `json:"results"`
}

func (l *Losses) add(m Losses) {
	l.Loss += m.Loss
	l.Scores += m.Scores
	l.Results += m.Results
}

// over returns the means over n positions.
func (l Losses) over(n int) Losses {
	f := float64(n)
	return Losses{l.Loss / f, l.Scores / f, l.Results / f}
}

// objective computes the loss as the settings define it.
type objective struct {
	lambda      float64
	endgame     float64 // added to lambda in endgames; see lambdaOf
	temperature float64 // centipawns
	exponent    float64
}

// sigmoid returns the expected points, 0 to 1, of a score that is given in units
// of the temperature.
func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// target returns the points that a position's score promises, the points of its game,
// and the mixture that the network learns. If the result is not known all are those of
// the score.
func (o *objective) target(s *sample) (score, result, mixture float64) {
	score = sigmoid(float64(s.score) / o.temperature)
	result = float64(s.result) / 2
	if s.flags&offPath != 0 {
		result = score
	}
	lambda := o.lambdaOf(s.Occupied.Count())
	return score, result, lambda*result + (1-lambda)*score
}

// With endgamePieces or less all of Settings.Endgame is added to lambda, with
// middlegamePieces or more nothing.
const (
	endgamePieces    = 4
	middlegamePieces = 16
)

// lambdaOf returns the share of the result in the target of a position with so many
// pieces.
func (o *objective) lambdaOf(pieces int) float64 {
	share := float64(middlegamePieces-pieces) / (middlegamePieces - endgamePieces)
	return o.lambda + o.endgame*min(max(share, 0), 1)
}

// of returns the losses of a position for which the network's output is y, in
// units of nnue.Scale centipawns, and the derivative of Loss with respect to y.
func (o *objective) of(s *sample, y float64) (losses Losses, slope float64) {
	perOutput := nnue.Scale / o.temperature
	p := sigmoid(y * perOutput)
	score, result, mixture := o.target(s)
	miss := p - mixture
	losses = Losses{Scores: (p - score) * (p - score), Results: (p - result) * (p - result)}
	if o.exponent == 2 {
		losses.Loss, slope = miss*miss, 2*miss
	} else {
		size := math.Abs(miss)
		slope = math.Copysign(o.exponent*math.Pow(size, o.exponent-1), miss)
		losses.Loss = math.Pow(size, o.exponent)
	}
	return losses, slope * p * (1 - p) * perOutput
}
