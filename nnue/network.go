// Package nnue implements the neural network that evaluates positions. Its first
// layer is updated incrementally as moves are made (Y. Nasu, "Efficiently Updatable
// Neural-Network-based Evaluation Functions for Computer Shogi", 2018).
//
// Each side sees the board from its side (see Feature). Its accumulator of N neurons
// is the sum of the weights of the features that it sees. Both accumulators, the side
// to move's first, are clipped to 0 to 1 and squared. They are the input of one of
// eight outputs, which the number of pieces selects. Threats are inputs of the output alone
// (see ThreatFeatures): (768 -> N)x2 + 3216 -> 1x8.
//
// All arithmetic is in integers, so every processor computes the same score. Nothing
// overflows in a Network that New or Read accepted:
//
//   - Neuron: check makes sure that the bias and the weights of at most 32 pieces fit
//     16 bits. Intermediate sums may wrap around, but the final one is right, because
//     addition in 16 bits is modular on every processor.
//   - Product of a clipped neuron, 0 to 255, and an output weight, at most ±128:
//     ±32,640 fits 16 bits.
//   - Sum of that times the neuron again, ±8,323,200, over the 2N = 2,048 inputs: a
//     lane of a vector adds one in 16 of them with AVX-512, and one in 8 with AVX2 or
//     NEON. It reaches ±2,130,739,200 at most, within 32 bits. The lanes are added in
//     64 bits.
package nnue

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"xorro/chess"
	"xorro/position"
)

// maxOutputWeight is the greatest size of an output weight; see the package comment.
const maxOutputWeight = 128

// Weights are the numbers of a network in the order of its file, quantised.
type Weights struct {
	Features   []int16 // [Features][neurons]
	Bias       []int16 // [neurons]
	Output     []int16 // [Buckets][side to move, other side][neurons]
	OutputBias []int16 // [Buckets]
	Threats    []int16 // [Buckets][ThreatFeatures], in the units of OutputBias
	QB         int     // stands for 1 in Output: QB or FineQB
}

// Network is a network that is ready for use. It never changes, so threads may share
// it.
type Network struct {
	neurons int
	weights Weights // each part begins a cache line
	toFine  uint8   // binary logarithm of FineQB / weights.QB
	hash    [sha256.Size]byte
	origin  string
}

// New returns a network with a copy of the weights. Their lengths must agree, and
// they must not be able to overflow. The origin says how the network was trained, in
// one printable line of at most 4,096 bytes.
func New(w Weights, origin string) (*Network, error) {
	neurons := len(w.Bias)
	if err := checkNeurons(neurons); err != nil {
		return nil, err
	}
	for _, part := range []struct {
		name        string
		found, want int
	}{
		{"feature weights", len(w.Features), Features * neurons},
		{"output weights", len(w.Output), Buckets * 2 * neurons},
		{"output biases", len(w.OutputBias), Buckets},
		{"weights of threats", len(w.Threats), Buckets * ThreatFeatures},
	} {
		if part.found != part.want {
			return nil, fmt.Errorf("%s: want %d for %d neurons, found %d", part.name, part.want, neurons, part.found)
		}
	}
	if err := checkQB(w.QB); err != nil {
		return nil, err
	}
	body := w.append(nil)
	return decode(body, version, neurons, w.QB, origin, sha256.Sum256(body))
}

// Neurons returns the number of neurons of each half.
func (n *Network) Neurons() int { return n.neurons }

// Weights returns a copy of the network's weights.
func (n *Network) Weights() Weights {
	return Weights{
		Features:   slices.Clone(n.weights.Features),
		Bias:       slices.Clone(n.weights.Bias),
		Output:     slices.Clone(n.weights.Output),
		OutputBias: slices.Clone(n.weights.OutputBias),
		Threats:    slices.Clone(n.weights.Threats),
		QB:         n.weights.QB,
	}
}

// Origin returns one line that says how the network was trained.
func (n *Network) Origin() string { return n.origin }

// String returns the network's shape and the first bytes of its hash.
func (n *Network) String() string { return fmt.Sprintf("%s %x", shape(n.neurons), n.hash[:4]) }

// shape returns the notation for a network with the given number of neurons.
func shape(neurons any) string {
	return fmt.Sprintf("(%d -> %v)x2 + %d -> 1x%d", Features, neurons, ThreatFeatures, Buckets)
}

