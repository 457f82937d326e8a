//go:build amd64 || arm64

package tt

import "math/bits"

// Prefetch has the processor bring the key's entries near, so that a Probe soon
// after need not wait for them. It may be called as Probe may, with any key.
func (t *Table) Prefetch(key uint64) {
	// As in cluster, whose call would keep this from being inlined.
	index, _ := bits.Mul64(key, uint64(len(t.clusters)))
	prefetch(&t.clusters[index])
}

// prefetch asks for the cluster's line. It changes nothing else.
//
//go:noescape
func prefetch(c *cluster)
