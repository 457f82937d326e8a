package nnue

import (
	"fmt"
	"os"
	"strings"
)

// kernel is a way to compute; all come to the same bits.
type kernel uint8

const (
	goKernel kernel = iota
	neonKernel
	avx2Kernel
	avx512Kernel
)

func (k kernel) String() string { return [...]string{"go", "neon", "avx2", "avx512"}[k] }

// inUse is the kernel that is used, chosen once at the start.
var inUse, errKernel = choose(os.Getenv(kernelVariable), available)

// kernelVariable is the environment variable that names the kernel to use.
const kernelVariable = "XORRO_SIMD"

// choose is the last, which is the fastest, of the kernels that the processor
// has, unless the name asks for another of them.
func choose(name string, from []kernel) (kernel, error) {
	best := from[len(from)-1]
	if name == "" {
		return best, nil
	}
	var names []string
	for _, k := range from {
		if k.String() == name {
			return k, nil
		}
		names = append(names, k.String())
	}
	return best, fmt.Errorf("%s: want one of %s, found %q; %v is used", kernelVariable, strings.Join(names, ", "), name, best)
}

// Kernel names what computes: go, neon, avx2 or avx512. The fastest that the
// processor has is chosen, or what the environment variable XORRO_SIMD says; if it
// asks for what there is not, the error tells so.
func Kernel() (string, error) { return inUse.String(), errKernel }
