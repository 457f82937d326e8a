package nnue

//go:generate go run -C ../internal/asm ./nnue -out ../../nnue/kernels_amd64.s -stubs ../../nnue/stubs_amd64.go -pkg nnue

import "golang.org/x/sys/cpu"

// available lists the kernels that the processor can run, the fastest last.
var available = func() []kernel {
	all := []kernel{goKernel}
	if x := cpu.X86; x.HasAVX2 {
		all = append(all, avx2Kernel)
		if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512VNNI {
			all = append(all, avx512Kernel)
		}
	}
	return all
}()

// accumulate computes the accumulators of one or both sides from others and the
// changes to them.
func (n *Network) accumulate(to, from *int16, c *changes, sides int) {
	weights := &n.weights.Features[0]
	if inUse == avx512Kernel {
		accumulateAVX512(to, from, weights, &c.come[0][0], &c.leave[0][0], c.coming, c.leaving, n.neurons, sides)
	} else if inUse == avx2Kernel {
		accumulateAVX2(to, from, weights, &c.come[0][0], &c.leave[0][0], c.coming, c.leaving, n.neurons, sides)
	} else {
		accumulateGo(to, from, weights, &c.come[0][0], &c.leave[0][0], c.coming, c.leaving, n.neurons, sides)
	}
}

// activate returns a bucket's weighted sum of the squared neurons. QA * QA times the
// number that stands for 1 in output weights stands for 1.
func (n *Network) activate(us, them *int16, bucket int) int64 {
	weights := n.row(bucket)
	if inUse == avx512Kernel {
		return activateAVX512(us, them, weights, n.neurons)
	}
	if inUse == avx2Kernel {
		return activateAVX2(us, them, weights, n.neurons)
	}
	return activateGo(us, them, weights, n.neurons)
}
