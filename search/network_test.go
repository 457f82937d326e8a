package search

import (
	"testing"

	"xorro/internal/enginetest"
	"xorro/nnue"
)

// optimist returns the built-in network with a higher score for every position.
func optimist(t *testing.T) *nnue.Network {
	t.Helper()
	w := nnue.Default().Weights()
	for i := range w.OutputBias {
		w.OutputBias[i] += 2000
	}
	n, err := nnue.New(w, "for a test")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestSetNetwork: every thread evaluates with the network that was set, even a thread
// that was added later, and evaluations of the previous network are forgotten.
func TestSetNetwork(t *testing.T) {
	e, n := newEngine(t), optimist(t)
	nodes := func() uint64 {
		e.NewGame()
		var r recorder
		e.Go(enginetest.Position(t, benchPositions[5]), Limits{Depth: 7}, r.reports())
		return r.last(t).Nodes
	}
	evaluatesBy := func(n *nnue.Network) {
		t.Helper()
		for _, fen := range benchPositions {
			p := enginetest.Position(t, fen)
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
	after := nodes()
	if after == before || nodes() != after {
		t.Errorf("%d nodes with the network that is built in, with another %d, then %d", before, after, nodes())
	}

	p := enginetest.Position(t, benchPositions[5])
	e.Go(p, Limits{Depth: 5}, Reports{})
	e.SetNetwork(nnue.Default())
	if _, ok := e.table.Probe(p.Hash(), 0); ok {
		t.Error("the table still holds what another network has led to")
	}
	evaluatesBy(nnue.Default())
	if got := nodes(); got != before {
		t.Errorf("%d nodes after another network, %d before", got, before)
	}
}
