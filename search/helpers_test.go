package search

import (
	"math"
	"testing"
	"time"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

func legalMoves(p *position.Position) []chess.Move {
	var list movegen.List
	movegen.All(p, &list)
	return list.Slice()
}

func newEngine(t testing.TB) *Engine {
	t.Helper()
	e, err := New(8)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// recorder keeps the reports of a search.
type recorder struct {
	infos    []Info
	progress []Progress
}

func (r *recorder) reports() Reports {
	return Reports{
		Line:     func(i Info) { r.infos = append(r.infos, i) },
		Progress: func(p Progress) { r.progress = append(r.progress, p) },
	}
}

// last returns the last report.
func (r *recorder) last(t testing.TB) Info {
	t.Helper()
	if len(r.infos) == 0 {
		t.Fatal("no report")
	}
	return r.infos[len(r.infos)-1]
}

// iterations returns the last report of each line of each iteration. [depth - 1][rank - 1]
func (r *recorder) iterations() (final [][]Info) {
	for _, info := range r.infos {
		if info.Depth > len(final) {
			final = append(final, nil)
		}
		lines := &final[info.Depth-1]
		if info.MultiPV > len(*lines) {
			*lines = append(*lines, Info{})
		}
		(*lines)[info.MultiPV-1] = info
	}
	return final
}

// checkLine fails the test unless the moves are legal one after the other.
func checkLine(t *testing.T, p *position.Position, moves []chess.Move) (end *position.Position) {
	t.Helper()
	end = p.Clone()
	for i, m := range moves {
		if !end.IsLegal(m) {
			t.Errorf("%s: move %d of %v is not legal", p.FEN(), i+1, moves)
			break
		}
		end.Make(m)
	}
	return end
}

// fastest returns the shortest time of several calls of f. It stops after the first
// one within the limit, since a loaded machine may delay any of them.
func fastest(limit time.Duration, f func()) time.Duration {
	shortest := time.Duration(math.MaxInt64)
	for try := 0; try < 10 && shortest > limit; try++ {
		start := time.Now()
		f()
		shortest = min(shortest, time.Since(start))
	}
	return shortest
}

// soon is longer than any wait should take, even on a loaded machine.
const soon = time.Minute

// wait returns the result of a search that is about to end.
func wait(t *testing.T, what string, j *Job) Result {
	t.Helper()
	select {
	case <-j.done:
		return j.Wait()
	case <-time.After(soon):
		t.Fatalf("%s: no result", what)
		return Result{}
	}
}
