// Package nnue is the network that evaluates positions, and what keeps its first
// layer up to date while moves are made (Y. Nasu, "Efficiently Updatable
// Neural-Network-based Evaluation Functions for Computer Shogi", 2018).
//
// Each side sees the board from its own place (see Feature). The sum of the
// weights of what it sees is its accumulator of N neurons. Both accumulators, the
// side to move's first, clipped to 0 to 1 and squared, are the input of one of
// eight outputs, chosen by the number of men: (768 -> N)x2 -> 1x8.
//
// Everything is counted in whole numbers, so that each kind of processor comes
// to the same score. Nothing overflows in a Network that New or Read let pass:
//
//   - Neuron: the bias and the weights of at most 32 men fit 16 bits, as check
//     makes sure. What passes through while men come and go may wrap around, and
//     is back when they have, since addition in 16 bits is modular everywhere.
//   - Product of a clipped neuron, 0 to 255, and an output weight, ±128 at most:
//     ±32,640 fits 16 bits.
//   - Sum of that times the neuron again, ±8,323,200, over the 2N = 2,048 inputs:
//     each lane of a vector adds up one in 16 of them with AVX-512, one in 8 with
//     AVX2, and one in 8 with NEON, so that it is ±2,130,739,200 at most, within
//     32 bits; the lanes are added up in 64.
package nnue

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"unsafe"

	"xorro/chess"
	"xorro/position"
)

// maxOutputWeight bounds output weights either way; see the package's comment.
const maxOutputWeight = 128

// Weights are the numbers of a network in the order of its file, quantised.
type Weights struct {
	Features   []int16 // [Features][neurons]
	Bias       []int16 // [neurons]
	Output     []int16 // [Buckets][side to move, other side][neurons]
	OutputBias []int16 // [Buckets]
	QB         int     // what stands for 1 in Output: QB or FineQB
}

// Network is a network ready for use. It is never changed, so any number of
// threads may share it.
type Network struct {
	neurons int
	weights Weights // each on a cache line of its own
	toFine  uint8   // binary logarithm of FineQB / weights.QB
	hash    [sha256.Size]byte
	origin  string
}

// New makes a network of a copy of the weights, if they are of one shape and
// cannot overflow. The origin is one printable line that says who trained it on
// what, of at most 4,096 bytes.
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
	} {
		if part.found != part.want {
			return nil, fmt.Errorf("%s: want %d for %d neurons, found %d", part.name, part.want, neurons, part.found)
		}
	}
	if err := checkQB(w.QB); err != nil {
		return nil, err
	}
	body := w.append(nil)
	return decode(body, neurons, w.QB, origin, sha256.Sum256(body))
}

// Neurons is the width of each half.
func (n *Network) Neurons() int { return n.neurons }

// Weights is a copy of the network's numbers.
func (n *Network) Weights() Weights {
	return Weights{
		Features:   slices.Clone(n.weights.Features),
		Bias:       slices.Clone(n.weights.Bias),
		Output:     slices.Clone(n.weights.Output),
		OutputBias: slices.Clone(n.weights.OutputBias),
		QB:         n.weights.QB,
	}
}

// Origin says who trained the network on what.
func (n *Network) Origin() string { return n.origin }

// String names the network by its shape and the beginning of its hash.
func (n *Network) String() string { return fmt.Sprintf("%s %x", shape(n.neurons), n.hash[:4]) }

// shape is how a network of so many neurons is written.
func shape(neurons any) string {
	return fmt.Sprintf("(%d -> %v)x2 -> 1x%d", Features, neurons, Buckets)
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

// check makes sure that nothing can overflow; see the package's comment.
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

// append writes the weights behind b as they stand in a file.
func (w *Weights) append(b []byte) []byte {
	for _, part := range [][]int16{w.Features, w.Bias, w.Output, w.OutputBias} {
		for _, weight := range part {
			b = binary.LittleEndian.AppendUint16(b, uint16(weight))
		}
	}
	return b
}

// aligned is room for so many numbers, from the beginning of a cache line.
func aligned(count int) []int16 {
	const line = 64
	room := make([]int16, count+line/2)
	skip := -uintptr(unsafe.Pointer(&room[0])) % line / 2
	return room[skip : skip+uintptr(count) : skip+uintptr(count)]
}

// row is the beginning of a bucket's output weights.
func (n *Network) row(bucket int) *int16 { return &n.weights.Output[bucket*2*n.neurons] }

// score is the output of a bucket in centipawns from the side to move's view, for
// the accumulators of the side to move and of the other. It claims neither a mate
// nor a win that tablebases know of.
func (n *Network) score(us, them *int16, bucket int) chess.Score {
	sum := n.activate(us, them, bucket) + int64(n.weights.OutputBias[bucket])*QA
	// In units of QA * QA * FineQB the divisor is a constant. The quotient is the same.
	sum <<= n.toFine
	return min(max(chess.Score(sum*Scale/(QA*QA*FineQB)), 1-chess.Decisive), chess.Decisive-1)
}

// accumulators is room for those of both sides.
type accumulators [2][MaxNeurons]int16

// see sums up what each side sees of a position, leaving out some men.
func (n *Network) see(a *accumulators, p *position.Position, without chess.Bitboard) {
	for c := range chess.Color(2) {
		t := turn(c, p.King(c))
		var seen changes
		for men := p.Occupied() &^ without; men != 0; men &= men - 1 {
			s := men.First()
			seen.add(featureOf(c, t, p.PieceOn(s), s))
		}
		n.accumulate(&a[c][0], &n.weights.Bias[0], &seen, 1)
	}
}

// Evaluate is the network's score of a position from scratch, in centipawns from
// the side to move's view, within ±chess.Decisive. A Stack comes to the same score
// in less time.
func (n *Network) Evaluate(p *position.Position) chess.Score {
	var a accumulators
	n.see(&a, p, 0)
	us := p.SideToMove()
	return n.score(&a[us][0], &a[us.Other()][0], Bucket(p.Occupied().Count()))
}
