// Package tt is the transposition table. It keeps the results of searches under the
// hashes of their positions. All threads share it without locks.
//
// An entry is 16 bytes: a data word and a check word. The check word is the XOR of the
// data, the lock and the rotated key (R. Hyatt and T. Mann, "A Lock-less Transposition
// Table Implementation for Parallel Search", 2002). An entry fails the check if its two
// words were written by different stores, or if it belongs to another position, even one
// with the same key or the same lock.
package tt

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"xorro/chess"
	"xorro/internal/memory"
	"xorro/zobrist"
)

// Bound says how a score bounds the true score.
type Bound uint8

// The bounds. Exact has the bits of both Upper and Lower.
const (
	None  Bound = 0 // there is no score, only a static evaluation
	Upper Bound = 1 // the true score is at most this
	Lower Bound = 2 // the true score is at least this
	Exact Bound = Upper | Lower
)

// Limits of an entry.
const (
	// NoEval stands for the absence of a static evaluation, as in check.
	NoEval chess.Score = -1 << 15

	// MinDepth and maxDepth bound the stored depth. Other depths are clamped.
	MinDepth chess.Depth = 1 - depthOffset
	maxDepth chess.Depth = 1<<depthBits - 1 - depthOffset
)

// Entry is what is known about a position. Score and Eval are in centipawns from the side
// to move's view, within ±chess.Infinity; Eval may be NoEval. Mate scores are counted
// from the root of the search, as everywhere outside of the table.
type Entry struct {
	Move  chess.Move // best move, or NoMove
	Score chess.Score
	Eval  chess.Score // static evaluation
	Depth chess.Depth
	Bound Bound
	PV    bool // the position was in a principal variation
}

// The fields of the data word, from the lowest bit up: move 16 bits, score 16, static
// evaluation 16, depth 8, bound 2, PV 1, age 5. The stored depth is never 0, so a data
// word of 0 marks an empty slot.
const (
	scoreShift = 16
	evalShift  = 32
	depthShift = 48
	boundShift = 56
	pvShift    = 58
	ageShift   = 59

	depthBits   = 8
	depthOffset = 8
	boundMask   = 1<<2 - 1
	ageMask     = 1<<5 - 1
)

const (
	// agePenalty is the number of plies of depth that an entry loses for each search
	// since it was stored, when an entry to replace is chosen.
	agePenalty = 8
	// depthMargin is the number of plies by which a new result may be shallower than the
	// stored one and still replace it, if both are of one position and one search.
	depthMargin = 4
)

type slot struct {
	check, data uint64
}

// cluster is the group of slots that a hash may use. It is one cache line.
type cluster [4]slot

const (
	clusterSize = 64
	megabyte    = 1 << 20
)

// The build fails if a cluster is not one cache line.
var _ [clusterSize]byte = [unsafe.Sizeof(cluster{})]byte{}

// Table is a transposition table. Probe, Store, Prefetch and Hashfull may be called from
// any number of goroutines. The other methods may be called only while none of these
// runs.
type Table struct {
	clusters []cluster
	age      uint64 // of the current search, modulo 32

	block   memory.Block
	cleanup runtime.Cleanup // releases the block when the table is unreachable
}

// New returns a table of the given size in megabytes (2^20 bytes). Its errors are those
// of Resize. The memory is freed when the garbage collector finds the table unreachable.
func New(megabytes int) (*Table, error) {
	t := new(Table)
	if err := t.Resize(megabytes); err != nil {
		return nil, err
	}
	return t, nil
}

// Resize empties the table and changes its size to the given number of megabytes. The
// old memory is freed before the new memory is allocated.
//
// It is an error if the size is below 1, or above what the process can address or the
// machine has available; the table is then unchanged. If the system refuses the memory
// nevertheless, that is an error too; the table is then empty but keeps its size.
func (t *Table) Resize(megabytes int) error {
	old := len(t.block.Bytes())
	most := min(memory.Available(uint64(old)), math.MaxInt/2) / megabyte
	if megabytes < 1 || uint64(megabytes) > most {
		return t.refusal(megabytes, most, errors.New("it must have at least 1 MB and fit into memory"))
	}

	t.release()
	b, err := memory.Allocate(megabytes * megabyte)
	if err == nil {
		t.use(b)
		return nil
	}
	if old != 0 {
		if b, again := memory.Allocate(old); again == nil {
			t.use(b)
		} else {
			t.use(memory.FromHeap(megabyte)) // another process took the memory
		}
	}
	return t.refusal(megabytes, most, err)
}

