package movegen

import (
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/internal/memory"
	"xorro/position"
	"xorro/zobrist"
)

// newTable returns the smallest table. Most counts here overfill it.
func newTable(t *testing.T) *PerftTable {
	t.Helper()
	table, err := NewPerftTable(1)
	require.NoError(t, err)
	t.Cleanup(table.Release)
	return table
}

// TestPerftTableWantsKeyLockAndDepth changes each bit of the key, the lock and the depth of
// a stored count, and probes the cluster that has the count.
func TestPerftTableWantsKeyLockAndDepth(t *testing.T) {
	h := zobrist.Hash{Key: 0xfedcba9876543210, Lock: 0x0123456789abcdef}
	const depth, count = 5, 4865609
	c := newTable(t).cluster(h, depth)
	c.store(perftSignature(h, depth), count)

	got, ok := c.probe(perftSignature(h, depth))
	require.True(t, ok)
	require.EqualValues(t, count, got)
	for bit := range 64 {
		_, ok = c.probe(perftSignature(zobrist.Hash{Key: h.Key ^ 1<<bit, Lock: h.Lock}, depth))
		require.False(t, ok, "believed with bit %d of the key wrong", bit)
		_, ok = c.probe(perftSignature(zobrist.Hash{Key: h.Key, Lock: h.Lock ^ 1<<bit}, depth))
		require.False(t, ok, "believed with bit %d of the lock wrong", bit)
	}
	for other := range 256 {
		_, ok = c.probe(perftSignature(h, other))
		require.Equal(t, other == depth, ok, "depth %d", other)
	}
}

// TestPerftTableRefusesTornEntries combines the words of two entries: of two positions,
// and of all pairs of depths of one position.
func TestPerftTableRefusesTornEntries(t *testing.T) {
	type entry struct {
		hash  zobrist.Hash
		depth int
		count uint64
	}
	one := zobrist.Hash{Key: 1 << 40, Lock: 77}
	entries := []entry{{zobrist.Hash{Key: 1<<40 + 1, Lock: 78}, 3, 8902}}
	for depth := range 40 { // counts that differ in the bits that depths differ in
		entries = append(entries, entry{one, depth, uint64(depth)})
	}
	for _, a := range entries {
		for _, b := range entries {
			if a.count == b.count {
				continue
			}
			var c perftCluster
			c.store(perftSignature(a.hash, a.depth), a.count)
			c[0].count = b.count
			for _, e := range entries {
				got, ok := c.probe(perftSignature(e.hash, e.depth))
				require.False(t, ok, "the check of %+v with the count of %+v gives %d for %+v", a, b, got, e)
			}
		}
	}
}

// TestPerftTableKeepsTheLargest stores more counts than a cluster has slots, and checks
// that the smallest is replaced.
func TestPerftTableKeepsTheLargest(t *testing.T) {
	var c perftCluster
	signature := func(i int) uint64 { return perftSignature(zobrist.Hash{Lock: uint64(i)}, 2) }
	for i, count := range []uint64{400, 20, 8902, 197281, 50, 30} {
		c.store(signature(i), count)
	}
	for i, kept := range []bool{true, false, true, true, false, true} {
		_, ok := c.probe(signature(i))
		require.Equal(t, kept, ok, "entry %d", i)
	}
}

func TestPerftTableSize(t *testing.T) {
	for _, megabytes := range []int{math.MinInt, -1, 0, math.MaxInt >> 20, math.MaxInt} {
		table, err := NewPerftTable(megabytes)
		require.Nil(t, table)
		require.ErrorContains(t, err, "a perft table of ")
		require.ErrorContains(t, err, "MB are available")
	}
}

// TestDivideWithTable compares the counts with and without a table, which is far too small
// and used again for each depth. It uses memory of the Go heap too, because the race
// detector watches no other memory.
func TestDivideWithTable(t *testing.T) {
	for _, fen := range []string{
		position.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
		"1r1k1r2/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/1R1K1R2 w KQkq - 0 1",
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
	} {
		p, err := position.ParseFEN(fen)
		require.NoError(t, err)
		for name, table := range map[string]*PerftTable{"mapped": newTable(t), "heap": newPerftTable(memory.FromHeap(1 << 20))} {
			for depth := 1; depth <= 4; depth++ {
				want, _ := Divide(p, depth, 2, nil, nil)
				for threads := 1; threads <= 3; threads++ {
					got, done := Divide(p, depth, threads, table, nil)
					require.True(t, done)
					require.Equal(t, want, got, "%s: depth %d on %d threads, %s", fen, depth, threads, name)
				}
			}
		}
	}
}

// TestDivideWithTableStops checks that partial counts are not stored.
func TestDivideWithTableStops(t *testing.T) {
	p, err := position.ParseFEN(position.StartFEN)
	require.NoError(t, err)
	table := newTable(t)
	var stop atomic.Bool
	time.AfterFunc(20*time.Millisecond, func() { stop.Store(true) })
	_, done := Divide(p, 30, 2, table, &stop)
	require.False(t, done)
	for depth, want := range []uint64{1, 20, 400, 8902, 197281, 4865609} {
		require.EqualValues(t, want, table.perft(p, depth, nil))
	}
}

// TestTooMany counts trees with 2^64 leaves or more, which takes a table.
func TestTooMany(t *testing.T) {
	p, err := position.ParseFEN("8/8/4k3/8/8/4K3/8/8 w - - 0 1")
	require.NoError(t, err)
	table, err := NewPerftTable(64)
	require.NoError(t, err)
	defer table.Release()
	counts, _ := Divide(p, 35, 2, table, nil)
	require.Len(t, counts, 8)
	for _, c := range counts {
		require.EqualValues(t, uint64(TooMany), c.Nodes)
	}
	require.EqualValues(t, uint64(TooMany), Total(counts))
	require.EqualValues(t, uint64(TooMany), addCounts(1<<63, 1<<63))
	require.EqualValues(t, uint64(TooMany-1), addCounts(1<<63, 1<<63-2))
	require.True(t, strings.HasSuffix(p.FEN(), "w - - 0 1"), "the position comes back as it was")
}
