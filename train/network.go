package train

import (
	"math"
	"math/rand/v2"

	"xorro/internal/memory"
	"xorro/nnue"
)

// shape gives the places of a network's parts in a vector of all its weights:
//
//	feature weights  [nnue.Features][neurons]
//	their biases     [neurons], as one more feature that every position has
//	output weights   [nnue.Buckets][side to move, opponent][neurons]
//	output biases    [nnue.Buckets], and zeros up to 16
//	threats          [nnue.Buckets][nnue.ThreatFeatures]
type shape struct {
	neurons int
}

const biasRow = nnue.Features

// maxWeight bounds the weights and biases of features, maxOutput those of the
// outputs, so that they fit their quantised forms.
const maxWeight = 1.98

func maxOutput(qb int) float32 { return maxWeight * nnue.QB / float32(qb) }

func (s shape) row(feature int) int       { return feature * s.neurons }
func (s shape) output(bucket int) int     { return (biasRow + 1 + 2*bucket) * s.neurons }
func (s shape) outputBias(bucket int) int { return s.output(nnue.Buckets) + bucket }
func (s shape) threats(bucket int) int    { return s.outputBias(16) + bucket*nnue.ThreatFeatures }
func (s shape) size() int                 { return s.threats(nnue.Buckets) }

// fanIn is about the number of features of a position.
const fanIn = 32

// startWeights draws the initial weights uniformly between ±1 over the root of the
// number of inputs. The output biases and the weights of threats are zero.
func startWeights(s shape, seed uint64) []float32 {
	w := memory.Aligned[float32](s.size())
	rng := rand.New(rand.NewPCG(seed, 0x77656967687473)) // unlike the streams of the epochs
	draw := func(part []float32, inputs int) {
		reach := 1 / math.Sqrt(float64(inputs))
		for i := range part {
			part[i] = float32((2*rng.Float64() - 1) * reach)
		}
	}
	draw(w[:s.output(0)], fanIn)
	draw(w[s.output(0):s.outputBias(0)], 2*s.neurons)
	return w
}

// adopt copies the weights of a network with at most as many neurons. Additional
// neurons keep their feature weights and get output weights of zero.
func (s shape) adopt(weights []float32, n *nnue.Network) {
	from := shape{n.Neurons()}
	take := func(to []float32, numbers []int16, one float32) {
		for i, number := range numbers {
			to[i] = float32(number) / one
		}
	}
	w := n.Weights()
	for feature := range nnue.Features {
		take(weights[s.row(feature):], w.Features[from.row(feature):][:from.neurons], nnue.QA)
	}
	take(weights[s.row(biasRow):], w.Bias, nnue.QA)
	clear(weights[s.output(0):])
	for half := range 2 * nnue.Buckets {
		take(weights[s.output(0)+half*s.neurons:], w.Output[half*from.neurons:][:from.neurons], float32(w.QB))
	}
	take(weights[s.outputBias(0):], w.OutputBias, float32(nnue.QA*w.QB))
	take(weights[s.threats(0):], w.Threats, float32(nnue.QA*w.QB))
}

// quantise rounds the weights to those of a network for the engine. Qb stands for 1 in
// its output weights.
func quantise(s shape, weights []float32, qb int, origin string) (*nnue.Network, error) {
	part := func(from, to int, one float64) []int16 {
		rounded := make([]int16, to-from)
		for i, w := range weights[from:to] {
			rounded[i] = int16(math.Round(float64(w) * one))
		}
		return rounded
	}
	return nnue.New(nnue.Weights{
		Features:   part(0, s.row(biasRow), nnue.QA),
		Bias:       part(s.row(biasRow), s.output(0), nnue.QA),
		Output:     part(s.output(0), s.outputBias(0), float64(qb)),
		OutputBias: part(s.outputBias(0), s.outputBias(nnue.Buckets), float64(nnue.QA*qb)),
		Threats:    part(s.threats(0), s.threats(nnue.Buckets), float64(nnue.QA*qb)),
		QB:         qb,
	}, origin)
}
