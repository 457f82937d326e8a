package nnue

import "unsafe"

// changes are the features that come to an accumulator and those that leave it,
// or to and from those of both sides. [side][number]
type changes struct {
	come, leave     [2][maxMen]uint16
	coming, leaving int // of each side
}

// maxMen is how many men the largest position has.
const maxMen = 32

// add has a feature come to the first side's accumulator.
func (c *changes) add(feature uint16) {
	c.come[0][c.coming&(maxMen-1)] = feature
	c.coming++
}

// remove has a feature leave the first side's accumulator.
func (c *changes) remove(feature uint16) {
	c.leave[0][c.leaving&(maxMen-1)] = feature
	c.leaving++
}

// accumulateGo is the kernel of Network.accumulate in plain Go: to becomes from
// with the rows of the weights that come added and those that leave subtracted, in
// a number of neurons that is a multiple of 64, for one or both sides. The second
// side's neurons are behind the first's, and its lists maxMen numbers behind. To
// and from may be the same.
func accumulateGo(to, from, weights *int16, come, leave *uint16, coming, leaving, neurons, sides int) {
	sums := unsafe.Slice(to, sides*neurons)
	copy(sums, unsafe.Slice(from, sides*neurons))
	table := unsafe.Slice(weights, Features*neurons)
	for side := range sides {
		sum := sums[side*neurons:][:neurons]
		for _, feature := range unsafe.Slice(come, 2*maxMen)[side*maxMen:][:coming] {
			row := table[int(feature)*neurons:][:len(sum)]
			for i := range sum {
				sum[i] += row[i]
			}
		}
		for _, feature := range unsafe.Slice(leave, 2*maxMen)[side*maxMen:][:leaving] {
			row := table[int(feature)*neurons:][:len(sum)]
			for i := range sum {
				sum[i] -= row[i]
			}
		}
	}
}

// activateGo is the kernel of Network.activate in plain Go: the neurons of both
// accumulators, clipped to 0 to QA and squared, times their weights, those of them
// behind those of us.
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