// refusal returns the error for a size in megabytes that the table could not get.
func (t *Table) refusal(megabytes int, most uint64, reason error) error {
	kept := ""
	if t.clusters != nil {
		kept = fmt.Sprintf("; the table keeps %d MB", len(t.block.Bytes())/megabyte)
	}
	return fmt.Errorf("tt: a table of %d MB: %w, %d MB are available%s", megabytes, reason, most, kept)
}

// clusters returns the memory of a block as clusters.
func clusters(b memory.Block) []cluster {
	return unsafe.Slice((*cluster)(unsafe.Pointer(unsafe.SliceData(b.Bytes()))), len(b.Bytes())/clusterSize)
}

// use makes a block of zeroed memory the table's. It touches every page, so that the
// system provides them now and not during a search.
func (t *Table) use(b memory.Block) {
	t.block, t.clusters, t.age = b, clusters(b), 0
	t.cleanup = runtime.AddCleanup(t, memory.Block.Release, b)
	page := os.Getpagesize() / clusterSize
	t.divide(runtime.GOMAXPROCS(0), func(part []cluster) {
		for i := 0; i < len(part); i += page {
			part[i][0].data = 0
		}
	})
}

// release frees the table's memory, if it has any.
func (t *Table) release() {
	t.cleanup.Stop()
	old := t.block
	t.block, t.clusters = memory.Block{}, nil
	old.Release()
}

// Clear empties the table, with at most the given number of goroutines.
func (t *Table) Clear(threads int) {
	t.age = 0
	t.divide(threads, func(part []cluster) { clear(part) })
}

// minPart is the number of clusters, 4 MB of them, below which another goroutine is not
// worth starting.
const minPart = 4 << 20 / clusterSize

// divide calls work for parts that make up the table, in at most the given number of
// goroutines, and waits for them.
func (t *Table) divide(threads int, work func(part []cluster)) {
	parts := max(1, min(threads, len(t.clusters)/minPart))
	var done sync.WaitGroup
	rest := t.clusters
	for ; parts > 0; parts-- {
		part := rest[:len(rest)/parts]
		rest = rest[len(part):]
		done.Go(func() { work(part) })
	}
	done.Wait()
	runtime.KeepAlive(t)
}

// NewSearch makes all entries one search older.
func (t *Table) NewSearch() { t.age = (t.age + 1) & ageMask }

// cluster returns the cluster of a hash. The multiplication maps keys evenly onto any
// number of clusters. The caller must keep the table alive while it uses the cluster,
// because the memory is freed with the table.
func (t *Table) cluster(h zobrist.Hash) *cluster {
	index, _ := bits.Mul64(h.Key, uint64(len(t.clusters)))
	return &t.clusters[index]
}

// signature returns the XOR of an entry's check and data words, given its hash.
func signature(h zobrist.Hash) uint64 { return h.Lock ^ bits.RotateLeft64(h.Key, 32) }

// read returns the data of the slot if the slot has the signature, and 0 otherwise.
func (s *slot) read(signature uint64) uint64 {
	data := atomic.LoadUint64(&s.data)
	if atomic.LoadUint64(&s.check)^data != signature {
		return 0
	}
	return data
}

// write stores data under a signature.
func (s *slot) write(signature, data uint64) {
	atomic.StoreUint64(&s.data, data)
	atomic.StoreUint64(&s.check, signature^data)
}

