package verify

import (
	"math/bits"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
	"xorro/tt"
	"xorro/zobrist"
)

// TableConfig says how to check the transposition table.
type TableConfig struct {
	Probes int    // how often to look a position up, at least 1
	Seed   uint64 // of the random games whose positions are looked up and stored
	// Progress, if not nil, is told now and then how many probes there have been.
	Progress func(probes int)
}

// TableReport counts what came out of the table. Beside it a table of the same
// size and the same places, but that believes whatever agrees with the position
// in 16 bits of the key, shows what the lock is there for.
type TableReport struct {
	Slots         int // of the table, which the positions overfill many times
	Probes        int // positions looked up, then stored
	Hits          int // entries believed
	False         int // of those, entries of another position
	ShortFalse    int // entries of another position that 16 bits let in
	ShortExpected int // as many as chance would let in, rounded
}

const (
	// tableMegabytes is the size of the tables: the smallest, to have them overfull.
	tableMegabytes = 1
	// refillAfter is how many positions a table is given before it is emptied, so
	// that what is remembered of them stays below some 100 MB.
	refillAfter = 1 << 20
	// shortBits is how much of the key an entry of the other table holds.
	shortBits = 16
)

// RunTable stores the positions of random games in a table that is much too small
// for them, and remembers of each in full what it was. Whatever the table then
// gives back must be the position's own. The error is the first *Discrepancy, or
// that there is no memory; the report counts all. The same config gives the same
// report.
func RunTable(config TableConfig) (TableReport, error) {
	table, err := tt.New(tableMegabytes)
	if err != nil {
		return TableReport{}, err
	}
	return runTable(config, (*position.Position).Hash, lockTable{table})
}

// store is a table of numbers; tests hand in broken ones.
type store interface {
	probe(h zobrist.Hash) (number int, ok bool)
	put(h zobrist.Hash, number int, depth chess.Depth)
	empty()
}

// runTable fills the table, and the short one, with the positions' numbers.
func runTable(config TableConfig, hash hasher, table store) (TableReport, error) {
	c := &tableChecker{config: config, hash: hash, table: table, short: newModel(agreeShort)}
	// The error can only be errEnough.
	_ = playGames(config.Seed, func(p *position.Position, _ []chess.Move) error { return c.walk(p, walkDepth) })
	c.report.Slots = modelSlots
	c.report.ShortExpected = (c.short.strangers + 1<<(shortBits-1)) >> shortBits
	return c.report, c.failed
}

// walkDepth is how many plies beyond a game's positions are visited: all of a
// position's moves, so that many a position is met again by transposition, and
// each position of a game again with the next.
const walkDepth = 2

type tableChecker struct {
	config TableConfig
	hash   hasher
	table  store
	short  *model
	stored []string // the positions in the tables by their numbers, as FENs without counters
	report TableReport
	failed error // the first
}

// walk visits a position and all that follow from it within depth plies.
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

// visit looks a position up and stores it, as a search does.
func (c *tableChecker) visit(p *position.Position, depth chess.Depth) error {
	if len(c.stored) == refillAfter {
		c.table.empty()
		c.short.empty()
		c.stored = c.stored[:0]
	}
	h, fen := c.hash(p), withoutCounters(p.FEN())
	if number, ok := c.table.probe(h); ok {
		c.report.Hits++
		if other := c.position(number); other != fen {
			c.fail(p, other)
		}
	}
	if number, ok := c.short.probe(h); ok && c.position(number) != fen {
		c.report.ShortFalse++
	}
	c.table.put(h, len(c.stored), depth)
	c.short.put(h, len(c.stored), depth)
	c.stored = append(c.stored, fen)

	c.report.Probes++
	if c.config.Progress != nil && c.report.Probes%4096 == 0 {
		c.config.Progress(c.report.Probes)
	}
	if c.report.Probes >= c.config.Probes {
		return errEnough
	}
	return nil
}

// position is what was stored under a number.
func (c *tableChecker) position(number int) string {
	if number < 0 || number >= len(c.stored) {
		return "no position that is stored"
	}
	return c.stored[number]
}

func (c *tableChecker) fail(p *position.Position, other string) {
	c.report.False++
	if c.failed == nil {
		c.failed = &Discrepancy{
			Check: "the table gives back the position's own entry", FEN: p.FEN(),
			Expected: "its own entry or none", Found: "the entry of " + other,
		}
	}
}

// lockTable is the engine's table. An entry's number, of up to 28 bits, lies in
// its score and its evaluation.
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

// model is a table of the same size as lockTable's. A position has the same place
// in it, and replaces what it would replace there, but what is believed is up to
// a function.
type model struct {
	clusters  []modelCluster
	believes  func(stored, probed zobrist.Hash) bool
	strangers int // comparisons with entries of other positions in probes
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

// agreeShort compares the bits of the keys that say least about the place.
func agreeShort(stored, probed zobrist.Hash) bool { return uint16(stored.Key) == uint16(probed.Key) }

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
			m.strangers++
		}
		if m.believes(e.hash, h) {
			return e.number, true
		}
	}
	return 0, false
}

// put replaces what it takes for the same position, else an empty slot, else the
// shallowest entry.
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
