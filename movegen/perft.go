package movegen

import (
	"math"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"xorro/chess"
	"xorro/position"
)

// Perft counts the leaves of the tree of legal moves of so many plies. The last
// ply is counted, not made.
func Perft(p *position.Position, depth int) uint64 { return perft(p, depth, nil) }

// stopDepth is the depth from which on perft looks whether to stop: a fraction of
// a millisecond's worth of leaves.
const stopDepth = 3

func perft(p *position.Position, depth int, stop *atomic.Bool) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(Count(p))
	case depth >= stopDepth && stop != nil && stop.Load():
		return 0
	}
	var list List
	All(p, &list)
	var nodes uint64
	if depth == 2 {
		count := countWhite
		if p.SideToMove() == chess.White {
			count = countBlack
		}
		for _, m := range list.Slice() {
			p.Make(m)
			nodes += uint64(count(p))
			p.Unmake()
		}
		return nodes
	}
	for _, m := range list.Slice() {
		p.Make(m)
		nodes += perft(p, depth-1, stop)
		p.Unmake()
	}
	return nodes
}

// TooMany is the count of a tree with that many leaves or more.
const TooMany = math.MaxUint64

// addCounts returns the sum of two counts, at most TooMany.
func addCounts(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	return sum | -carry
}

// tabledDepth is the least depth whose counts are kept in a table; those below
// take less time than looking them up.
const tabledDepth = 2

// perft returns the function of that name, with the counts of the table. A table lets
// it reach trees of more leaves than 64 bits hold.
func (t *PerftTable) perft(p *position.Position, depth int, stop *atomic.Bool) uint64 {
	stopped := func() bool { return stop != nil && stop.Load() }
	switch {
	case depth < tabledDepth:
		return perft(p, depth, stop)
	case depth >= stopDepth && stopped():
		return 0
	}
	hash := p.Hash()
	cluster, signature := t.cluster(hash, depth), perftSignature(hash, depth)
	if count, ok := cluster.probe(signature); ok {
		return count
	}
	var nodes uint64
	if depth == tabledDepth {
		nodes = perft(p, depth, stop)
	} else {
		var list List
		All(p, &list)
		for _, m := range list.Slice() {
			p.Make(m)
			nodes = addCounts(nodes, t.perft(p, depth-1, stop))
			p.Unmake()
		}
		if stopped() {
			return 0 // some of the counts are partial
		}
	}
	cluster.store(signature, nodes)
	return nodes
}

// RootCount is the share of a perft count that lies behind one move.
type RootCount struct {
	Move  chess.Move
	Nodes uint64
}

// Total returns the sum of the counts, at most TooMany.
func Total(counts []RootCount) (nodes uint64) {
	for _, c := range counts {
		nodes = addCounts(nodes, c.Nodes)
	}
	return nodes
}

// line is a piece of Divide's work: what lies behind one or two moves.
type line struct {
	root  int // index among the root moves
	moves [2]chess.Move
	plies int
}

// Divide counts perft's leaves behind each legal move, on the given number of
// threads, and with the table's counts if table is not nil. The table must hold
// counts of the same game only: castling rights in Chess960 mean other rooks in
// another. If stop is not nil and becomes true, the counts are partial and done is
// false; that takes about a millisecond.
func Divide(p *position.Position, depth, threads int, table *PerftTable, stop *atomic.Bool) (counts []RootCount, done bool) {
	if depth < 1 {
		return nil, true
	}
	lines := split(p, depth)
	nodes := make([]uint64, len(lines))
	var roots List
	All(p, &roots)
	counts = make([]RootCount, roots.N)
	for i, m := range roots.Slice() {
		counts[i].Move = m
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(threads, 1) {
		q := p.Clone()
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(lines) || stop != nil && stop.Load() {
					return
				}
				l := &lines[i]
				for _, m := range l.moves[:l.plies] {
					q.Make(m)
				}
				if table != nil {
					nodes[i] = table.perft(q, depth-l.plies, stop)
				} else {
					nodes[i] = perft(q, depth-l.plies, stop)
				}
				for range l.plies {
					q.Unmake()
				}
			}
		})
	}
	wg.Wait()
	runtime.KeepAlive(table)
	for i, l := range lines {
		counts[l.root].Nodes = addCounts(counts[l.root].Nodes, nodes[i])
	}
	return counts, stop == nil || !stop.Load()
}

// split lists the first two plies of the tree, or the first if there is only one.
func split(p *position.Position, depth int) (lines []line) {
	var roots, replies List
	All(p, &roots)
	for i, m := range roots.Slice() {
		if depth == 1 {
			lines = append(lines, line{i, [2]chess.Move{m}, 1})
			continue
		}
		p.Make(m)
		replies.N = 0
		All(p, &replies)
		for _, reply := range replies.Slice() {
			lines = append(lines, line{i, [2]chess.Move{m, reply}, 2})
		}
		p.Unmake()
	}
	return lines
}
