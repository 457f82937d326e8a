package uci

import (
	"fmt"
	"math"
	"strings"
	"time"

	"xorro/chess"
	"xorro/internal/wdl"
	"xorro/position"
	"xorro/search"
	"xorro/tt"
)

// formatter formats the reports and the result of one search.
type formatter interface {
	// info formats a report: as one line, as several, or as nothing.
	info(i search.Info) string
	// progress formats a report on the effort: as one line or as nothing.
	progress(p search.Progress) string
	// best formats the result.
	best(r search.Result) string
}

// newFormatter returns the formatter for a search of the position.
func (d *Driver) newFormatter() formatter {
	if d.terminal != nil {
		return newTable(d.pos, d.terminal, d.multiPV > 1)
	}
	return &protocol{pos: d.pos, chess960: d.chess960 || d.pos.Chess960(), showWDL: d.showWDL}
}

// protocol is the formatter for front ends.
type protocol struct {
	pos      *position.Position // the position that is searched
	chess960 bool
	showWDL  bool
}

// info formats a report. Depth 0 stands for a position without a legal move, of which
// there is only the score.
func (t *protocol) info(i search.Info) string {
	var b strings.Builder
	if i.Depth == 0 {
		return "info depth 0 score " + formatScore(i.Score) + t.wdl(i)
	}
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d score %s", i.Depth, i.SelDepth, i.MultiPV, formatScore(i.Score))
	switch i.Bound {
	case tt.Lower:
		b.WriteString(" lowerbound")
	case tt.Upper:
		b.WriteString(" upperbound")
	}
	b.WriteString(t.wdl(i))
	b.WriteString(formatEffort(i.Effort))
	if len(i.PV) > 0 {
		b.WriteString(" pv")
		for _, m := range i.PV {
			b.WriteByte(' ')
			b.WriteString(FormatMove(m, t.chess960))
		}
	}
	return b.String()
}

// progress formats a report on the effort, and the root move that is being searched if
// there is one.
func (t *protocol) progress(p search.Progress) string {
	line := "info"
	if p.Move != chess.NoMove {
		line += fmt.Sprintf(" depth %d currmove %s currmovenumber %d", p.Depth, FormatMove(p.Move, t.chess960), p.Number)
	}
	return line + formatEffort(p.Effort)
}

// formatEffort formats the fields that say what a search has cost so far.
func formatEffort(e search.Effort) string {
	return fmt.Sprintf(" nodes %d nps %d hashfull %d tbhits %d time %d", e.Nodes, perSecond(e.Nodes, e.Time), e.Hashfull, e.TBHits, e.Time.Milliseconds())
}

// wdl formats the win, draw and loss chances that follow the score with UCI_ShowWDL.
func (t *protocol) wdl(i search.Info) string {
	if !t.showWDL {
		return ""
	}
	win, draw, loss := permille(i.Score, wdl.Material(t.pos))
	if i.Depth == 0 && !chess.IsMate(i.Score) { // stalemate is certain
		win, draw, loss = 0, 1000, 0
	}
	return fmt.Sprintf(" wdl %d %d %d", win, draw, loss)
}

// best formats the last line of a search. A move to ponder is left out if it is not
// legal.
func (t *protocol) best(r search.Result) string {
	if r.Best == chess.NoMove {
		return "bestmove (none)"
	}
	line := "bestmove " + FormatMove(r.Best, t.chess960)
	p := t.pos.Clone()
	p.Make(r.Best)
	if r.Ponder != chess.NoMove && p.IsLegal(r.Ponder) {
		line += " ponder " + FormatMove(r.Ponder, t.chess960)
	}
	return line
}

// formatScore returns a score in centipawns, or the number of moves to mate, which is
// negative if the side to move is mated.
func formatScore(s chess.Score) string {
	if chess.IsMate(s) {
		return fmt.Sprintf("mate %d", movesToMate(s))
	}
	return fmt.Sprintf("cp %d", s)
}

// movesToMate returns the number of full moves up to the mating one: negative if the
// side to move is mated, 0 if it is mated already.
func movesToMate(s chess.Score) int {
	if s > 0 {
		return (chess.Mate - s + 1) / 2
	}
	return -((chess.Mate + s + 1) / 2)
}

// perSecond returns nodes per second. Times below one millisecond count as one.
func perSecond(nodes uint64, elapsed time.Duration) uint64 {
	return uint64(float64(nodes) / max(elapsed, time.Millisecond).Seconds())
}

// permille returns the chances to win, to draw and to lose that a score gives at an
// amount of material, from the side to move's view. Their sum is 1000.
func permille(score chess.Score, material int) (win, draw, loss int) {
	switch {
	case score >= chess.Decisive:
		return 1000, 0, 0
	case score <= -chess.Decisive:
		return 0, 0, 1000
	}
	c := wdl.Engine.Chances(score, material)
	win, loss = int(math.Round(1000*c.Win)), int(math.Round(1000*c.Loss))
	return win, 1000 - win - loss, loss
}
