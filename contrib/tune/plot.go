package main

import (
	"bytes"
	"fmt"
	"strings"
)

// The plot's measures in pixels. Each parameter has a panel.
const (
	panelWidth, panelHeight = 240, 110
	border                  = 40
	columns                 = 4
	points                  = 300 // of a line, about
)

// draw returns the plot, an SVG: the way of each parameter over the pairs.
func (e *spsa) draw() []byte {
	var b bytes.Buffer
	rows := (len(e.parameters) + columns - 1) / columns
	width, height := columns*(panelWidth+border)+border, rows*(panelHeight+border)+2*border
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="11">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/><text x="%d" y="24" font-size="15">SPSA: %d of %d pairs; dashed: the start</text>`+"\n",
		border, len(e.way)-1, e.pairs)
	for i := range e.parameters {
		e.panel(&b, i, border+i%columns*(panelWidth+border), 2*border+i/columns*(panelHeight+border))
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// panel draws a parameter between the least and the greatest value that it had, with a
// final step on either side.
func (e *spsa) panel(b *bytes.Buffer, i, left, top int) {
	p := e.parameters[i]
	least, most := p.start, p.start
	for _, values := range e.way {
		least, most = min(least, values[i]), max(most, values[i])
	}
	least, most = max(least-p.step, p.min), min(most+p.step, p.max)
	x := func(pairs int) float64 { return float64(left) + float64(pairs)/float64(e.pairs)*panelWidth }
	y := func(value float64) float64 { return float64(top) + (most-value)/(most-least)*panelHeight }
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="black"/>`+"\n", left, top, panelWidth, panelHeight)
	fmt.Fprintf(b, `<text x="%d" y="%d">%s: %g, now %.1f</text>`+"\n", left, top-6, p.name, p.start, e.values()[i])
	for _, value := range []float64{least, most} {
		fmt.Fprintf(b, `<text x="%d" y="%.1f" text-anchor="end">%.4g</text>`+"\n", left-4, y(value)+4, value)
	}
	fmt.Fprintf(b, `<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#777" stroke-dasharray="4"/>`+"\n",
		left, left+panelWidth, y(p.start), y(p.start))
	var line []string
	for pairs := 0; pairs < len(e.way); pairs += max(e.pairs/points, 1) {
		line = append(line, fmt.Sprintf("%.1f,%.1f", x(pairs), y(e.way[pairs][i])))
	}
	line = append(line, fmt.Sprintf("%.1f,%.1f", x(len(e.way)-1), y(e.values()[i])))
	fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="#06c"/>`+"\n", strings.Join(line, " "))
}
