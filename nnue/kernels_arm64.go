package nnue

// available are the kernels that every processor of this kind has, the fastest
// last.
var available = []kernel{goKernel, neonKernel}

// accumulate makes the accumulators of one or both sides of others and what comes
// to them and leaves them.
func (n *Network) accumulate(to, from *int16, c *changes, sides int) {
	weights := &n.weights.Features[0]
	if inUse == neonKernel {
		accumulateNEON(to, from, weights, &c.come[0][0], &c.leave[0][0], c.coming, c.leaving, n.neurons, sides)
	} else {
		accumulateGo(to, from, weights, &c.come[0][0], &c.leave[0][0], c.coming, c.leaving, n.neurons, sides)
	}
}

// activate is a bucket's weighted sum of the squared neurons, in QA * QA times
// the one of output weights.
func (n *Network) activate(us, them *int16, bucket int) int64 {
	weights := n.row(bucket)
	if inUse == neonKernel {
		return activateNEON(us, them, weights, n.neurons)
	}
	return activateGo(us, them, weights, n.neurons)
}

// accumulateNEON is accumulateGo.
//
//go:noescape
func accumulateNEON(to, from, weights *int16, come, leave *uint16, coming, leaving, neurons, sides int)

// activateNEON is activateGo.
//
//go:noescape
func activateNEON(us, them, weights *int16, neurons int) int64
