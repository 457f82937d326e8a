//go:build !amd64 && !arm64

package nnue

// available are the kernels that there are.
var available = []kernel{goKernel}

// accumulate makes the accumulators of one or both sides of others and what comes
// to them and leaves them.
func (n *Network) accumulate(to, from *int16, c *changes, sides int) {
	accumulateGo(to, from, &n.weights.Features[0], &c.come[0][0], &c.leave[0][0], c.coming, c.leaving, n.neurons, sides)
}

// activate is a bucket's weighted sum of the squared neurons, in QA * QA times
// the one of output weights.
func (n *Network) activate(us, them *int16, bucket int) int64 {
	return activateGo(us, them, n.row(bucket), n.neurons)
}
