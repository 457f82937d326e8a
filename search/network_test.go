package search

import (
	"math/rand/v2"
	"testing"

	"xorro/nnue"
)

// randomNetwork is a network of small random weights.
func randomNetwork(t *testing.T) *nnue.Network {
	t.Helper()
	const neurons = 64
	r := rand.New(rand.NewPCG(7, 1))
	draw := func(n int) []int16 {
		weights := make([]int16, n)
		for i := range weights {
			weights[i] = int16(r.IntN(101) - 50)
		}
		return weights
	}
	n, err := nnue.New(nnue.Weights{
		Features:   draw(nnue.Features * neurons),
		Bias:       draw(neurons),
		Output:     draw(nnue.Buckets * 2 * neurons),
		OutputBias: draw(nnue.Buckets),
	}, "drawn at random")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Every thread evaluates by the network that is set, those that come later too,
// and nothing is left of another's evaluations.
func TestSetNetwork(t *testing.T) {
	e, n := newEngine(t), randomNetwork(t)
	nodes := func() uint64 {
		e.NewGame()
		var r recorder
		e.Go(parse(t, benchPositions[5]), Limits{Depth: 7}, r.add)
		return r.last(t).Nodes
	}
	evaluatesBy := func(n *nnue.Network) {
		t.Helper()
		for _, fen := range benchPositions {
			p := parse(t, fen)
			for _, w := range e.workers {
				if w.pos = p; w.evaluate() != n.Evaluate(p) {
					t.Errorf("%s: %d, the network says %d", fen, w.evaluate(), n.Evaluate(p))
				}
			}
		}
	}
	evaluatesBy(nnue.Default())
	before := nodes()
	e.SetNetwork(n)
	e.SetThreads(3)
	evaluatesBy(n)
	e.SetThreads(1)
	random := nodes()
	if random == before || nodes() != random {
		t.Errorf("%d nodes with the network that is built in, with another %d, then %d", before, random, nodes())
	}

	p := parse(t, benchPositions[5])
	e.Go(p, Limits{Depth: 5}, nil)
	e.SetNetwork(nnue.Default())
	if _, ok := e.table.Probe(p.Hash(), 0); ok {
		t.Error("the table still holds what another network has led to")
	}
	evaluatesBy(nnue.Default())
	if got := nodes(); got != before {
		t.Errorf("%d nodes after another network, %d before", got, before)
	}
}
