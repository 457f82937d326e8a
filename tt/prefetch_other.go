//go:build !amd64 && !arm64

package tt

import "xorro/zobrist"

// Prefetch does nothing on this processor.
func (t *Table) Prefetch(zobrist.Hash) {}
