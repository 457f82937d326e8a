package verify

import (
	"math"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
	"xorro/tt"
	"xorro/zobrist"
)

// TableConfig configures a check of the transposition table.
type TableConfig struct {
	Probes int    // how often to look a position up, at least 1
	Seed   uint64 // of the random games whose positions are looked up and stored
	// Progress, if not nil, is called from time to time with the number of probes so far.
	Progress func(probes int)
}

// TableReport counts the results of a check.
type TableReport struct {
	Slots     int          // of the table, which the positions overfill many times
	Probes    int          // positions looked up, then stored
	Hits      int          // entries believed
	False     int          // of those, entries of another position
	Strangers int          // entries of other positions that probes were compared with
	Agreed    [3]Agreement // of those, entries that agree in 16, 32 and 64 low bits of the key
}

// Agreement is how many entries of other positions agree with a probe in some bits of the
// key.
type Agreement struct {
	Bits   int
	Count  int
	Chance float64 // the count to expect of random numbers
}

// keyBits are the Bits of the agreements.
var keyBits = [3]int{16, 32, 64}

const (
	// tableMegabytes is the size of the tables, the smallest, so that they are overfull.
	tableMegabytes = 1
	// partProbes is the number of probes of a part of the check. Each part has games of
	// its own and begins with empty tables. It keeps the memory for the positions below 60
	// MB for each processor.
	partProbes = 1 << 19
	// partGames is more games than a part needs.
	partGames = 1 << 32
)

// RunTable stores the positions of random games in a table that is much too small for
// them, and remembers each position in full. Every entry that the table returns must
// belong to the position that was probed. The error is the first *Discrepancy, or that
// there is no memory. The report counts all discrepancies. The check uses all processors;
// the same config gives the same report on any number of them.
func RunTable(config TableConfig) (TableReport, error) {
	return runTable(config, (*position.Position).Hash, func() (store, error) {
		table, err := tt.New(tableMegabytes)
		return lockTable{table}, err
	})
}

// store is a table of numbers. Tests pass broken ones.
type store interface {
	probe(h zobrist.Hash) (number int, ok bool)
	put(h zobrist.Hash, number int, depth chess.Depth)
	empty()
}

