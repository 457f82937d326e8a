// Package tt is the transposition table: what the search found out about a
// position, kept under the position's hash and shared by all threads without
// locks.
//
// An entry is 16 bytes: a data word and a check word. The check word is the XOR
// of the data, the lock and the rotated key, after R. Hyatt and T. Mann, "A
// Lock-less Transposition Table Implementation for Parallel Search" (2002). An
// entry whose two words were written by different stores fails the check, and so
// does one of another position, even if that agrees in its key alone or its lock
// alone.
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

// Bound says how a stored score bounds the true one.
type Bound uint8

// The bounds. Exact holds the bits of both others.
const (
	None  Bound = 0 // there is no score, only a static evaluation
	Upper Bound = 1 // the true score is at most this
	Lower Bound = 2 // the true score is at least this
	Exact Bound = Upper | Lower
)

// Limits of what an entry holds.
const (
	// NoEval is the static evaluation of a position that has none, because its
	// side to move is in check.
	NoEval chess.Score = -1 << 15

	// MinDepth and MaxDepth bound the stored depth; others are clamped.
	MinDepth chess.Depth = 1 - depthOffset
	MaxDepth chess.Depth = 1<<depthBits - 1 - depthOffset
)

// Entry is what is known about a position. Score and Eval are in centipawns from
// the side to move's view and lie within ±chess.Infinity (or Eval is NoEval);
// mate scores count from the root of the search, as everywhere outside the table.
type Entry struct {
	Move  chess.Move // the best move, NoMove if none is known
	Score chess.Score
	Eval  chess.Score // static evaluation
	Depth chess.Depth
	Bound Bound
	PV    bool // the position has been in a principal variation
}

// The fields of the data word, from the lowest bit: move 16, score 16, static
// evaluation 16, depth 8, bound 2, PV 1, age 5. The stored depth is never 0, so
// that a data word of 0 marks an empty slot.
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
	// agePenalty is how many plies of depth a search of age costs an entry when
	// its slot is wanted.
	agePenalty = 8
	// depthMargin is how many plies shallower than what is stored a new result
	// may be and still replace it, if both are of one position and one search.
	depthMargin = 4
)

type slot struct {
	check, data uint64
}

// cluster is the group of slots that one hash may use: one line of the
// processor's cache.
type cluster [4]slot

const (
	clusterSize = 64
	megabyte    = 1 << 20
)

// The build fails if a cluster is not one cache line.
var _ [clusterSize]byte = [unsafe.Sizeof(cluster{})]byte{}

// Table is the transposition table. Probe, Store and Hashfull may be called from
// any number of goroutines; the other methods only while none of those runs.
type Table struct {
	clusters []cluster
	age      uint64 // of the current search, modulo 32

	block   memory.Block
	cleanup runtime.Cleanup // releases the block when the table is out of reach
}

// New makes a table of so many megabytes (2^20 bytes). It fails as Resize does.
// The memory is let go when the collector finds the table out of reach.
func New(megabytes int) (*Table, error) {
	t := new(Table)
	if err := t.Resize(megabytes); err != nil {
		return nil, err
	}
	return t, nil
}

// Resize empties the table and gives it so many megabytes. The old memory is let
// go before the new is taken.
//
// A size below 1, or beyond what the process can address or the machine has
// available, is an error, and the table stays as it was. If the system refuses
// all the same, that is an error too, and the table is empty but keeps its size.
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
			t.use(memory.FromHeap(megabyte)) // others took what was let go
		}
	}
	return t.refusal(megabytes, most, err)
}

// refusal says why the table has not so many megabytes, and what it has instead.
func (t *Table) refusal(megabytes int, most uint64, reason error) error {
	kept := ""
	if t.clusters != nil {
		kept = fmt.Sprintf("; the table keeps %d MB", len(t.block.Bytes())/megabyte)
	}
	return fmt.Errorf("tt: a table of %d MB: %w, %d MB are available%s", megabytes, reason, most, kept)
}

