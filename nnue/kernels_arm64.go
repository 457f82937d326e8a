package nnue

// available lists the kernels that every processor of this architecture can run, the
// fastest last.
var available = []kernel{goKernel, neonKernel}

// accumulate computes the accumulators of one or both sides from others and the
// changes to them.
func (n *Network) accumulate(to, from *int16, c *changes, sides int) {
	weights := &n.weights.Features[0]
	if inUse == neonKernel {
		accumulateNEON(to, from, weights, &c.come[0][0], &c.leave[0][0], c.coming, c.leaving, n.neurons, sides)
	} else {
		accumulateGo(to, from, weights, &c.come[0][0], &c.leave[0][0], c.coming, c.leaving, n.neurons, sides)
	}
}

// activate returns a bucket's weighted sum of the squared neurons. QA * QA times the
// number that stands for 1 in output weights stands for 1.
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