// runTable checks tables that newTable makes, one for each processor.
func runTable(config TableConfig, hash hasher, newTable func() (store, error)) (TableReport, error) {
	parts := (config.Probes + partProbes - 1) / partProbes
	checkers := make([]*tableChecker, min(parts, runtime.GOMAXPROCS(0)))
	for i := range checkers {
		table, err := newTable()
		if err != nil {
			return TableReport{}, err
		}
		checkers[i] = &tableChecker{hash: hash, table: table, shadow: newModel(agreeAll), failedPart: parts}
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	progress := sharedProgress{tell: config.Progress}
	for _, c := range checkers {
		wg.Go(func() {
			for {
				part := int(next.Add(1)) - 1
				if part >= parts {
					return
				}
				c.run(config.Seed, part, min(partProbes, config.Probes-part*partProbes), &progress)
			}
		})
	}
	wg.Wait()

	report := TableReport{Slots: modelSlots}
	var failed error
	failedPart := parts
	for _, c := range checkers {
		report.Probes += c.report.Probes
		report.Hits += c.report.Hits
		report.False += c.report.False
		report.Strangers += c.shadow.strangers
		for i, n := range c.shadow.agreed {
			report.Agreed[i].Count += n
		}
		if c.failedPart < failedPart {
			failed, failedPart = c.failed, c.failedPart
		}
	}
	for i, bits := range keyBits {
		// The highest bits of the keys in a cluster are the same.
		random := min(float64(bits), 64-math.Log2(float64(modelClusters)))
		report.Agreed[i].Bits = bits
		report.Agreed[i].Chance = float64(report.Strangers) * math.Exp2(-random)
	}
	return report, failed
}

// sharedProgress adds up the probes of all processors.
type sharedProgress struct {
	tell   func(probes int)
	mu     sync.Mutex
	probes int
}

func (s *sharedProgress) add(probes int) {
	if s.tell == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.probes += probes
	s.tell(s.probes)
}

// walkDepth is the number of plies to which the tree below each position of a game is
// visited. Many positions of the tree occur again, by transposition and as positions of the
// game.
const walkDepth = 2

// tableChecker checks parts one after the other.
type tableChecker struct {
	hash       hasher
	table      store
	shadow     *model      // believes an entry if key and lock agree
	stored     []image     // of the positions in the tables, by their numbers
	report     TableReport // of all parts
	failed     error       // the first of failedPart
	failedPart int         // the lowest part with a discrepancy

	part, left int // the part being checked, and its probes that are left
	progress   *sharedProgress
}

// run checks a part.
func (c *tableChecker) run(seed uint64, part, probes int, progress *sharedProgress) {
	c.table.empty()
	c.shadow.empty()
	c.stored = c.stored[:0]
	c.part, c.left, c.progress = part, probes, progress
	// The error can only be errEnough.
	_ = playGames(seed, uint64(part)*partGames, func(p *position.Position, _ []chess.Move) error { return c.walk(p, walkDepth) })
}

// walk visits a position and all positions that follow within depth plies.
func (c *tableChecker) walk(p *position.Position, depth chess.Depth) error {
	if err := c.visit(p, depth); err != nil || depth == 0 {
		return err
	}
	var list movegen.List
	movegen.All(p, &list)
	for _, m := range list.Slice() {
		p.Make(m)
		err := c.walk(p, depth-1)
		p.Unmake()
		if err != nil {
			return err
		}
	}
	return nil
}

// visit probes a position and stores it, as a search does.
func (c *tableChecker) visit(p *position.Position, depth chess.Depth) error {
	h, found := c.hash(p), imageOf(p)
	if number, ok := c.table.probe(h); ok {
		c.report.Hits++
		if number < 0 || number >= len(c.stored) {
			c.fail(p, "an entry that was not stored")
		} else if c.stored[number] != found {
			c.fail(p, "the entry of "+c.stored[number].fen())
		}
	}
	c.shadow.probe(h)
	c.table.put(h, len(c.stored), depth)
	c.shadow.put(h, len(c.stored), depth)
	c.stored = append(c.stored, found)

	c.report.Probes++
	c.left--
	if done := len(c.stored); c.left == 0 {
		c.progress.add((done-1)%progressEvery + 1)
		return errEnough
	} else if done%progressEvery == 0 {
		c.progress.add(progressEvery)
	}
	return nil
}

// progressEvery is how many probes of a processor are told at once.
const progressEvery = 4096

// fail keeps the first discrepancy of the lowest part that has one.
func (c *tableChecker) fail(p *position.Position, found string) {
	c.report.False++
	if c.part < c.failedPart {
		c.failedPart = c.part
		c.failed = &Discrepancy{
			Check: "the table gives back the position's own entry", FEN: p.FEN(),
			Expected: "its own entry or none", Found: found,
		}
	}
}

// lockTable is the engine's table. The number, of up to 28 bits, is stored in the score
// and the evaluation of the entry.
type lockTable struct{ table *tt.Table }

const halfNumber = 14 // bits; such a score is no mate

func (t lockTable) probe(h zobrist.Hash) (number int, ok bool) {
	e, ok := t.table.Probe(h, 0)
	return e.Eval<<halfNumber | e.Score, ok
}

func (t lockTable) put(h zobrist.Hash, number int, depth chess.Depth) {
	t.table.Store(h, 0, tt.Entry{
		Score: number & (1<<halfNumber - 1),
		Eval:  number >> halfNumber,
		Depth: depth,
		Bound: tt.Exact,
	})
}

func (t lockTable) empty() { t.table.Clear(1) }

// model is a table of the same size as that of lockTable. A position uses the same cluster
// and replaces the same entry, but a function decides which entries are believed.
type model struct {
	clusters  []modelCluster
	believes  func(stored, probed zobrist.Hash) bool
	strangers int               // entries of other positions that probes were compared with
	agreed    [len(keyBits)]int // of those, entries that agree in keyBits of the key
}

type modelCluster [4]modelEntry

type modelEntry struct {
	hash   zobrist.Hash
	number int
	depth  chess.Depth
	filled bool
}

// Slots of 16 bytes, four in a cluster.
const (
	modelSlots    = tableMegabytes << 20 / 16
	modelClusters = modelSlots / len(modelCluster{})
)

func newModel(believes func(stored, probed zobrist.Hash) bool) *model {
	return &model{clusters: make([]modelCluster, modelClusters), believes: believes}
}

// agreeAll compares keys and locks.
func agreeAll(stored, probed zobrist.Hash) bool { return stored == probed }

func (m *model) cluster(h zobrist.Hash) *modelCluster {
	index, _ := bits.Mul64(h.Key, uint64(len(m.clusters)))
	return &m.clusters[index]
}

func (m *model) probe(h zobrist.Hash) (number int, ok bool) {
	for _, e := range m.cluster(h) {
		if !e.filled {
			break
		}
		if e.hash != h {
			m.compareStranger(e.hash.Key ^ h.Key)
		}
		if m.believes(e.hash, h) {
			return e.number, true
		}
	}
	return 0, false
}

// compareStranger counts a comparison with the entry of another position, given the bits
// in which the keys differ.
func (m *model) compareStranger(difference uint64) {
	m.strangers++
	for i, bits := range keyBits {
		if difference<<(64-bits) != 0 {
			break
		}
		m.agreed[i]++
	}
}

// put replaces the entry that it believes to be of the same position. If there is none, it
// uses an empty slot, or replaces the entry with the least depth.
func (m *model) put(h zobrist.Hash, number int, depth chess.Depth) {
	c := m.cluster(h)
	target := &c[0]
	for i := range c {
		e := &c[i]
		if !e.filled || m.believes(e.hash, h) {
			target = e
			break
		}
		if e.depth < target.depth {
			target = e
		}
	}
	*target = modelEntry{hash: h, number: number, depth: depth, filled: true}
}

func (m *model) empty() { clear(m.clusters) }
