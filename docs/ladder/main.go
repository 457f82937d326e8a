// Ladder draws how strong Xorro is beside other engines:
//
//	go run ./docs/ladder
//
// It reads docs/ladder/matches.csv and writes docs/ladder.svg. Both paths are
// relative to the root of the repository. The first line of the data is a comment
// with the conditions of the matches, the second names the columns. Each other line
// is a match: the opponent's name, the games that Xorro won, lost and drew, Xorro's
// Elo relative to the opponent, and the interval of 95 % around it.
package main

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

const (
	dataFile    = "docs/ladder/matches.csv"
	pictureFile = "docs/ladder.svg"
)

func main() {
	if err := run(dataFile, pictureFile); err != nil {
		fmt.Fprintln(os.Stderr, "ladder:", err)
		os.Exit(1)
	}
}

// run draws the matches in one file to another.
func run(data, picture string) error {
	text, err := os.ReadFile(data)
	if err != nil {
		return err
	}
	conditions, matches, err := parse(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", data, err)
	}
	return os.WriteFile(picture, draw(conditions, matches), 0o644)
}

// match is the result of the games against one opponent. Elo is Xorro's relative to
// the opponent.
type match struct {
	opponent         string
	won, lost, drawn int
	elo, low, high   int
}

// columns are the names in the second line of the data.
var columns = []string{"opponent", "won", "lost", "drawn", "elo", "low", "high"}

// parse reads the data. An error names the line and the column.
func parse(text string) (conditions string, matches []match, err error) {
	first, _, _ := strings.Cut(text, "\n")
	conditions, ok := strings.CutPrefix(first, "# ")
	if !ok {
		return "", nil, errors.New(`line 1: want "# " and the conditions of the matches`)
	}
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comment = '#'
	if names, err := reader.Read(); err != nil || !slices.Equal(names, columns) {
		return "", nil, fmt.Errorf("line 2: want the columns %s", strings.Join(columns, ","))
	}
	for {
		record, err := reader.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", nil, err
		}
		m := match{opponent: record[0]}
		line, _ := reader.FieldPos(0)
		for i, field := range []*int{&m.won, &m.lost, &m.drawn, &m.elo, &m.low, &m.high} {
			if *field, err = strconv.Atoi(record[i+1]); err != nil {
				return "", nil, fmt.Errorf("line %d: %s: want a whole number, got %q", line, columns[i+1], record[i+1])
			}
		}
		if m.low > m.elo || m.elo > m.high {
			return "", nil, fmt.Errorf("line %d: elo: want a number from low to high, got %d", line, m.elo)
		}
		matches = append(matches, m)
	}
	if len(matches) == 0 {
		return "", nil, errors.New("line 3: want a match")
	}
	return conditions, matches, nil
}

// The sizes of the picture and of the margins around its plot, in pixels.
const (
	width                 = 760
	left, right           = 150, 190
	top, bottom, rowSpace = 70, 50, 34
)

// tick is the distance between two lines of the grid, in Elo.
const tick = 200

// rung is one engine of the picture. Elo is its own relative to Xorro.
type rung struct {
	name           string
	elo, low, high int
	note           string
	class          string
}

// draw returns the picture as SVG, the strongest engine at the top.
func draw(conditions string, matches []match) []byte {
	rungs := []rung{{name: "Xorro", class: "xorro"}}
	least, most := 0, 0
	for _, m := range matches {
		// The opponent is as far below Xorro as Xorro is above it.
		r := rung{name: m.opponent, elo: -m.elo, low: -m.high, high: -m.low, class: "other"}
		r.note = fmt.Sprintf("%+d [%+d, %+d]", r.elo, r.low, r.high)
		rungs = append(rungs, r)
		least, most = min(least, r.low), max(most, r.high)
	}
	slices.SortStableFunc(rungs, func(a, b rung) int { return b.elo - a.elo })
	least = int(math.Floor(float64(least)/tick)) * tick
	most = int(math.Ceil(float64(most)/tick)) * tick
	most = max(most, least+tick)
	height := top + len(rungs)*rowSpace + bottom
	x := func(elo int) float64 {
		return left + float64(elo-least)/float64(most-least)*(width-left-right)
	}

	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif" font-size="14">
<style>
text { fill: #222 }
.small { font-size: 12px; fill: #555 }
.grid { stroke: #ddd }
.zero { stroke: #c8501e; stroke-dasharray: 4 4 }
.other { fill: #2a6fbb; stroke: #2a6fbb; stroke-width: 2 }
.xorro { fill: #c8501e; stroke: #c8501e; stroke-width: 2 }
</style>
<rect width="%[1]d" height="%[2]d" fill="white"/>
`, width, height)
	fmt.Fprintf(&b, `<text x="%d" y="28" font-size="16">Elo relative to Xorro</text>`+"\n", left)
	fmt.Fprintf(&b, `<text x="%d" y="48" class="small">%s; lines are intervals of 95 %%</text>`+"\n", left, escape(conditions))
	floor := height - bottom
	for elo := least; elo <= most; elo += tick {
		class, label := "grid", fmt.Sprintf("%+d", elo)
		if elo == 0 {
			class, label = "zero", "0"
		}
		fmt.Fprintf(&b, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" class="%s"/>`+"\n", x(elo), top, x(elo), floor, class)
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle" class="small">%s</text>`+"\n", x(elo), floor+20, label)
	}
	for i, r := range rungs {
		y := top + i*rowSpace + rowSpace/2
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", left-12, y+5, escape(r.name))
		if r.low != r.high {
			fmt.Fprintf(&b, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" class="%s"/>`+"\n", x(r.low), y, x(r.high), y, r.class)
		}
		fmt.Fprintf(&b, `<circle cx="%.1f" cy="%d" r="5" class="%s"/>`+"\n", x(r.elo), y, r.class)
		fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`+"\n", width-right+16, y+5, r.note)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// escape returns the text as XML.
func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder does not fail
	return b.String()
}
