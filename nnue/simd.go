package nnue

import (
	"fmt"
	"os"
	"strings"
)

// kernel is an implementation of the computation. All give the same bits.
type kernel uint8

const (
	goKernel kernel = iota
	neonKernel
	avx2Kernel
	avx512Kernel
)

func (k kernel) String() string { return [...]string{"go", "neon", "avx2", "avx512"}[k] }

// inUse is the kernel that is used. It is chosen when the program starts.
var inUse, errKernel = choose(os.Getenv(kernelVariable), available)

// kernelVariable names the environment variable that selects a kernel.
const kernelVariable = "XORRO_SIMD"

// choose returns the named kernel, or the last of the list, which is the fastest, if
// the name is empty or unknown.
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

// Kernel returns the name of the kernel in use: go, neon, avx2 or avx512. It is the
// fastest that the processor can run, unless the environment variable XORRO_SIMD
// names another. The error reports a name that the processor cannot run.
func Kernel() (string, error) { return inUse.String(), errKernel }
