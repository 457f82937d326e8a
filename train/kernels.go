package train

import "math"

// The trainer spends its time in four kernels. Each has an implementation in Go, which
// defines it, and assembly for processors with AVX-512 or AVX2. All of them add in the
// same order and round after each operation, so they give the same bits. The explicit
// conversions to float32 keep Go from fusing operations.

// sumRowsGo sets dst to base plus the given rows of table, in their order. A row
// begins at its number times stride. The length of dst is a multiple of 16 and at most
// stride. Rows may occur more than once. Dst may be base.
func sumRowsGo(dst, base, table []float32, rows []uint16, stride int) {
	copy(dst, base)
	for _, row := range rows {
		for i, x := range table[int(row)*stride:][:len(dst)] {
			dst[i] += x
		}
	}
}

// clamp limits x to 0 to 1. NaN stays NaN.
func clamp(x float32) float32 {
	if x < 0 {
		return 0
	}
	if x > 1 {
		return 1
	}
	return x
}

// dotGo returns the sum of clamp(x)² times w. The length is a multiple of 32.
func dotGo(x, w []float32) float32 {
	var sums [32]float32
	for ; len(x) > 0; x, w = x[32:], w[32:] {
		for i := range sums {
			c := clamp(x[i])
			sums[i] += float32(float32(c*c) * w[i])
		}
	}
	for half := 16; half > 0; half /= 2 {
		for i := range half {
			sums[i] += sums[i+half]
		}
	}
	return sums[0]
}

// backwardGo propagates slope, the derivative of the loss with respect to dotGo(x, w).
// It adds the derivative with respect to w to grad and sets x to that with respect to
// x. The length is a multiple of 16.
func backwardGo(x, w, grad []float32, slope float32) {
	for i := range x {
		c := clamp(x[i])
		grad[i] += float32(float32(slope*c) * c)
		if c < 1 {
			x[i] = float32(float32(2*slope*w[i]) * c)
		} else {
			x[i] = 0
		}
	}
}

// adamStep holds the constants of a step of AdamW.
type adamStep [9]float32

// Indices of adamStep. The assembly relies on them.
const (
	keepMean = iota
	newMean
	keepSquare
	newSquare
	keepWeight
	stepRate
	stepEpsilon
	lowest
	highest
)

// Constants of AdamW: the shares of the moments that a step keeps, the weight decay,
// and the term that keeps a quotient finite.
const (
	beta1   = 0.9
	beta2   = 0.999
	decay   = 0.01
	epsilon = 1e-8
)

// newAdamStep returns the constants of step n, counted from 1. It clips weights to
// ±bound. The rate is corrected for the moments' start at zero.
func newAdamStep(n int, rate float64, bound float32) adamStep {
	missing := math.Sqrt(1 - math.Pow(beta2, float64(n)))
	return adamStep{
		keepMean: beta1, newMean: 1 - beta1,
		keepSquare: beta2, newSquare: 1 - beta2,
		keepWeight:  float32(1 - rate*decay),
		stepRate:    float32(rate * missing / (1 - math.Pow(beta1, float64(n)))),
		stepEpsilon: float32(epsilon * missing),
		lowest:      -bound, highest: bound,
	}
}

// adamGo updates the weights by the running mean of their gradient over the root of
// its running mean square. The length is a multiple of 16.
func adamGo(weight, mean, square, grad []float32, step *adamStep) {
	for i, g := range grad {
		m := float32(mean[i]*step[keepMean]) + float32(g*step[newMean])
		v := float32(square[i]*step[keepSquare]) + float32(float32(g*g)*step[newSquare])
		mean[i], square[i] = m, v
		w := float32(weight[i]*step[keepWeight]) - float32(m*step[stepRate])/(float32(math.Sqrt(float64(v)))+step[stepEpsilon])
		if w < step[lowest] {
			w = step[lowest]
		}
		if w > step[highest] {
			w = step[highest]
		}
		weight[i] = w
	}
}

// approach moves average towards the weights by a share of the distance.
func approach(average, weights []float32, share float32) {
	for i, w := range weights {
		average[i] += float32(share * (w - average[i]))
	}
}
