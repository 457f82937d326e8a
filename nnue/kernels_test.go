package nnue

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"testing"

	"xorro/internal/enginetest"
	"xorro/internal/memory"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// randomNeurons are any numbers, with those about both ends of clipping often.
func randomNeurons(r *rand.Rand, neurons int) []int16 {
	room := memory.Aligned[int16](neurons)
	for i := range room {
		switch r.IntN(4) {
		case 0:
			room[i] = int16(r.Uint32())
		case 1:
			room[i] = []int16{-32768, -1, 0, 1, 254, 255, 256, 32767}[r.IntN(8)]
		default:
			room[i] = int16(r.IntN(256))
		}
	}
	return room
}

// compareKernels has each kernel do the same work and compares the results bit by
// bit, with what lies behind them. The weights of features may be any numbers.
func compareKernels(t *testing.T, r *rand.Rand, n *Network) {
	t.Helper()
	c, sides := changes{coming: r.IntN(33) >> r.IntN(5), leaving: r.IntN(33) >> r.IntN(5)}, 1+r.IntN(2)
	for side := range 2 {
		for i := range maxPieces {
			c.come[side][i], c.leave[side][i] = uint16(r.IntN(Features)), uint16(r.IntN(Features))
		}
	}
	from := randomNeurons(r, 2*n.neurons)
	before, bucket := slices.Clone(from), r.IntN(Buckets)
	const guard = 77
	var wantRoom []int16
	var wantSum int64
	for _, k := range available {
		with(k, func() {
			room := memory.Aligned[int16](sides*n.neurons + 32)
			for i := range room {
				room[i] = guard
			}
			n.accumulate(&room[0], &from[0], &c, sides)
			sum := n.activate(&from[0], &from[n.neurons], bucket)
			inPlace := slices.Clone(from)
			n.accumulate(&inPlace[0], &inPlace[0], &c, sides)
			if k == goKernel {
				wantRoom, wantSum = room, sum
			}
			if !slices.Equal(wantRoom, room) || room[sides*n.neurons] != guard || !slices.Equal(wantRoom[:sides*n.neurons], inPlace[:sides*n.neurons]) {
				t.Fatalf("%v accumulates otherwise: %d sides of %d neurons, %d come, %d leave", k, sides, n.neurons, c.coming, c.leaving)
			}
			if sum != wantSum {
				t.Fatalf("%v activates %d, go %d: %d neurons, bucket %d", k, sum, wantSum, n.neurons, bucket)
			}
			if !slices.Equal(from, before) || !slices.Equal(inPlace[sides*n.neurons:], from[sides*n.neurons:]) {
				t.Fatalf("%v changes what is none of its business", k)
			}
		})
	}
}

// wild are weights that may be anything where the kernels allow it.
func wild(t testing.TB, r *rand.Rand, neurons int) *Network {
	n := randomNetwork(t, r, neurons)
	for i := range n.weights.Features {
		n.weights.Features[i] = int16(r.Uint32())
	}
	return n
}

func TestKernelsAgree(t *testing.T) {
	rounds := 500
	if enginetest.Deep() {
		rounds = 50_000
	}
	r := newRandom(10)
	for neurons := MinNeurons; neurons <= MaxNeurons; neurons += MinNeurons {
		n := wild(t, r, neurons)
		for range rounds {
			compareKernels(t, r, n)
		}
	}
}

func FuzzKernelsAgree(f *testing.F) {
	f.Add(uint64(1), uint8(1))
	f.Add(uint64(2), uint8(15))
	f.Fuzz(func(t *testing.T, seed uint64, width uint8) {
		r := newRandom(seed)
		compareKernels(t, r, wild(t, r, MinNeurons*(1+int(width)%(MaxNeurons/MinNeurons))))
	})
}

