package tt

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"xorro/chess"
	"xorro/internal/memory"
	"xorro/zobrist"
)

func newTable(t testing.TB) *Table {
	t.Helper()
	table, err := New(1)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// sameCluster returns n hashes that share a cluster in a table of any size.
func sameCluster(n int) []zobrist.Hash {
	hashes := make([]zobrist.Hash, n)
	for i := range hashes {
		hashes[i] = zobrist.Hash{Key: 0x1234_5678<<32 | uint64(i), Lock: 0x9e3779b97f4a7c15 * uint64(i+1)}
	}
	return hashes
}

func TestRoundTrip(t *testing.T) {
	move := chess.NewMove(chess.E2, chess.E4, chess.DoublePush)
	last := chess.NewMove(chess.H8, chess.H8, 15)
	tests := []struct {
		name  string
		entry Entry
	}{
		{"ordinary", Entry{Move: move, Score: 31, Eval: -12, Depth: 9, Bound: Exact}},
		{"no move", Entry{Score: -1, Eval: 1, Depth: 1, Bound: Upper}},
		{"evaluation only", Entry{Eval: 77, Depth: MinDepth, Bound: None}},
		{"nothing at all", Entry{Depth: MinDepth}},
		{"quiescence", Entry{Move: move, Score: 5, Eval: NoEval, Depth: 0, Bound: Lower}},
		{"highest", Entry{Move: last, Score: chess.Infinity, Eval: chess.Infinity, Depth: maxDepth, Bound: Exact, PV: true}},
		{"lowest", Entry{Score: -chess.Infinity, Eval: -chess.Infinity, Depth: MinDepth, Bound: Lower, PV: true}},
		{"mate", Entry{Score: chess.Mate, Depth: 3, Bound: Lower}},
		{"mated", Entry{Score: -chess.Mate, Depth: 3, Bound: Upper}},
	}
	table := newTable(t)
	for i, test := range tests {
		h := zobrist.Hash{Key: rand.Uint64(), Lock: rand.Uint64()}
		for age := range 2 * ageMask {
			table.NewSearch()
			table.Store(h, 0, test.entry)
			got, ok := table.Probe(h, 0)
			if !ok || got != test.entry {
				t.Fatalf("%d %s, age %d: got %+v, %v; want %+v", i, test.name, age, got, ok, test.entry)
			}
		}
	}
}

func TestDepthIsClamped(t *testing.T) {
	table := newTable(t)
	h := zobrist.Hash{Key: 1, Lock: 2}
	for _, test := range []struct{ stored, want int }{{-100, MinDepth}, {1000, maxDepth}} {
		table.Store(h, 0, Entry{Depth: test.stored, Bound: Exact})
		if e, _ := table.Probe(h, 0); e.Depth != test.want {
			t.Errorf("depth %d came back as %d, want %d", test.stored, e.Depth, test.want)
		}
	}
	if maxDepth < chess.MaxPly {
		t.Errorf("maxDepth %d does not reach MaxPly %d", maxDepth, chess.MaxPly)
	}
}

// TestBothHashesMustAgree changes each bit of the key that does not choose the cluster,
// and each bit of the lock.
func TestBothHashesMustAgree(t *testing.T) {
	table := newTable(t)
	h := zobrist.Hash{Key: 0xfedcba9876543210, Lock: 0x0123456789abcdef}
	table.Store(h, 0, Entry{Score: 7, Depth: 5, Bound: Exact})
	for bit := range 64 {
		keyOnly := zobrist.Hash{Key: h.Key, Lock: h.Lock ^ 1<<bit}
		lockOnly := zobrist.Hash{Key: h.Key ^ 1<<bit, Lock: h.Lock}
		if _, ok := table.Probe(keyOnly, 0); ok {
			t.Errorf("believed with bit %d of the lock wrong", bit)
		}
		if _, ok := table.Probe(lockOnly, 0); ok {
			t.Errorf("believed with bit %d of the key wrong", bit)
		}
	}
	for range 1000 {
		if _, ok := table.Probe(zobrist.Hash{Key: h.Key, Lock: rand.Uint64()}, 0); ok {
			t.Fatal("believed by the key alone")
		}
		lockOnly := zobrist.Hash{Key: h.Key&^(1<<32-1) | uint64(rand.Uint32()), Lock: h.Lock}
		if _, ok := table.Probe(lockOnly, 0); ok && lockOnly != h {
			t.Fatal("believed by the lock alone")
		}
	}
	if _, ok := table.Probe(h, 0); !ok {
		t.Error("the entry itself is lost")
	}
}

func TestTornEntryIsRefused(t *testing.T) {
	table := newTable(t)
	hashes := sameCluster(2)
	first := Entry{Score: 10, Depth: 4, Bound: Exact}
	second := Entry{Score: -20, Depth: 6, Bound: Lower}

	for _, test := range []struct {
		name  string
		other zobrist.Hash
	}{{"two positions", hashes[1]}, {"one position", hashes[0]}} {
		table.Clear(1)
		table.Store(test.other, 0, second)
		c := table.cluster(test.other)
		torn := c[0]
		table.Clear(1)
		table.Store(hashes[0], 0, first)
		c[0].data = torn.data
		for _, h := range hashes {
			if e, ok := table.Probe(h, 0); ok {
				t.Errorf("%s: believed %+v", test.name, e)
			}
		}
	}
}

func TestEmptyTableKnowsNothing(t *testing.T) {
	table := newTable(t)
	for _, h := range []zobrist.Hash{{}, {Key: 5}, {Lock: 5}, {Key: math.MaxUint64, Lock: math.MaxUint64}} {
		if e, ok := table.Probe(h, 0); ok {
			t.Errorf("%x: %+v", h, e)
		}
	}
}

func TestReplacement(t *testing.T) {
	const slots = len(cluster{})
	hashes := sameCluster(slots + 1)
	extra := hashes[slots]

	tests := []struct {
		name   string
		depths [slots]int
		old    [slots]bool // stored in the search before
		victim int
	}{
		{"the shallowest", [slots]int{9, 3, 8, 7}, [slots]bool{}, 1},
		{"an old one before a shallower one", [slots]int{9, 3, 10, 7}, [slots]bool{2: true}, 2},
		{"a shallow one before an old deep one", [slots]int{9, 3, 30, 7}, [slots]bool{2: true}, 1},
		{"the shallowest of the old", [slots]int{9, 8, 7, 6}, [slots]bool{true, true, true, true}, 3},
	}
	for _, test := range tests {
		table := newTable(t)
		for i, depth := range test.depths {
			// Ages are set here because slots must be filled in order.
			table.age = 1
			if test.old[i] {
				table.age = 0
			}
			table.Store(hashes[i], 0, Entry{Depth: depth, Bound: Exact})
		}
		table.age = 1
		table.Store(extra, 0, Entry{Depth: 1, Bound: Upper})
		for i := range slots {
			if _, ok := table.Probe(hashes[i], 0); ok == (i == test.victim) {
				t.Errorf("%s: entry %d found: %v", test.name, i, ok)
			}
		}
		if _, ok := table.Probe(extra, 0); !ok {
			t.Errorf("%s: the new entry is not there", test.name)
		}
	}
}

func TestSamePosition(t *testing.T) {
	move := chess.NewMove(chess.G1, chess.F3, chess.Quiet)
	other := chess.NewMove(chess.B1, chess.C3, chess.Quiet)
	tests := []struct {
		name             string
		first, then      Entry
		searchesBetween  int
		want             Entry
		neighboursBefore int
	}{
		{
			name:  "the move outlives a store without one",
			first: Entry{Move: move, Score: 1, Depth: 5, Bound: Lower},
			then:  Entry{Score: -3, Depth: 6, Bound: Upper},
			want:  Entry{Move: move, Score: -3, Depth: 6, Bound: Upper},
		}, {
			name:  "a new move replaces the old",
			first: Entry{Move: move, Depth: 5, Bound: Lower},
			then:  Entry{Move: other, Depth: 5, Bound: Lower},
			want:  Entry{Move: other, Depth: 5, Bound: Lower},
		}, {
			name:  "a much shallower bound is dropped",
			first: Entry{Move: move, Depth: 12, Bound: Exact},
			then:  Entry{Move: other, Depth: 12 - depthMargin - 1, Bound: Lower},
			want:  Entry{Move: move, Depth: 12, Bound: Exact},
		}, {
			name:  "a slightly shallower bound is kept",
			first: Entry{Move: move, Depth: 12, Bound: Exact},
			then:  Entry{Move: other, Depth: 12 - depthMargin, Bound: Lower},
			want:  Entry{Move: other, Depth: 12 - depthMargin, Bound: Lower},
		}, {
			name:  "a much shallower exact score is kept",
			first: Entry{Move: move, Depth: 12, Bound: Lower},
			then:  Entry{Move: other, Depth: 1, Bound: Exact},
			want:  Entry{Move: other, Depth: 1, Bound: Exact},
		}, {
			name:            "a much shallower bound of a later search is kept",
			first:           Entry{Move: move, Depth: 12, Bound: Exact},
			then:            Entry{Move: other, Depth: 1, Bound: Upper},
			searchesBetween: 1,
			want:            Entry{Move: other, Depth: 1, Bound: Upper},
		}, {
			name:             "the own slot before the cheapest",
			first:            Entry{Move: move, Depth: 12, Bound: Exact},
			then:             Entry{Move: other, Depth: 13, Bound: Exact},
			want:             Entry{Move: other, Depth: 13, Bound: Exact},
			neighboursBefore: 3,
		},
	}
	for _, test := range tests {
		table := newTable(t)
		hashes := sameCluster(4)
		for i := range test.neighboursBefore {
			table.Store(hashes[1+i], 0, Entry{Depth: 1, Bound: Upper})
		}
		table.Store(hashes[0], 0, test.first)
		for range test.searchesBetween {
			table.NewSearch()
		}
		table.Store(hashes[0], 0, test.then)
		if got, _ := table.Probe(hashes[0], 0); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
		for i := range test.neighboursBefore {
			if _, ok := table.Probe(hashes[1+i], 0); !ok {
				t.Errorf("%s: neighbour %d is gone", test.name, i)
			}
		}
	}
}

func TestMateScores(t *testing.T) {
	tests := []struct{ score, storedAt, probedAt, want int }{
		{chess.MateIn(5), 3, 3, chess.MateIn(5)},
		{chess.MateIn(5), 3, 0, chess.MateIn(2)},
		{chess.MateIn(5), 3, 10, chess.MateIn(12)},
		{chess.MatedIn(6), 4, 4, chess.MatedIn(6)},
		{chess.MatedIn(6), 4, 1, chess.MatedIn(3)},
		{chess.MatedIn(6), 4, 9, chess.MatedIn(11)},
		{chess.MatedIn(7), 7, 0, chess.MatedIn(0)},
		{chess.MateInMax, 0, 0, chess.MateInMax},
		{chess.MateIn(200), 0, 100, chess.MateInMax - 1},
		{chess.MatedIn(200), 0, 100, 1 - chess.MateInMax},
		{chess.TablebaseWin - 9, 9, 40, chess.TablebaseWin - 40},
		{9 - chess.TablebaseWin, 9, 40, 40 - chess.TablebaseWin},
		{chess.TablebaseWin, 5, 5, chess.TablebaseWin - 5}, // it must not become a mate
		{-chess.TablebaseWin, 5, 5, 5 - chess.TablebaseWin},
		{chess.TablebaseWin - 200, 0, 100, chess.Decisive - 1},
		{200 - chess.TablebaseWin, 0, 100, 1 - chess.Decisive},
		{chess.Decisive - 1, 5, 40, chess.Decisive - 1},
		{1 - chess.Decisive, 5, 40, 1 - chess.Decisive},
		{250, 5, 40, 250},
	}
	table := newTable(t)
	h := zobrist.Hash{Key: 3, Lock: 4}
	for _, test := range tests {
		table.Store(h, test.storedAt, Entry{Score: test.score, Depth: 9, Bound: Exact})
		if e, _ := table.Probe(h, test.probedAt); e.Score != test.want {
			t.Errorf("%d stored at ply %d and probed at %d is %d, want %d",
				test.score, test.storedAt, test.probedAt, e.Score, test.want)
		}
	}
}

func TestResize(t *testing.T) {
	table := newTable(t)
	h := zobrist.Hash{Key: math.MaxUint64, Lock: 1}
	want := Entry{Score: 9, Depth: 9, Bound: Exact}
	table.Store(h, 0, want)

	for _, megabytes := range []int{0, -1, math.MinInt, math.MaxInt, math.MaxInt / megabyte, 1 << 30} {
		err := table.Resize(megabytes)
		if err == nil {
			t.Errorf("%d MB: no error", megabytes)
		} else if !strings.Contains(err.Error(), fmt.Sprintf("a table of %d MB", megabytes)) || !strings.Contains(err.Error(), "keeps 1 MB") {
			t.Errorf("%d MB: the error says %q", megabytes, err)
		}
		if got, ok := table.Probe(h, 0); !ok || got != want {
			t.Errorf("%d MB: the table did not stay as it was: %+v, %v", megabytes, got, ok)
		}
	}
	for _, megabytes := range []int{0, math.MaxInt} {
		if table, err := New(megabytes); table != nil || err == nil || strings.Contains(err.Error(), "keeps") {
			t.Errorf("New(%d): %v, %v", megabytes, table, err)
		}
	}

	for _, megabytes := range []int{3, 2, 7} {
		if err := table.Resize(megabytes); err != nil {
			t.Fatal(err)
		}
		if got := len(table.clusters) * clusterSize; got != megabytes*megabyte {
			t.Errorf("%d MB: %d bytes", megabytes, got)
		}
		if address := uintptr(unsafe.Pointer(&table.clusters[0])); address%clusterSize != 0 {
			t.Errorf("%d MB: clusters begin at %#x, not on a cache line", megabytes, address)
		}
		if _, ok := table.Probe(h, 0); ok {
			t.Errorf("%d MB: not empty", megabytes)
		}
		table.Store(h, 0, want)
		if got, ok := table.Probe(h, 0); !ok || got != want {
			t.Errorf("%d MB: got %+v, %v", megabytes, got, ok)
		}
	}
}

func TestClear(t *testing.T) {
	for _, megabytes := range []int{1, 9, 17} {
		for _, threads := range []int{0, 1, 3, 64} {
			table, err := New(megabytes)
			if err != nil {
				t.Fatal(err)
			}
			for i := range table.clusters {
				table.clusters[i][3].data = 1
			}
			table.Clear(threads)
			for i := range table.clusters {
				if table.clusters[i] != (cluster{}) {
					t.Fatalf("%d MB, %d threads: cluster %d of %d is left", megabytes, threads, i, len(table.clusters))
				}
			}
		}
	}
}

func TestHashfull(t *testing.T) {
	table := newTable(t)
	if got := table.Hashfull(); got != 0 {
		t.Errorf("empty: %d", got)
	}
	// One cluster in stride gets an entry.
	fill := func(stride int) {
		step := math.MaxUint64/uint64(len(table.clusters)) + 1
		for i := 0; i < len(table.clusters); i += stride {
			table.Store(zobrist.Hash{Key: uint64(i) * step, Lock: rand.Uint64()}, 0, Entry{Bound: Exact})
		}
	}
	fill(1)
	if got := table.Hashfull(); got != 250 {
		t.Errorf("a quarter full: %d", got)
	}
	table.NewSearch()
	if got := table.Hashfull(); got != 0 {
		t.Errorf("a new search: %d", got)
	}
	fill(2)
	if got := table.Hashfull(); got != 125 {
		t.Errorf("an eighth full: %d", got)
	}
}

// encoded returns an entry that is computed from the hash.
func encoded(h zobrist.Hash) Entry {
	mixed := h.Key ^ bits.RotateLeft64(h.Lock, 17)
	return Entry{
		Move:  chess.Move(mixed),
		Score: int(mixed >> 16 & 0x3fff),
		Eval:  int(mixed >> 30 & 0x3fff),
		Depth: int(mixed >> 44 & 0x7f),
		Bound: Exact,
		PV:    mixed>>51&1 != 0,
	}
}

// TestConcurrentUse uses memory of the Go heap too, because the race detector watches no
// other memory.
func TestConcurrentUse(t *testing.T) {
	table := newTable(t)
	t.Run("mapped", func(t *testing.T) { useConcurrently(t, table) })
	heap := new(Table)
	heap.use(memory.FromHeap(megabyte))
	t.Run("heap", func(t *testing.T) { useConcurrently(t, heap) })
}

func useConcurrently(t *testing.T, table *Table) {
	const (
		goroutines = 4
		rounds     = 200_000
		positions  = 64 // in four clusters, so goroutines compete for slots
	)
	hashes := make([]zobrist.Hash, positions)
	for i := range hashes {
		hashes[i] = zobrist.Hash{Key: uint64(i%4)<<62 | rand.Uint64()>>32, Lock: rand.Uint64()}
	}
	var found, wrong atomic.Int64
	var done sync.WaitGroup
	for range goroutines {
		done.Go(func() {
			for range rounds {
				h := hashes[rand.IntN(positions)]
				if e, ok := table.Probe(h, 0); ok {
					found.Add(1)
					if e != encoded(h) {
						wrong.Add(1)
					}
				}
				h = hashes[rand.IntN(positions)]
				table.Store(h, 0, encoded(h))
				if rand.IntN(100) == 0 {
					table.Hashfull()
				}
			}
		})
	}
	done.Wait()
	if wrong.Load() != 0 || found.Load() == 0 {
		t.Errorf("%d of %d entries found were not stored so", wrong.Load(), found.Load())
	}
}

// TestPrefetch checks that any key is accepted and that nothing changes.
func TestPrefetch(t *testing.T) {
	for _, megabytes := range []int{1, 3} {
		table, err := New(megabytes)
		if err != nil {
			t.Fatal(err)
		}
		h := zobrist.Hash{Key: math.MaxUint64, Lock: 5}
		want := Entry{Score: 3, Depth: 2, Bound: Lower}
		table.Store(h, 0, want)
		for bit := range 65 {
			table.Prefetch(1<<bit - 1)
			table.Prefetch(-(1 << bit))
		}
		table.Prefetch(h.Key)
		if got, ok := table.Probe(h, 0); !ok || got != want {
			t.Errorf("%d MB: got %+v, %v", megabytes, got, ok)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	table := newTable(t)
	h := zobrist.Hash{Key: 11, Lock: 12}
	allocations := testing.AllocsPerRun(100, func() {
		h.Key += 1 << 40
		table.Prefetch(h.Key)
		table.Store(h, 1, Entry{Depth: 3, Bound: Exact})
		table.Probe(h, 1)
	})
	if allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

// benchmarkHashes returns a set of hashes small enough for its clusters to stay in the
// processor's nearest cache.
func benchmarkHashes() (hashes [128]zobrist.Hash) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range hashes {
		hashes[i] = zobrist.Hash{Key: random.Uint64(), Lock: random.Uint64()}
	}
	return hashes
}

// The loops run to b.N because B.Loop would make every result be copied in memory.

func BenchmarkProbe(b *testing.B) {
	table, hashes := newTable(b), benchmarkHashes()
	for _, h := range hashes {
		table.Store(h, 0, encoded(h))
	}
	b.ResetTimer()
	sum := 0
	for i := range b.N {
		if e, ok := table.Probe(hashes[i%len(hashes)], 3); ok {
			sum += e.Score + e.Eval + e.Depth + int(e.Move)
		}
	}
	if sum == 0 {
		b.Error("nothing found")
	}
}

func BenchmarkStore(b *testing.B) {
	table, hashes := newTable(b), benchmarkHashes()
	b.ResetTimer()
	for i := range b.N {
		table.Store(hashes[i%len(hashes)], 3, Entry{Score: i & 0xff, Depth: i & 0x3f, Bound: Exact})
	}
}

// BenchmarkMiss probes at random in a large table. Between computing a hash and probing it
// lies about the work of a small node. The pages of the Go heap are small.
func BenchmarkMiss(b *testing.B) {
	const megabytes, work = 512, 100
	mapped, err := New(megabytes)
	if err != nil {
		b.Fatal(err)
	}
	heap := new(Table)
	heap.use(memory.FromHeap(megabytes * megabyte))
	for _, bench := range []struct {
		name     string
		table    *Table
		prefetch bool
	}{{"mapped", mapped, false}, {"mapped/prefetch", mapped, true}, {"heap", heap, false}, {"heap/prefetch", heap, true}} {
		b.Run(bench.name, func(b *testing.B) {
			h := zobrist.Hash{Key: 1, Lock: 2}
			for range b.N {
				if bench.prefetch {
					bench.table.Prefetch(h.Key)
				}
				next := h.Key
				for range work {
					next = next*0x9e3779b97f4a7c15 ^ h.Lock
				}
				if _, ok := bench.table.Probe(h, 0); ok {
					next++
				}
				h.Key, h.Lock = next, next>>32|1
			}
		})
	}
}

func BenchmarkClear(b *testing.B) {
	table, err := New(64)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(64 * megabyte)
	for b.Loop() {
		table.Clear(2)
	}
}