func checkNeurons(neurons int) error {
	if neurons < MinNeurons || neurons > MaxNeurons || neurons%MinNeurons != 0 {
		return fmt.Errorf("shape: want %s with N a multiple of %d up to %d, found %s",
			shape("N"), MinNeurons, MaxNeurons, shape(neurons))
	}
	return nil
}

func checkQB(qb int) error {
	if qb != QB && qb != FineQB {
		return fmt.Errorf("quantisation of output weights: want %d or %d, found %d", QB, FineQB, qb)
	}
	return nil
}

// maxOrigin is the length of the longest origin in bytes.
const maxOrigin = 4096

func checkOrigin(origin string) error {
	if len(origin) > maxOrigin {
		return fmt.Errorf("origin: want %d bytes at most, found %d", maxOrigin, len(origin))
	}
	for i, r := range origin {
		if r < ' ' || r == 0x7f || r == '\ufffd' {
			return fmt.Errorf("origin: want one line of printable text, found %q at byte %d", origin[i:i+1], i)
		}
	}
	return nil
}

// check makes sure that nothing can overflow; see the package comment.
func (w *Weights) check() error {
	neurons := len(w.Bias)
	for i, weight := range w.Output {
		if weight < -maxOutputWeight || weight > maxOutputWeight {
			return fmt.Errorf("output weight %d of bucket %d: want -%d to %d, found %d",
				i%(2*neurons), i/(2*neurons), maxOutputWeight, maxOutputWeight, weight)
		}
	}
	widest := make([]int, neurons)
	for row := range slices.Chunk(w.Features, neurons) {
		for i, weight := range row {
			widest[i] = max(widest[i], int(weight), -int(weight))
		}
	}
	for i, bias := range w.Bias {
		if reach := max(int(bias), -int(bias)) + 32*widest[i]; reach > 32767 {
			return fmt.Errorf("neuron %d: want bias and 32 times the widest weight within 32767, found %d", i, reach)
		}
	}
	return nil
}

// append appends the weights as they stand in a file.
func (w *Weights) append(b []byte) []byte {
	for _, part := range [][]int16{w.Features, w.Bias, w.Output, w.OutputBias, w.Threats} {
		for _, weight := range part {
			b = binary.LittleEndian.AppendUint16(b, uint16(weight))
		}
	}
	return b
}

// row returns a pointer to the first of a bucket's output weights.
func (n *Network) row(bucket int) *int16 { return &n.weights.Output[bucket*2*n.neurons] }

// score returns the output of a bucket in centipawns from the side to move's view,
// within ±chess.Decisive, so that it claims no win. Us and them are the accumulators
// of the side to move and of the opponent.
func (n *Network) score(us, them *int16, threats *ThreatList, bucket int) chess.Score {
	sum := n.activate(us, them, bucket) + (int64(n.weights.OutputBias[bucket])+n.ofThreats(threats, bucket))*QA
	// In units of QA * QA * FineQB the divisor is a constant. The quotient is the same.
	sum <<= n.toFine
	return min(max(chess.Score(sum*Scale/(QA*QA*FineQB)), 1-chess.Decisive), chess.Decisive-1)
}

// accumulators are those of both sides: [color][neuron].
type accumulators [2][MaxNeurons]int16

// see computes both accumulators of a position from scratch, as if the
// pieces on the gone squares were not there.
func (n *Network) see(a *accumulators, p *position.Position, gone chess.Bitboard) {
	for c := range chess.Color(2) {
		t := turn(c, p.King(c))
		var seen changes
		for pieces := p.Occupied() &^ gone; pieces != 0; pieces &= pieces - 1 {
			s := pieces.First()
			seen.add(featureOf(c, t, p.PieceOn(s), s))
		}
		n.accumulate(&a[c][0], &n.weights.Bias[0], &seen, 1)
	}
}

// Evaluate returns the score of a position in centipawns from the side to move's
// view, within ±chess.Decisive. It computes everything from scratch. A Stack returns
// the same score in less time.
func (n *Network) Evaluate(p *position.Position) chess.Score {
	var a accumulators
	n.see(&a, p, 0)
	var threats ThreatList
	threats.Find(p)
	us := p.SideToMove()
	return n.score(&a[us][0], &a[us.Other()][0], &threats, Bucket(p.Occupied().Count()))
}
