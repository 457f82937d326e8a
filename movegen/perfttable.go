package movegen

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"sync/atomic"
	"unsafe"

	"xorro/internal/memory"
	"xorro/zobrist"
)

// PerftTable is a table of the counts of a perft, by hash and depth. Any number of
// goroutines may use it without locks.
//
// An entry is 16 bytes: a count and a check word. The check word is the XOR of the count,
// the key and lock of the position, and a number that depends on the depth. So a count is
// used only for its own position and depth, and only if both words were written by the
// same store.
type PerftTable struct {
	clusters []perftCluster
	block    memory.Block
	cleanup  runtime.Cleanup // releases the block when the table is out of reach
}

type perftSlot struct {
	check, count uint64
}

// perftCluster is the group of slots that a position may use.
type perftCluster [4]perftSlot

const perftClusterSize = 64

// The build fails if a cluster is not one cache line.
var _ [perftClusterSize]byte = [unsafe.Sizeof(perftCluster{})]byte{}

// NewPerftTable returns an empty table of the given size in megabytes (2^20 bytes). It is
// an error if the size is below 1 or above what the machine has available.
func NewPerftTable(megabytes int) (*PerftTable, error) {
	const megabyte = 1 << 20
	most := min(memory.Available(0), math.MaxInt/2) / megabyte
	err := errors.New("it must have at least 1 MB and fit into memory")
	if megabytes >= 1 && uint64(megabytes) <= most {
		var b memory.Block
		if b, err = memory.Allocate(megabytes * megabyte); err == nil {
			return newPerftTable(b), nil
		}
	}
	return nil, fmt.Errorf("a perft table of %d MB: %w, %d MB are available", megabytes, err, most)
}

func newPerftTable(b memory.Block) *PerftTable {
	first := (*perftCluster)(unsafe.Pointer(unsafe.SliceData(b.Bytes())))
	t := &PerftTable{clusters: unsafe.Slice(first, len(b.Bytes())/perftClusterSize), block: b}
	t.cleanup = runtime.AddCleanup(t, memory.Block.Release, b)
	return t
}

// Release frees the memory of the table, which must not be used afterwards. Without
// Release the memory is freed when the garbage collector finds the table unreachable.
func (t *PerftTable) Release() {
	t.cleanup.Stop()
	t.block.Release()
	*t = PerftTable{}
}

// cluster returns the cluster of a position at a depth. Each depth has another cluster,
// because a position that occurs at many depths would overflow a single one.
func (t *PerftTable) cluster(h zobrist.Hash, depth int) *perftCluster {
	index, _ := bits.Mul64(h.Key+depthNumber(depth), uint64(len(t.clusters)))
	return &t.clusters[index]
}

// depthNumber returns a number for a depth that has bits in all places.
func depthNumber(depth int) uint64 { return uint64(depth) * 0x9e3779b97f4a7c15 }

// perftSignature returns the XOR of the check word and the count of an entry. The depth
// changes all bits. So an entry that is torn between two depths of one position, whose
// counts may differ in few bits, is refused too.
func perftSignature(h zobrist.Hash, depth int) uint64 {
	return h.Lock ^ bits.RotateLeft64(h.Key, 32) ^ depthNumber(depth)
}

// probe returns the count with the signature. If the cluster has none, ok is false.
func (c *perftCluster) probe(signature uint64) (count uint64, ok bool) {
	for i := range c {
		count = atomic.LoadUint64(&c[i].count)
		if atomic.LoadUint64(&c[i].check)^count == signature {
			return count, true
		}
	}
	return 0, false
}

// store replaces the smallest count of the cluster, which takes the least time to count
// again. An empty slot has the smallest count of all.
func (c *perftCluster) store(signature, count uint64) {
	target, least := &c[0], uint64(math.MaxUint64)
	for i := range c {
		stored := atomic.LoadUint64(&c[i].count)
		if stored == count && atomic.LoadUint64(&c[i].check) == signature^count {
			return // another thread was faster
		}
		if stored < least {
			target, least = &c[i], stored
		}
	}
	atomic.StoreUint64(&target.count, count)
	atomic.StoreUint64(&target.check, signature^count)
}
