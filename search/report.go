package search

import (
	"slices"
	"time"

	"xorro/chess"
	"xorro/tt"
)

// Info is a report on a line of a running search.
type Info struct {
	Depth    int         // of the iteration, in plies; 0 if the game is over
	SelDepth int         // greatest ply that was reached
	MultiPV  int         // rank of the line, from 1
	Score    chess.Score // from the side to move's view; mates are counted in plies
	Bound    tt.Bound    // Exact, Lower or Upper
	Nodes    uint64      // of all threads since the start
	TBHits   uint64      // positions found in the tablebases, of all threads since the start
	Hashfull int         // permille of the table filled by this search
	Time     time.Duration
	PV       []chess.Move // all moves are legal; the callee may keep it
}

// RootMove is a report on the root move that is being searched.
type RootMove struct {
	Depth  int // of the iteration, in plies
	Move   chess.Move
	Number int // of the move in this iteration, from 1
}

// Reports are the functions that a running search calls. Either may be nil.
type Reports struct {
	Line func(Info)     // called when a line is found or changes
	Move func(RootMove) // called before each root move, once the search has taken some seconds
}

// detailAfter is how long a search runs before root moves and failed aspiration
// windows are reported.
const detailAfter = 3 * time.Second

// reportsLate says whether somebody listens and the search has run for detailAfter.
func (j *Job) reportsLate(listens bool) bool {
	return listens && j.clock.elapsed() >= detailAfter
}

// report reports the best lines. The bound is that of the first line.
func (w *worker) report(depth chess.Depth, bound tt.Bound) {
	for i, l := range w.root.lines[:min(w.job.lines, w.root.wanted)] {
		if i > 0 {
			bound = tt.Exact
		}
		w.reportLine(i+1, l, depth, bound)
	}
}

// reportLine reports a line. If the iteration of this depth has not reached the line
// yet, the report is about the iteration before.
func (w *worker) reportLine(rank int, l *rootLine, depth chess.Depth, bound tt.Bound) {
	if w.job.reports.Line == nil {
		return
	}
	if l.score == -chess.Infinity {
		depth--
	}
	score, bound := w.tablebase.override(l.known(), bound)
	w.job.reports.Line(Info{
		Depth:    depth,
		SelDepth: l.selDepth,
		MultiPV:  rank,
		Score:    score,
		Bound:    bound,
		Nodes:    w.teamNodes(),
		TBHits:   w.teamHits(),
		Hashfull: w.table.Hashfull(),
		Time:     w.job.clock.elapsed(),
		PV:       slices.Clone(l.moves[:l.n]),
	})
}

// reportMove reports the root move that is searched next, once the search has run for
// detailAfter.
func (w *worker) reportMove(m chess.Move, number int) {
	if w.job.reportsLate(w.job.reports.Move != nil) {
		w.job.reports.Move(RootMove{Depth: w.rootDepth, Move: m, Number: w.root.first + number})
	}
}

// reportGameOver reports mate or stalemate on the board and returns its score.
func (w *worker) reportGameOver() chess.Score {
	score := draw
	if w.pos.InCheck() {
		score = chess.MatedIn(0)
	}
	if w.job.reports.Line != nil {
		w.job.reports.Line(Info{MultiPV: 1, Score: score, Bound: tt.Exact, Time: w.job.clock.elapsed()})
	}
	return score
}
