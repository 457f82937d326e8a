package uci

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"xorro/chess"
	"xorro/position"
	"xorro/search"
	"xorro/tt"
)

// Terminal is a screen that a person looks at.
type Terminal struct {
	// Width is how many characters a line of the screen holds now; 0 if that is
	// not known.
	Width func() int
	// Colored says whether the person wants colours and the screen shows them.
	Colored bool
}

// WriteFor makes the driver answer a person at a terminal instead of a front end:
// in tables, with moves as people write them. Call it before Run.
func (d *Driver) WriteFor(t Terminal) {
	d.terminal = &t
	d.out.forPerson = true
}

// style is how characters look: the parameters of the control sequence SGR (ECMA-48,
// section 8.3.117), of which 38;5 and 48;5 take the common palette of 256 colours.
type style string

const (
	bold  style = "1"
	faint style = "2"
	red   style = "31"
	green style = "32"
)

// paint gives a text a style on a coloured terminal.
func (t *Terminal) paint(s style, text string) string {
	if !t.Colored {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// table tells a person, in a row for each report.
type table struct {
	pos      *position.Position // that is searched
	terminal *Terminal
	ranked   bool // there are several lines, so that each row has a rank
	headed   bool // the heading is written
}

func newTable(p *position.Position, t *Terminal, ranked bool) *table {
	return &table{pos: p, terminal: t, ranked: ranked}
}

// info is a row. A report of a game that is over has none.
func (t *table) info(i search.Info) string {
	if i.Depth == 0 {
		return ""
	}
	depth := fmt.Sprintf("%d/%d", i.Depth, i.SelDepth)
	score := fmt.Sprintf("%9s", formatPawns(i.Score, i.Bound))
	switch {
	case i.Score > 0:
		score = t.terminal.paint(green, score)
	case i.Score < 0:
		score = t.terminal.paint(red, score)
	}
	effort := fmt.Sprintf("%10s %7s %7s/s", formatSeconds(i.Time), formatAmount(i.Nodes), formatAmount(perSecond(i.Nodes, i.Time)))
	// What stands before the line of moves takes up so much of the screen.
	used := 7 + 1 + 9 + 1 + utf8.RuneCountInString(effort) + 2
	rank := ""
	if t.ranked {
		rank = fmt.Sprintf("%3d ", i.MultiPV)
		used += len(rank)
	}
	row := fmt.Sprintf("%7s %s%s %s  %s", depth, rank, score, effort, t.fit(formatLine(t.pos, i.PV), used))
	if !t.headed {
		t.headed = true
		row = t.heading() + "\n" + row
	}
	return row
}

// move is empty: a person is not told of root moves.
func (t *table) move(search.RootMove) string { return "" }

// heading names the columns.
func (t *table) heading() string {
	rank := ""
	if t.ranked {
		rank = "  # "
	}
	return t.terminal.paint(faint, fmt.Sprintf("%7s %s%9s %10s %7s %9s  %s", "depth", rank, "score", "time", "nodes", "speed", "line"))
}

// fit joins as many moves as the rest of the screen's line holds.
func (t *table) fit(moves []string, used int) string {
	line := strings.Join(moves, " ")
	width := t.terminal.Width()
	if width == 0 || used+len(line) <= width {
		return line
	}
	const more = " ..."
	for len(moves) > 1 && used+len(line)+len(more) > width {
		moves = moves[:len(moves)-1]
		line = strings.Join(moves, " ")
	}
	return line + more
}

// best is what to play, or why there is nothing.
func (t *table) best(r search.Result) string {
	switch {
	case r.Best == chess.NoMove && t.pos.InCheck():
		return fmt.Sprintf("%s is checkmated", t.pos.SideToMove())
	case r.Best == chess.NoMove:
		return fmt.Sprintf("%s is stalemated", t.pos.SideToMove())
	}
	text := "best move " + t.terminal.paint(bold, formatSAN(t.pos, r.Best))
	p := t.pos.Clone()
	p.Make(r.Best)
	if r.Ponder != chess.NoMove && p.IsLegal(r.Ponder) {
		text += ", expecting " + formatSAN(p, r.Ponder)
	}
	return text
}

// formatPawns is a score as people know it, in pawns from the side to move's view,
// or the moves to mate behind a sign.
func formatPawns(s chess.Score, b tt.Bound) string {
	text := fmt.Sprintf("%+.2f", float64(s)/100)
	if chess.IsMate(s) {
		text = fmt.Sprintf("#%d", movesToMate(s))
	}
	switch b {
	case tt.Lower:
		return "≥" + text
	case tt.Upper:
		return "≤" + text
	}
	return text
}

// formatSeconds is a duration with hundredths up to a minute.
func formatSeconds(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return d.Truncate(time.Second).String()
}

// formatAmount is a number with four digits at most: "9999", "10.0k", "1.23M".
func formatAmount(n uint64) string {
	if n < 10_000 {
		return fmt.Sprint(n)
	}
	amount, unit := float64(n)/1000, 0
	for amount >= 999.5 && unit < len("kMGTPE")-1 {
		amount /= 1000
		unit++
	}
	digits := 0
	switch {
	case amount < 9.995:
		digits = 2
	case amount < 99.95:
		digits = 1
	}
	return fmt.Sprintf("%.*f%c", digits, amount, "kMGTPE"[unit])
}
