package uci

import (
	"fmt"
	"math"
	"strings"
	"time"

	"xorro/chess"
	"xorro/position"
	"xorro/search"
	"xorro/tt"
)

// teller puts into words what the search of one position says.
type teller interface {
	// info is for a report: one line or several, or none.
	info(i search.Info) string
	// move is for the root move being searched: one line or none.
	move(m search.RootMove) string
	// best is for the result.
	best(r search.Result) string
}

// newTeller is the teller of a search that is about to begin.
func (d *Driver) newTeller() teller {
	if d.terminal != nil {
		return newTable(d.pos, d.terminal, d.multiPV > 1)
	}
	return &protocol{pos: d.pos, chess960: d.chess960 || d.pos.Chess960(), showWDL: d.showWDL}
}

// protocol tells front ends, as they expect it.
type protocol struct {
	pos      *position.Position // that is searched
	chess960 bool
	showWDL  bool
}

// info is the info line of a report. A game that is over has no depth, and
// nothing to tell but its score.
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
	fmt.Fprintf(&b, " nodes %d nps %d hashfull %d tbhits %d time %d", i.Nodes, perSecond(i.Nodes, i.Time), i.Hashfull, i.TBHits, i.Time.Milliseconds())
	if len(i.PV) > 0 {
		b.WriteString(" pv")
		for _, m := range i.PV {
			b.WriteByte(' ')
			b.WriteString(FormatMove(m, t.chess960))
		}
	}
	return b.String()
}

// move is the info line of the root move being searched.
func (t *protocol) move(m search.RootMove) string {
	return fmt.Sprintf("info depth %d currmove %s currmovenumber %d", m.Depth, FormatMove(m.Move, t.chess960), m.Number)
}

// wdl is what UCI_ShowWDL adds behind the score.
func (t *protocol) wdl(i search.Info) string {
	if !t.showWDL {
		return ""
	}
	c := chances(i.Score, material(t.pos))
	if i.Depth == 0 && !chess.IsMate(i.Score) { // stalemate is no mere estimate
		c = wdl{draw: 1000}
	}
	return fmt.Sprintf(" wdl %d %d %d", c.win, c.draw, c.loss)
}

// best is the line that ends the search. The move to ponder is left out where it
// would not be legal.
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

// formatScore is a score in centipawns, or the moves to mate: positive for the
// side to move's own, counted up to the mating move.
func formatScore(s chess.Score) string {
	if chess.IsMate(s) {
		return fmt.Sprintf("mate %d", movesToMate(s))
	}
	return fmt.Sprintf("cp %d", s)
}

// movesToMate counts full moves up to the mating one, negative if the side to
// move is mated; 0 if it is mated already.
func movesToMate(s chess.Score) int {
	if s > 0 {
		return (chess.Mate - s + 1) / 2
	}
	return -((chess.Mate + s + 1) / 2)
}

// perSecond is a rate. A time too short to tell counts as a millisecond.
func perSecond(nodes uint64, elapsed time.Duration) uint64 {
	return uint64(float64(nodes) / max(elapsed, time.Millisecond).Seconds())
}

// The model behind UCI_ShowWDL is logistic: the chance to win grows with the
// score along an S-curve, of which two things depend on the men on the board.
//
// half is the score in centipawns with which every second game is won. With few
// men left an advantage is less easily made into a win, so that it takes more.
//
// spread is how many centipawns take the odds of a win up or down by a factor of
// e. With many men left the game is long, and much can happen to any score.
//
// The chance to lose is that of the other side to win, and what is left is drawn.
// With half well above spread, that is the most likely end of an even game.
const (
	halfOfBareBoard, halfOfFullBoard     = 220.0, 130.0
	spreadOfBareBoard, spreadOfFullBoard = 55.0, 85.0
)

// fullMaterial is the sum of menWeight in the start position.
const fullMaterial = 78

// menWeight is the usual count of what men are worth. [piece type]
var menWeight = [6]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9}

// material sums up menWeight over both sides.
func material(p *position.Position) int {
	sum := 0
	for t := chess.Pawn; t <= chess.Queen; t++ {
		sum += menWeight[t] * p.Pieces(t).Count()
	}
	return sum
}

// wdl is how often a game is won, drawn and lost from the side to move's view, in
// permille. The three make up 1000.
type wdl struct{ win, draw, loss int }

// chances turns a score into the chances it gives with so much material.
func chances(score chess.Score, material int) wdl {
	switch {
	case score >= chess.Decisive:
		return wdl{win: 1000}
	case score <= -chess.Decisive:
		return wdl{loss: 1000}
	}
	full := min(float64(material)/fullMaterial, 1)
	half := halfOfBareBoard + full*(halfOfFullBoard-halfOfBareBoard)
	spread := spreadOfBareBoard + full*(spreadOfFullBoard-spreadOfBareBoard)
	win := permilleOfWins((float64(score) - half) / spread)
	loss := permilleOfWins((float64(-score) - half) / spread)
	return wdl{win, 1000 - win - loss, loss}
}

// permilleOfWins is the S-curve.
func permilleOfWins(x float64) int { return int(math.Round(1000 / (1 + math.Exp(-x)))) }