// TestActivateGo compares the plain kernel, which the others are compared with,
// with the definition.
func TestActivateGo(t *testing.T) {
	r := newRandom(11)
	for range 100 {
		neurons := MinNeurons * (1 + r.IntN(16))
		us, them, weights := randomNeurons(r, neurons), randomNeurons(r, neurons), make([]int16, 2*neurons)
		for i := range weights {
			weights[i] = upTo(r, maxOutputWeight)
		}
		want := int64(0)
		for i, v := range slices.Concat(us, them) {
			clipped := min(max(int64(v), 0), QA)
			want += clipped * clipped * int64(weights[i])
		}
		require.Equal(t, want, activateGo(&us[0], &them[0], &weights[0], neurons))
	}
}

func TestChoose(t *testing.T) {
	from := []kernel{goKernel, avx2Kernel}
	for _, c := range []struct {
		name string
		want kernel
		err  string
	}{
		{"", avx2Kernel, ""},
		{"go", goKernel, ""},
		{"avx2", avx2Kernel, ""},
		{"avx512", avx2Kernel, `XORRO_SIMD: want one of go, avx2, found "avx512"; avx2 is used`},
		{"SSE", avx2Kernel, `XORRO_SIMD: want one of go, avx2, found "SSE"; avx2 is used`},
	} {
		got, err := choose(c.name, from)
		assert.Equal(t, c.want, got, c.name)
		if c.err == "" {
			assert.NoError(t, err, c.name)
		} else {
			assert.EqualError(t, err, c.err)
		}
	}
}

// TestEnvironment runs itself with the variable set, and then says what is in use.
func TestEnvironment(t *testing.T) {
	const asked = "XORRO_TEST_KERNEL"
	if os.Getenv(asked) != "" {
		name, err := Kernel()
		fmt.Printf("uses %s, %v\n", name, err)
		return
	}
	wants := map[string]string{"": fmt.Sprintf("uses %v, <nil>", available[len(available)-1]), "abacus": `found "abacus"; ` + available[len(available)-1].String() + " is used"}
	for _, k := range available {
		wants[k.String()] = fmt.Sprintf("uses %v, <nil>", k)
	}
	for value, want := range wants {
		self := exec.Command(os.Args[0], "-test.run=^TestEnvironment$")
		self.Env = append(os.Environ(), asked+"=1", "XORRO_SIMD="+value)
		out, err := self.Output()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Skipf("the test cannot run itself: %v", err) // as under an emulator
		}
		assert.NoError(t, err, value)
		assert.Contains(t, string(out), want, value)
	}
}

// BenchmarkAccumulate updates both sides.
func BenchmarkAccumulate(b *testing.B) {
	for _, neurons := range []int{64, 128, 256, 512} {
		n := randomNetwork(b, newRandom(1), neurons)
		to, from := memory.Aligned[int16](2*neurons), memory.Aligned[int16](2*neurons)
		for _, k := range available {
			for _, kind := range []struct {
				name string
				c    changes
			}{{"move", changes{coming: 1, leaving: 1}}, {"capture", changes{coming: 1, leaving: 2}}} {
				b.Run(fmt.Sprintf("%s/%d/%v", kind.name, neurons, k), func(b *testing.B) {
					with(k, func() {
						for i := range maxPieces {
							kind.c.come[1][i], kind.c.leave[0][i], kind.c.leave[1][i] = 100, uint16(200+i), uint16(300+i)
						}
						for b.Loop() {
							n.accumulate(&to[0], &from[0], &kind.c, 2)
						}
					})
				})
			}
		}
	}
}

func BenchmarkActivate(b *testing.B) {
	for _, neurons := range []int{64, 128, 256, 512} {
		r := newRandom(1)
		n := randomNetwork(b, r, neurons)
		us, them := randomNeurons(r, neurons), randomNeurons(r, neurons)
		for _, k := range available {
			b.Run(fmt.Sprintf("%d/%v", neurons, k), func(b *testing.B) {
				with(k, func() {
					for b.Loop() {
						n.activate(&us[0], &them[0], 3)
					}
				})
			})
		}
	}
}
