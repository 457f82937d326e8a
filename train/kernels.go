package train

import "math"

// The four kernels are where the trainer spends its time. Each has a twin in Go,
// which says what it does, and assembly for processors with AVX-512 or AVX2. All
// of them add in the same order and round after each step, so they give the same
// bits; Go may not fuse what stands in a conversion.

// sumRows sets dst to base plus the rows of table that are named, in their order.
// A row begins at its number times stride, and dst is no wider than that. The
// width is a multiple of 16. Rows may be named more than once; dst may be base.
func sumRowsGo(dst, base, table []float32, rows []uint16, stride int) {
	copy(dst, base)
	for _, row := range rows {
		for i, x := range table[int(row)*stride:][:len(dst)] {
			dst[i] += x
		}
	}
}

// clamp limits x to 0 and 1; what is no number stays so.
func clamp(x float32) float32 {
	if x < 0 {
		return 0
	}
	if x > 1 {
		return 1
	}
	return x
}

// dotGo is the sum of clamp(x)² times w. The length is a multiple of 32.
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

// backwardGo takes the slope of the loss by a dotGo(x, w) back to what went into
// it: grad gains the slope by w, and x becomes the slope by x. The length is a
// multiple of 16.
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

// adamStep holds the constants of one step of AdamW.
type adamStep [9]float32

// Indices of adamStep, which the assembly relies on.
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

// Constants of AdamW: the share of the moments that a step keeps, the decay of
// weights, and what keeps a quotient finite.
const (
	beta1   = 0.9
	beta2   = 0.999
	decay   = 0.01
	epsilon = 1e-8
)

// newAdamStep prepares the nth step, counted from 1, for weights that are clipped
// to ±bound. The moments start at zero, which the rate makes up for.
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

// adamGo moves the weights against their gradient, by its running mean over the
// root of its running mean square. The length is a multiple of 16.
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

// approach moves the running mean of the weights towards them by a share of the
// distance.
func approach(average, weights []float32, share float32) {
	for i, w := range weights {
		average[i] += float32(share * (w - average[i]))
	}
}