// Probe returns a copy of the entry of a hash, whose position is ply plies from the root.
// If there is none, ok is false. Mate scores are returned as counted from the root.
func (t *Table) Probe(h zobrist.Hash, ply int) (e Entry, ok bool) {
	c, sig := t.cluster(h), signature(h)
	// Unrolled: a loop takes nearly twice as long.
	data := c[0].read(sig)
	if data == 0 {
		data = c[1].read(sig)
	}
	if data == 0 {
		data = c[2].read(sig)
	}
	if data == 0 {
		data = c[3].read(sig)
	}
	runtime.KeepAlive(t)
	if data == 0 {
		return e, false
	}
	// Field by field, because the compiler would build a literal in memory and copy it.
	e.Move = chess.Move(data)
	e.Score = fromTable(int(int16(data>>scoreShift)), ply)
	e.Eval = int(int16(data >> evalShift))
	e.Depth = storedDepth(data) - depthOffset
	e.Bound = Bound(data >> boundShift & boundMask)
	e.PV = data>>pvShift&1 != 0
	return e, true
}

// Store stores an entry under a hash, whose position is ply plies from the root. It
// replaces the entry of the same position. If there is none, it uses an empty slot, or
// the slot whose entry is worth least by depth and age. If the new entry has no move,
// the old move is kept. A result that is not exact is dropped if the same search has
// stored a much deeper one for the position.
func (t *Table) Store(h zobrist.Hash, ply int, e Entry) {
	c, sig := t.cluster(h), signature(h)
	depth := min(max(e.Depth, MinDepth), maxDepth) + depthOffset

	target, lowest := &c[0], 1<<depthBits
	for i := range c {
		s := &c[i]
		data := atomic.LoadUint64(&s.data)
		if data == 0 {
			// Slots are filled in order, so no later one has the position.
			target = s
			break
		}
		if atomic.LoadUint64(&s.check)^data == sig {
			if e.Bound != Exact && depth+depthMargin < storedDepth(data) && t.searchesOld(data) == 0 {
				return
			}
			if e.Move == chess.NoMove {
				e.Move = chess.Move(data)
			}
			target = s
			break
		}
		if worth := storedDepth(data) - agePenalty*t.searchesOld(data); worth < lowest {
			target, lowest = s, worth
		}
	}

	data := uint64(e.Move) |
		uint64(uint16(toTable(e.Score, ply)))<<scoreShift |
		uint64(uint16(e.Eval))<<evalShift |
		uint64(depth)<<depthShift |
		uint64(e.Bound&boundMask)<<boundShift |
		t.age<<ageShift
	if e.PV {
		data |= 1 << pvShift
	}
	target.write(sig, data)
	runtime.KeepAlive(t)
}

// storedDepth returns the depth as the data word stores it, 1 to 255.
func storedDepth(data uint64) int { return int(data >> depthShift & (1<<depthBits - 1)) }

// searchesOld returns the number of searches since an entry was stored, modulo 32.
func (t *Table) searchesOld(data uint64) int { return int((t.age - data>>ageShift) & ageMask) }

// toTable returns a score with mates and tablebase wins counted from the position instead
// of the root. A tablebase win does not become a mate.
func toTable(score chess.Score, ply int) chess.Score {
	switch {
	case score >= chess.MateInMax:
		return score + ply
	case score >= chess.Decisive:
		return min(score+ply, chess.TablebaseWin)
	case score <= -chess.MateInMax:
		return score - ply
	case score <= -chess.Decisive:
		return max(score-ply, -chess.TablebaseWin)
	}
	return score
}

// fromTable is the inverse of toTable. A mate or a tablebase win that is too far from the
// root to be claimed becomes the greatest score that does not claim it.
func fromTable(score chess.Score, ply int) chess.Score {
	switch {
	case score >= chess.MateInMax:
		return max(score-ply, chess.MateInMax-1)
	case score >= chess.Decisive:
		return max(score-ply, chess.Decisive-1)
	case score <= -chess.MateInMax:
		return min(score+ply, 1-chess.MateInMax)
	case score <= -chess.Decisive:
		return min(score+ply, 1-chess.Decisive)
	}
	return score
}

// Hashfull returns the permille of slots that the current search has filled, as counted
// in a sample of a thousand.
func (t *Table) Hashfull() int {
	const sample = 1000 / len(cluster{})
	filled := 0
	for i := range t.clusters[:sample] {
		c := &t.clusters[i]
		for j := range c {
			data := atomic.LoadUint64(&c[j].data)
			if data != 0 && t.searchesOld(data) == 0 {
				filled++
			}
		}
	}
	runtime.KeepAlive(t)
	return filled
}