// clusters returns the block as the table uses it.
func clusters(b memory.Block) []cluster {
	return unsafe.Slice((*cluster)(unsafe.Pointer(unsafe.SliceData(b.Bytes()))), len(b.Bytes())/clusterSize)
}

// use makes the table of memory that is zeroed, and has the system provide all of
// its pages now rather than during a search.
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

// release lets go of the table's memory, if it has any.
func (t *Table) release() {
	t.cleanup.Stop()
	old := t.block
	t.block, t.clusters = memory.Block{}, nil
	old.Release()
}

// Clear empties the table, with up to so many goroutines.
func (t *Table) Clear(threads int) {
	t.age = 0
	t.divide(threads, func(part []cluster) { clear(part) })
}

// minPart is the number of clusters below which another goroutine is not worth
// its start: 4 MB.
const minPart = 4 << 20 / clusterSize

// divide has up to so many goroutines do the work, each on its part of the
// clusters, and waits for them.
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

// NewSearch makes all that is stored one search older.
func (t *Table) NewSearch() { t.age = (t.age + 1) & ageMask }

// cluster is where the hash's entries are. Multiplying by the count maps the key
// evenly onto any number of clusters. Who uses the cluster keeps the table alive
// meanwhile, as its memory goes with it.
func (t *Table) cluster(h zobrist.Hash) *cluster {
	index, _ := bits.Mul64(h.Key, uint64(len(t.clusters)))
	return &t.clusters[index]
}

// signature is what a check word is apart from its data.
func signature(h zobrist.Hash) uint64 { return h.Lock ^ bits.RotateLeft64(h.Key, 32) }

// read is the slot's data if it belongs to the signature, else 0.
func (s *slot) read(signature uint64) uint64 {
	data := atomic.LoadUint64(&s.data)
	if atomic.LoadUint64(&s.check)^data != signature {
		return 0
	}
	return data
}

// write fills the slot.
func (s *slot) write(signature, data uint64) {
	atomic.StoreUint64(&s.data, data)
	atomic.StoreUint64(&s.check, signature^data)
}

// Probe is a copy of what is stored for the hash; ok is false if nothing is. Mate
// scores come out counted from the root that is ply plies above the position.
func (t *Table) Probe(h zobrist.Hash, ply int) (e Entry, ok bool) {
	c, sig := t.cluster(h), signature(h)
	// A loop would take nearly twice as long.
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
	// Field by field: the compiler would build a literal in memory and copy it.
	e.Move = chess.Move(data)
	e.Score = fromTable(int(int16(data>>scoreShift)), ply)
	e.Eval = int(int16(data >> evalShift))
	e.Depth = storedDepth(data) - depthOffset
	e.Bound = Bound(data >> boundShift & boundMask)
	e.PV = data>>pvShift&1 != 0
	return e, true
}

// Store keeps the entry for the hash of a position that is ply plies below the
// root. It takes the slot that holds the same position; failing that an empty
// one, or the one whose entry is worth least by depth and age. A stored move
// outlives a store without one, and a result much shallower than what this search
// stored for the same position is dropped unless it is exact.
func (t *Table) Store(h zobrist.Hash, ply int, e Entry) {
	c, sig := t.cluster(h), signature(h)
	depth := min(max(e.Depth, MinDepth), MaxDepth) + depthOffset

	target, lowest := &c[0], 1<<depthBits
	for i := range c {
		s := &c[i]
		data := atomic.LoadUint64(&s.data)
		if data == 0 {
			// Slots fill in order, so no later one holds the position.
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

// storedDepth is the depth as the data word holds it, 1 to 255.
func storedDepth(data uint64) int { return int(data >> depthShift & (1<<depthBits - 1)) }

// searchesOld is how many searches ago the entry was stored, modulo 32.
func (t *Table) searchesOld(data uint64) int { return int((t.age - data>>ageShift) & ageMask) }

// toTable counts a decisive score from the position instead of from the root. A
// win by tablebases stays one.
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

// fromTable counts a decisive score from the root again. A mate or a win by
// tablebases too far from this root to be claimed becomes the greatest score that
// does not claim it.
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

// Hashfull is how many of a thousand sampled slots the current search has filled.
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
