package train

import (
	"math/bits"
	"math/rand/v2"
)

// shuffle is a random permutation of the numbers from 0 to n-1 that computes each
// element by itself, so it needs no memory and training can continue anywhere in it.
// It is a Feistel network on the bits of the number, applied until the result is in
// range.
type shuffle struct {
	n                 uint64
	lowBits           int
	lowMask, highMask uint64
	keys              [8]uint64
}

// newShuffle returns the permutation of an epoch, which depends on the arguments
// alone.
func newShuffle(n int, seed, epoch uint64) *shuffle {
	s := &shuffle{n: uint64(n)}
	total := bits.Len64(uint64(n - 1))
	s.lowBits = total / 2
	s.lowMask = 1<<s.lowBits - 1
	s.highMask = 1<<(total-s.lowBits) - 1
	rng := rand.New(rand.NewPCG(seed, epoch))
	for i := range s.keys {
		s.keys[i] = rng.Uint64()
	}
	return s
}

// at returns element i of the permutation.
func (s *shuffle) at(i int) int {
	x := uint64(i)
	for {
		high, low := x>>s.lowBits, x&s.lowMask
		for k := 0; k < len(s.keys); k += 2 {
			high ^= mix(low, s.keys[k]) & s.highMask
			low ^= mix(high, s.keys[k+1]) & s.lowMask
		}
		x = high<<s.lowBits | low
		if x < s.n {
			return int(x)
		}
	}
}

// mix returns a number each bit of which depends on all bits of the arguments.
func mix(x, key uint64) uint64 {
	high, low := bits.Mul64(x^key, 0x9e3779b97f4a7c15)
	return (high ^ low) >> 16
}
