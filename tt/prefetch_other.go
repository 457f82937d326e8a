//go:build !amd64 && !arm64

package tt

// Prefetch does nothing on this processor.
func (t *Table) Prefetch(uint64) {}
