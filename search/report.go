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
	Effort
	PV []chess.Move // all moves are legal; the callee may keep it
}

// Effort is what a search has cost since its start, in all threads.
type Effort struct {
	Nodes    uint64
	TBHits   uint64 // positions found in the tablebases
	Hashfull int    // permille of the table filled by this search
	Time     time.Duration
}

// Progress is a report on the effort of a running search.
type Progress struct {
	Depth  int        // of the iteration, in plies
	Move   chess.Move // the root move that is being searched; NoMove in the first seconds of the search
	Number int        // of the move in this iteration, from 1
	Effort
}

// Reports are the functions that a running search calls. Either may be nil.
type Reports struct {
	// Line is called for each line that an iteration finds, for each better move
	// within an iteration, and once more at the end of the search if nodes were
	// searched since then.
	Line func(Info)
	// Progress is called when there was no report for a second. After a few seconds
	// it is also called for each root move.
	Progress func(Progress)
}

const (
	// detailAfter is how long a search runs before root moves and failed aspiration
	// windows are reported.
	detailAfter = 3 * time.Second
	// progressInterval is the longest time between two reports.
	progressInterval = time.Second
)

// reported is what a worker needs to know for its next report.
type reported struct {
	nodes  uint64        // at the last report of a line
	next   time.Duration // when to report the progress, unless another report comes before
	move   chess.Move    // the root move that is being searched
	number int           // of the move in this iteration, from 1
}

// report reports the lines with the indexes first to last, as far as they are wanted.
// Only the worker that leads reports.
func (w *worker) report(first, last int) {
	if !w.leads() {
		return
	}
	for i := first; i <= min(last, w.job.lines-1); i++ {
		w.reportLine(i+1, w.root.lines[i])
	}
}

// reportEnd reports the end of a search, whose move begins the chosen line of a worker.
// It does nothing if the last report was on the same line after the same number of
// nodes.
func (w *worker) reportEnd(best *worker, chosen *rootLine) {
	switch {
	case chosen != w.root.lines[0]:
		best.reportLine(1, chosen)
	case w.reported.nodes != w.teamNodes():
		w.report(0, w.root.wanted-1)
	}
}

// reportLine reports one line. If the iteration has not come to it, the report is that
// of the iteration before.
func (w *worker) reportLine(rank int, l *rootLine) {
	if w.job.reports.Line == nil {
		return
	}
	depth, bound := w.rootDepth, l.bound
	if l.score == -chess.Infinity {
		depth, bound = depth-1, tt.Exact
	}
	score, bound := w.tablebase.override(l.known(), bound)
	info := Info{
		Depth:    max(depth, 1),
		SelDepth: l.selDepth,
		MultiPV:  rank,
		Score:    score,
		Bound:    bound,
		Effort:   w.teamEffort(),
		PV:       slices.Clone(l.moves[:l.n]),
	}
	w.reported.nodes, w.reported.next = info.Nodes, info.Time+progressInterval
	w.job.reports.Line(info)
}

// teamEffort returns the effort of the search so far.
func (w *worker) teamEffort() Effort {
	return Effort{Nodes: w.teamNodes(), TBHits: w.teamHits(), Hashfull: w.table.Hashfull(), Time: w.job.clock.elapsed()}
}

// reportMove notes the root move that is searched next, and reports it once the search
// has run for detailAfter.
func (w *worker) reportMove(m chess.Move, number int) {
	w.reported.move, w.reported.number = m, w.root.first+number
	if w.job.reports.Progress != nil && w.job.clock.elapsed() >= detailAfter {
		w.reportProgress()
	}
}

// reportSilence reports the progress if there was no report for a second.
func (w *worker) reportSilence() {
	if w.job.reports.Progress != nil && w.job.clock.elapsed() >= w.reported.next {
		w.reportProgress()
	}
}

// reportProgress reports the progress.
func (w *worker) reportProgress() {
	p := Progress{Depth: w.rootDepth, Effort: w.teamEffort()}
	if p.Time >= detailAfter {
		p.Move, p.Number = w.reported.move, w.reported.number
	}
	w.reported.next = p.Time + progressInterval
	w.job.reports.Progress(p)
}

// reportGameOver reports mate or stalemate on the board and returns its score.
func (w *worker) reportGameOver() chess.Score {
	score := draw
	if w.pos.InCheck() {
		score = chess.MatedIn(0)
	}
	if w.job.reports.Line != nil {
		w.job.reports.Line(Info{MultiPV: 1, Score: score, Bound: tt.Exact, Effort: Effort{Time: w.job.clock.elapsed()}})
	}
	return score
}
