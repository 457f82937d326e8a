package main

import (
	"bytes"
	"fmt"
	"strings"

	"xorro/datagen"
	"xorro/internal/wdl"
)

// The groups of material that the plot shows, from least to most.
var groups = [4][2]int{{10, 24}, {25, 44}, {45, 64}, {65, 78}}

// The plot's measures in pixels. Each group has a panel.
const (
	panelWidth, panelHeight = 380, 260
	margin                  = 44
	reach                   = 600 // centipawns to either side
)

// draw returns the plot, an SVG: the frequencies of wins, draws and losses as dots, the
// chances that a model gives as lines.
func draw(c *counts, m *wdl.Model) []byte {
	var b bytes.Buffer
	width, height := 2*(panelWidth+margin)+margin, 2*(panelHeight+margin)+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/><text x="%d" y="22" font-size="15">Wins (green), draws (grey) and losses (red) by score: in games (dots) and by the model (lines)</text>`+"\n", margin)
	for i, g := range groups {
		left, top := margin+i%2*(panelWidth+margin), 2*margin+i/2*(panelHeight+margin)
		panel(&b, left, top, c, m, g)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// panel draws one group of material.
func panel(b *bytes.Buffer, left, top int, c *counts, m *wdl.Model, group [2]int) {
	x := func(score int) float64 { return float64(left) + float64(score+reach)/(2*reach)*panelWidth }
	y := func(share float64) float64 { return float64(top) + (1-share)*panelHeight }
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="black"/>`+"\n", left, top, panelWidth, panelHeight)
	fmt.Fprintf(b, `<text x="%d" y="%d">material %d to %d</text>`+"\n", left+8, top-6, group[0], group[1])
	for score := -reach; score <= reach; score += reach / 3 {
		fmt.Fprintf(b, `<text x="%.0f" y="%d" text-anchor="middle">%+.0f</text>`+"\n", x(score), top+panelHeight+14, float64(score)/100)
	}
	for share := 0.0; share <= 1; share += 0.25 {
		fmt.Fprintf(b, `<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%.0f%%</text>`+"\n",
			left, left+panelWidth, y(share), y(share), left-4, y(share)+4, 100*share)
	}
	colors := [3]string{datagen.BlackWins: "#c33", datagen.Draw: "#777", datagen.WhiteWins: "#292"}
	var lines [3][]string
	for bin := range bins {
		score := scoreOf(bin)
		if score < -reach || score > reach {
			continue
		}
		var seen [3]int
		var said wdl.Chances // weighted by the positions
		n := 0
		for material := group[0]; material <= group[1]; material++ {
			count := 0
			for result, k := range c[material][bin] {
				seen[result] += k
				count += k
			}
			p := m.Chances(score, material)
			said.Win += p.Win * float64(count)
			said.Draw += p.Draw * float64(count)
			said.Loss += p.Loss * float64(count)
			n += count
		}
		if n < 100 {
			continue
		}
		for result, value := range [3]float64{said.Loss, said.Draw, said.Win} {
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="2" fill="%s"/>`+"\n", x(score), y(float64(seen[result])/float64(n)), colors[result])
			lines[result] = append(lines[result], fmt.Sprintf("%.1f,%.1f", x(score), y(value/float64(n))))
		}
	}
	for result, points := range lines {
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s"/>`+"\n", strings.Join(points, " "), colors[result])
	}
}
