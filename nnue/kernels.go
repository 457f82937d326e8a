package nnue

import "unsafe"

// changes are the features that are added to and removed from an accumulator, or the
// accumulators of both sides.
type changes struct {
	come, leave     [2][maxPieces]uint16 // [side][number]
	coming, leaving int                  // numbers of added and removed features, the same for both sides
}

// maxPieces is the greatest number of pieces on a board.
const maxPieces = 32

// add adds a feature to the first side's accumulator.
func (c *changes) add(feature uint16) {
	c.come[0][c.coming&(maxPieces-1)] = feature
	c.coming++
}

// remove removes a feature from the first side's accumulator.
func (c *changes) remove(feature uint16) {
	c.leave[0][c.leaving&(maxPieces-1)] = feature
	c.leaving++
}

// accumulateGo is the kernel of Network.accumulate in plain Go. It sets to to from
// plus the rows of weights that are listed in come and minus those listed in leave.
// The number of neurons is a multiple of 64. With two sides, the second side's
// neurons follow the first's, and its lists begin maxPieces numbers after the
// first's. To and from may be the same.
func accumulateGo(to, from, weights *int16, come, leave *uint16, coming, leaving, neurons, sides int) {
	sums := unsafe.Slice(to, sides*neurons)
	copy(sums, unsafe.Slice(from, sides*neurons))
	table := unsafe.Slice(weights, Features*neurons)
	for side := range sides {
		sum := sums[side*neurons:][:neurons]
		for _, feature := range unsafe.Slice(come, 2*maxPieces)[side*maxPieces:][:coming] {
			row := table[int(feature)*neurons:][:len(sum)]
			for i := range sum {
				sum[i] += row[i]
			}
		}
		for _, feature := range unsafe.Slice(leave, 2*maxPieces)[side*maxPieces:][:leaving] {
			row := table[int(feature)*neurons:][:len(sum)]
			for i := range sum {
				sum[i] -= row[i]
			}
		}
	}
}

// activateGo is the kernel of Network.activate in plain Go. It clips the neurons of
// both accumulators to 0 to QA, squares them, and returns the sum of the products
// with their weights. The weights for them follow those for us.
func activateGo(us, them, weights *int16, neurons int) (sum int64) {
	row := unsafe.Slice(weights, 2*neurons)
	for i, neuron := range unsafe.Slice(us, neurons) {
		v := int32(min(max(neuron, 0), QA))
		sum += int64(v * v * int32(row[i]))
	}
	row = row[neurons:]
	for i, neuron := range unsafe.Slice(them, neurons) {
		v := int32(min(max(neuron, 0), QA))
		sum += int64(v * v * int32(row[i]))
	}
	return sum
}
