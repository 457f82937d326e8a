//go:build !amd64

package train

import "testing"

// forEachPath runs a test with each set of instructions that the processor has.
func forEachPath(t *testing.T, test func(t *testing.T)) { test(t) }
