//go:build !amd64 && !arm64

package nnue

// available lists the only kernel.
var available = []kernel{goKernel}

// accumulate computes the accumulators of one or both sides from others and the
// changes to them.
func (n *Network) accumulate(to, from *int16, c *changes, sides int) {
	accumulateGo(to, from, &n.weights.Features[0], &c.come[0][0], &c.leave[0][0], c.coming, c.leaving, n.neurons, sides)
}

// activate returns a bucket's weighted sum of the squared neurons. QA * QA times the
// number that stands for 1 in output weights stands for 1.
func (n *Network) activate(us, them *int16, bucket int) int64 {
	return activateGo(us, them, n.row(bucket), n.neurons)
}
