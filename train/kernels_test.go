package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomFloats are n numbers between low and high, some of which are exactly 0 or
// 1, the ends of clamp.
func randomFloats(rng *rand.Rand, n int, low, high float32) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = low + (high-low)*rng.Float32()
		switch rng.IntN(16) {
		case 0:
			x[i] = 0
		case 1:
			x[i] = 1
		}
	}
	return x
}

// bitsOf shows floats by their bits, in which what is no number equals itself.
func bitsOf(x []float32) []uint32 {
	bits := make([]uint32, len(x))
	for i := range x {
		bits[i] = math.Float32bits(x[i])
	}
	return bits
}

func TestKernelsGiveTheSameBits(t *testing.T) {
	forEachPath(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, width := range []int{16, 32, 64, 80, 112, 128, 240, 256, 384, 512, 1008} {
			for _, n := range []int{0, 1, 2, 30, 300} {
				stride := width + 16*rng.IntN(3)
				table := randomFloats(rng, 700*stride, -1, 1)
				base := randomFloats(rng, width, -1, 1)
				rows := make([]uint16, n)
				for i := range rows {
					rows[i] = uint16(rng.IntN(700))
				}
				want, got := make([]float32, width), make([]float32, width+1)
				got[width] = 7
				sumRowsGo(want, base, table, rows, stride)
				sumRows(got[:width], base, table, rows, stride)
				require.Equal(t, append(bitsOf(want), math.Float32bits(7)), bitsOf(got), "width %d, %d rows", width, n)
			}
		}
		for _, n := range []int{32, 64, 128, 512, 1024} {
			x, w, grad := randomFloats(rng, n, -1, 2), randomFloats(rng, n, -2, 2), randomFloats(rng, n, -1, 1)
			require.Equal(t, math.Float32bits(dotGo(x, w)), math.Float32bits(dot(x, w)), "n %d", n)

			slope := rng.Float32() - 0.5
			wantX, wantGrad := append([]float32{}, x...), append([]float32{}, grad...)
			backwardGo(wantX, w, wantGrad, slope)
			backward(x, w, grad, slope)
			require.Equal(t, bitsOf(wantX), bitsOf(x), "n %d", n)
			require.Equal(t, bitsOf(wantGrad), bitsOf(grad), "n %d", n)
		}
		for _, n := range []int{16, 32, 48, 1024} {
			moved, mean, square := randomFloats(rng, n, -2, 2), randomFloats(rng, n, -1, 1), randomFloats(rng, n, 0, 1)
			grad := randomFloats(rng, n, -1, 1)
			step := newAdamStep(1+rng.IntN(100), 0.01, 1.5)
			wantWeight, wantMean, wantSquare := append([]float32{}, moved...), append([]float32{}, mean...), append([]float32{}, square...)
			adamGo(wantWeight, wantMean, wantSquare, grad, &step)
			adam(moved, mean, square, grad, &step)
			require.Equal(t, bitsOf(wantWeight), bitsOf(moved), "n %d", n)
			require.Equal(t, bitsOf(wantMean), bitsOf(mean), "n %d", n)
			require.Equal(t, bitsOf(wantSquare), bitsOf(square), "n %d", n)
		}
	})
}

// What is no number must come out again wherever it goes in, so that training
// stops instead of going on with nonsense.
func TestKernelsShowWhatIsNoNumber(t *testing.T) {
	forEachPath(t, func(t *testing.T) {
		nan := float32(math.NaN())
		x, w, grad := make([]float32, 32), make([]float32, 32), make([]float32, 32)
		x[5] = nan
		require.True(t, math.IsNaN(float64(dot(x, w))))
		backward(x, w, grad, 1)
		require.True(t, math.IsNaN(float64(grad[5])))

		step := newAdamStep(1, 0.001, 1.98)
		grad[6] = nan
		adam(w, make([]float32, 32), make([]float32, 32), grad, &step)
		require.True(t, math.IsNaN(float64(w[6])))
	})
}

func TestAdamStep(t *testing.T) {
	// The first step of Adam is the rate against the gradient's sign, whatever the
	// gradient's size; decay takes a part in 100,000 of the weight besides.
	step := newAdamStep(1, 0.001, 1.98)
	weight := []float32{1, 1, 1.979, 0, -1.979, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	grad := []float32{1e-3, -5, -5, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	adam(weight, make([]float32, 16), make([]float32, 16), grad, &step)
	require.InDelta(t, 1-0.001-0.00001, weight[0], 1e-6)
	require.InDelta(t, 1+0.001-0.00001, weight[1], 1e-6)
	require.InDelta(t, 1.97998, weight[2], 1e-5)
	require.Zero(t, weight[3])

	step = newAdamStep(1, 0.1, 1.98)
	adam(weight, make([]float32, 16), make([]float32, 16), grad, &step)
	require.Equal(t, float32(1.98), weight[2])
	require.Equal(t, float32(-1.98), weight[4])
}

func BenchmarkSumRows(b *testing.B) {
	for _, width := range []int{64, 256, 512} {
		b.Run(fmt.Sprintf("width=%d", width), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(3, 4))
			table, base := randomFloats(rng, 768*width, -1, 1), make([]float32, width)
			rows := make([]uint16, 24)
			for i := range rows {
				rows[i] = uint16(rng.IntN(768))
			}
			for b.Loop() {
				sumRows(base, base, table, rows, width)
			}
		})
	}
}
