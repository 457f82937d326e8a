package uci

import (
	"fmt"
	"strings"
	"time"

	"xorro/chess"
	"xorro/position"
	"xorro/search"
	"xorro/tt"
)

// formatInfo is the info line of what a search reports. A game that is over has
// no depth, and nothing to tell but its score.
func formatInfo(i search.Info, chess960 bool) string {
	if i.Depth == 0 {
		return "info depth 0 score " + formatScore(i.Score)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d score %s", i.Depth, i.SelDepth, formatScore(i.Score))
	switch i.Bound {
	case tt.Lower:
		b.WriteString(" lowerbound")
	case tt.Upper:
		b.WriteString(" upperbound")
	}
	fmt.Fprintf(&b, " nodes %d nps %d hashfull %d time %d", i.Nodes, perSecond(i.Nodes, i.Time), i.Hashfull, i.Time.Milliseconds())
	if len(i.PV) > 0 {
		b.WriteString(" pv")
		for _, m := range i.PV {
			b.WriteByte(' ')
			b.WriteString(FormatMove(m, chess960))
		}
	}
	return b.String()
}

// formatScore is a score in centipawns, or the moves to mate: positive for the
// side to move's own, counted up to the mating move.
func formatScore(s chess.Score) string {
	switch {
	case s >= chess.MateInMax:
		return fmt.Sprintf("mate %d", (chess.Mate-s+1)/2)
	case s <= -chess.MateInMax:
		return fmt.Sprintf("mate %d", -((chess.Mate + s + 1) / 2))
	}
	return fmt.Sprintf("cp %d", s)
}

// perSecond is a rate. A time too short to tell counts as a millisecond.
func perSecond(nodes uint64, elapsed time.Duration) uint64 {
	return uint64(float64(nodes) / max(elapsed, time.Millisecond).Seconds())
}

// formatBest is the line that ends the search of a position. The move to ponder
// is left out where it would not be legal.
func formatBest(p *position.Position, r search.Result, chess960 bool) string {
	if r.Best == chess.NoMove {
		return "bestmove (none)"
	}
	line := "bestmove " + FormatMove(r.Best, chess960)
	p = p.Clone()
	p.Make(r.Best)
	if r.Ponder != chess.NoMove && p.IsLegal(r.Ponder) {
		line += " ponder " + FormatMove(r.Ponder, chess960)
	}
	return line
}
