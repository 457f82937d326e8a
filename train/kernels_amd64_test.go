package train

import "testing"

// forEachPath runs a test with each set of instructions that the processor has.
func forEachPath(t *testing.T, test func(t *testing.T)) {
	best := instructions
	defer func() { instructions = best }()
	for instructions = plainGo; instructions <= best; instructions++ {
		t.Run([]string{"Go", "AVX2", "AVX512"}[instructions], test)
	}
}
