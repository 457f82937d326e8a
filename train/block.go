package train

import (
	"math/bits"

	"xorro/internal/memory"
	"xorro/nnue"
)

// blockSize is the number of positions that a worker takes at once. Their accumulators
// fit the second-level cache, and most features occur more than once.
const blockSize = 64

// block holds the positions that a worker takes at once, with scratch space.
type block struct {
	shape   shape
	samples [blockSize]sample
	threats [blockSize][]uint16 // of the samples
	n       int                 // of samples

	// Row 2*i is the side to move's half of position i, row 2*i+1 the opponent's.
	acc  []float32                 // accumulators, after backward their gradients: [row][neuron]
	seen [2 * blockSize][32]uint16 // features of each row

	// The rows that have feature f are order[starts[f]:starts[f+1]].
	starts [nnue.Features + 1]uint16
	order  [2 * blockSize * 32]uint16
}

// everyRow lists all rows. The bias is a feature of all of them.
var everyRow = func() (rows [2 * blockSize]uint16) {
	for i := range rows {
		rows[i] = uint16(i)
	}
	return rows
}()

func newBlock(s shape) *block {
	return &block{shape: s, acc: memory.Aligned[float32](2 * blockSize * s.neurons)}
}

// fill copies the samples order(first) to order(last-1) of the set, at most blockSize.
func (b *block) fill(from *set, order func(i int) int, first, last int) {
	b.n = last - first
	for i := range b.n {
		number := order(first + i)
		b.samples[i], b.threats[i] = *from.at(number), from.threatsOf(number)
	}
}

// forward computes the accumulators and calls output with each position's output y,
// in units of nnue.Scale centipawns.
func (b *block) forward(weights []float32, output func(i int, s *sample, bucket int, y float32)) {
	clear(b.starts[:])
	n := b.shape.neurons
	bias := weights[b.shape.row(biasRow):][:n]
	for i := range b.n {
		s := &b.samples[i]
		us, them := &b.seen[2*i], &b.seen[2*i+1]
		table := &features[s.mirrored()]
		count := 0
		for left := uint64(s.Occupied); left != 0; left &= left - 1 {
			f := &table[s.Piece(count)][bits.TrailingZeros64(left)&63]
			us[count&31], them[count&31] = f[0], f[1]
			b.starts[f[0]]++
			b.starts[f[1]]++
			count++
		}
		x := b.inputs(i)
		sumRows(x[:n], bias, weights, us[:count], n)
		sumRows(x[n:], bias, weights, them[:count], n)
		bucket := nnue.Bucket(count)
		y := dot(x, weights[b.shape.output(bucket):][:2*n]) + weights[b.shape.outputBias(bucket)]
		row := weights[b.shape.threats(bucket):][:nnue.ThreatFeatures]
		for _, threat := range b.threats[i] {
			y += row[threat]
		}
		output(i, s, bucket, y)
	}
}

// inputs returns both accumulators of a position.
func (b *block) inputs(i int) []float32 {
	n := 2 * b.shape.neurons
	return b.acc[i*n : (i+1)*n : (i+1)*n]
}

// losses returns the sums of the losses of the positions.
func (b *block) losses(weights []float32, o *objective) (sum Losses) {
	b.forward(weights, func(_ int, s *sample, _ int, y float32) {
		losses, _ := o.of(s, float64(y))
		sum.add(losses)
	})
	return sum
}

// learn adds to grad the gradient of share times the sum of the losses, and
// returns the sums.
func (b *block) learn(weights, grad []float32, o *objective, share float64) (sum Losses) {
	n := b.shape.neurons
	b.forward(weights, func(i int, s *sample, bucket int, y float32) {
		losses, byOutput := o.of(s, float64(y))
		sum.add(losses)
		slope := float32(share * byOutput)
		at := b.shape.output(bucket)
		backward(b.inputs(i), weights[at:][:2*n], grad[at:][:2*n], slope)
		grad[b.shape.outputBias(bucket)] += slope
		row := grad[b.shape.threats(bucket):][:nnue.ThreatFeatures]
		for _, threat := range b.threats[i] {
			row[threat] += slope
		}
	})
	b.group()
	for f := range nnue.Features {
		if rows := b.order[b.starts[f]:b.starts[f+1]]; len(rows) > 0 {
			row := grad[b.shape.row(f):][:n]
			sumRows(row, row, b.acc, rows, n)
		}
	}
	row := grad[b.shape.row(biasRow):][:n]
	sumRows(row, row, b.acc, everyRow[:2*b.n], n)
	return sum
}

// group computes order from seen. Before, starts holds the number of rows of each
// feature; after, the index of the first.
func (b *block) group() {
	end := uint16(0)
	for f, rows := range b.starts {
		end += rows
		b.starts[f] = end
	}
	for row := 2*b.n - 1; row >= 0; row-- { // so that each feature's rows ascend
		for _, f := range b.seen[row][:b.samples[row/2].Occupied.Count()] {
			b.starts[f]--
			b.order[b.starts[f]] = uint16(row)
		}
	}
}
