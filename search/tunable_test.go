//go:build tune

package search

import (
	"testing"

	"xorro/nnue"
)

// TestTunables: the extremes of every parameter leave a search that works, and its
// default gives the signature again.
func TestTunables(t *testing.T) {
	signature := func() uint64 {
		nodes, _, err := Bench(t.Context(), nnue.Default(), 6, func(BenchRow) {})
		if err != nil {
			t.Fatal(err)
		}
		return nodes
	}
	before, changed := signature(), 0
	for _, p := range Tunables() {
		initial := p.Value()
		for _, value := range []int{p.Min, p.Max} {
			if p.Set(value); p.Value() != value {
				t.Errorf("%s: set to %d, has %d", p.Name, value, p.Value())
			}
			if signature() != before {
				changed++
			}
		}
		p.Set(initial)
	}
	if after := signature(); after != before {
		t.Errorf("%d nodes, and %d with the same values afterwards", before, after)
	}
	if changed < len(Tunables())/2 {
		t.Errorf("only %d settings of %d parameters have changed anything", changed, len(Tunables()))
	}
}
