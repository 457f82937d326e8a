//go:build amd64 || arm64

package tt

import (
	"math/bits"

	"xorro/zobrist"
)

// Prefetch has the processor bring the hash's entries near, so that a Probe soon
// after need not wait for them. It may be called as Probe may, with any hash.
func (t *Table) Prefetch(h zobrist.Hash) {
	// As in cluster, whose call would keep this from being inlined.
	index, _ := bits.Mul64(h.Key, uint64(len(t.clusters)))
	prefetch(&t.clusters[index])
}

// prefetch asks for the cluster's line. It changes nothing else.
//
//go:noescape
func prefetch(c *cluster)
