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

// Perft returns the number of leaves of the tree of legal moves to a depth in plies. The
// moves of the last ply are counted and not made.
func Perft(p *position.Position, depth int) uint64 { return perft(p, depth, nil) }

// stopDepth is the least depth at which perft checks whether to stop. The leaves below it
// take less than a millisecond.
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

// TooMany is the count of a tree with this number of leaves or more.
const TooMany = math.MaxUint64

// addCounts returns the sum of two counts, at most TooMany.
func addCounts(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	return sum | -carry
}

// tabledDepth is the least depth whose counts are stored in a table. Smaller counts take
// less time than a lookup.
const tabledDepth = 2

// perft is like the function perft, but uses the table. With a table it can reach trees
// with 2^64 leaves or more.
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

// RootCount is the number of leaves below a move at the root of a perft.
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

// line is a part of the work of Divide: the tree below one or two moves.
type line struct {
	root  int // index among the root moves
	moves [2]chess.Move
	plies int
}

// Divide returns the number of leaves below each legal move, counted by the given number
// of threads. If table is not nil, it is used for counts of positions. It must have counts
// of one game only, because in Chess960 the same castling rights may belong to other rooks
// in another game. If stop is not nil and becomes true, Divide returns partial counts
// within about a millisecond, and done is false.
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

// split returns the lines of the first two plies of the tree, or of one if the depth is 1.
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
