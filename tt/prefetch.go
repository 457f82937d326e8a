//go:build amd64 || arm64

package tt

import "math/bits"

// Prefetch asks the processor to load the entries of a key into its cache, so that a Probe
// soon afterwards does not wait for them.
func (t *Table) Prefetch(key uint64) {
	// The same as in cluster. A call of cluster would prevent inlining.
	index, _ := bits.Mul64(key, uint64(len(t.clusters)))
	prefetch(&t.clusters[index])
}

// prefetch asks for a cache line.
//
//go:noescape
func prefetch(c *cluster)
