package zobrist

// mt19937 is the 32-bit Mersenne Twister (M. Matsumoto and T. Nishimura, 1998).
type mt19937 struct {
	state [mtSize]uint32
	index int
}

const (
	mtSize  = 624
	mtShift = 397
)

func newMT19937(seed uint32) *mt19937 {
	m := &mt19937{index: mtSize}
	m.state[0] = seed
	for i := uint32(1); i < mtSize; i++ {
		last := m.state[i-1]
		m.state[i] = 1812433253*(last^last>>30) + i
	}
	return m
}

func (m *mt19937) next32() uint32 {
	if m.index == mtSize {
		m.twist()
	}
	x := m.state[m.index]
	m.index++
	x ^= x >> 11
	x ^= x << 7 & 0x9d2c5680
	x ^= x << 15 & 0xefc60000
	return x ^ x>>18
}

func (m *mt19937) twist() {
	for i := range m.state {
		x := m.state[i]&0x80000000 | m.state[(i+1)%mtSize]&0x7fffffff
		next := m.state[(i+mtShift)%mtSize] ^ x>>1
		if x&1 != 0 {
			next ^= 0x9908b0df
		}
		m.state[i] = next
	}
	m.index = 0
}

// next64 returns two draws as one number. The first draw is the high half.
func (m *mt19937) next64() uint64 {
	high := uint64(m.next32())
	return high<<32 | uint64(m.next32())
}

// splitmix64 is the generator of G. Steele, D. Lea and C. Flood (2014).
type splitmix64 uint64

func (s *splitmix64) next64() uint64 {
	*s += 0x9e3779b97f4a7c15
	x := uint64(*s)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
