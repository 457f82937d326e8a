package uci

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"xorro/chess"
	"xorro/internal/san"
	"xorro/position"
	"xorro/search"
	"xorro/tt"
)

// Terminal is a screen that a person looks at.
type Terminal struct {
	// Width returns the current width of the screen in characters, 0 if it is not
	// known.
	Width func() int
	// Colored is true if the screen shows colors and the person wants them.
	Colored bool
}

// WriteFor makes the driver write tables, with moves in standard algebraic notation,
// for a person at a terminal. By default it writes for a front end. WriteFor must be
// called before Run.
func (d *Driver) WriteFor(t Terminal) {
	d.terminal = &t
	d.out.forPerson = true
}

// style is the look of characters: the parameters of the control sequence SGR (ECMA-48,
// section 8.3.117). 38;5 and 48;5 select from the common palette of 256 colors.
type style string

const (
	bold  style = "1"
	faint style = "2"
	red   style = "31"
	green style = "32"
)

// paint returns the text in a style if the terminal is colored, else unchanged.
func (t *Terminal) paint(s style, text string) string {
	if !t.Colored {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// table is the formatter for a person at a terminal. It writes a row for each report
// that differs from the one before in more than the effort.
type table struct {
	pos      *position.Position // the position that is searched
	terminal *Terminal
	ranked   bool           // rows have a rank, because a search reports several lines
	last     map[int]string // the last row of each rank, without the effort; nil before the heading
}

func newTable(p *position.Position, t *Terminal, ranked bool) *table {
	return &table{pos: p, terminal: t, ranked: ranked}
}

// info formats a row. There is none for a position without a legal move, and none that
// tells only that the search has taken longer.
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
	// The number of characters before the line of moves.
	used := 7 + 1 + 9 + 1 + utf8.RuneCountInString(effort) + 2
	rank := ""
	if t.ranked {
		rank = fmt.Sprintf("%3d ", i.MultiPV)
		used += len(rank)
	}
	line := t.fit(san.FormatLine(t.pos, i.PV), used)
	finding := fmt.Sprint(depth, score, line)
	if t.last[i.MultiPV] == finding {
		return ""
	}
	row := fmt.Sprintf("%7s %s%s %s  %s", depth, rank, score, effort, line)
	if t.last == nil {
		t.last = map[int]string{}
		row = t.heading() + "\n" + row
	}
	t.last[i.MultiPV] = finding
	return row
}

// progress formats nothing.
func (t *table) progress(search.Progress) string { return "" }

// heading formats the names of the columns.
func (t *table) heading() string {
	rank := ""
	if t.ranked {
		rank = "  # "
	}
	return t.terminal.paint(faint, fmt.Sprintf("%7s %s%9s %10s %7s %9s  %s", "depth", rank, "score", "time", "nodes", "speed", "line"))
}

// fit joins the moves that fit on the screen's line after the used characters.
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

// best formats the best move, or the reason why there is none.
func (t *table) best(r search.Result) string {
	switch {
	case r.Best == chess.NoMove && t.pos.InCheck():
		return fmt.Sprintf("%s is checkmated", t.pos.SideToMove())
	case r.Best == chess.NoMove:
		return fmt.Sprintf("%s is stalemated", t.pos.SideToMove())
	}
	text := "best move " + t.terminal.paint(bold, san.Format(t.pos, r.Best))
	p := t.pos.Clone()
	p.Make(r.Best)
	if r.Ponder != chess.NoMove && p.IsLegal(r.Ponder) {
		text += ", expecting " + san.Format(p, r.Ponder)
	}
	return text
}

// formatPawns returns a score in pawns from the side to move's view, or the number of
// moves to mate after a #.
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

// formatSeconds returns a duration, with hundredths of a second below one minute.
func formatSeconds(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return d.Truncate(time.Second).String()
}

// formatAmount returns a number in at most four digits: "9999", "10.0k", "1.23M".
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
