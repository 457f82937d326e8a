package train

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
)

// curve records the losses of a training.
type curve struct {
	Steps   int     `json:"steps"`  // of the whole training
	Epochs  int     `json:"epochs"` // of the whole training
	Learned []point `json:"learned"`
	HeldOut []point `json:"heldOut"`

	// The next point of Learned is Sum / Seen.
	Sum  float64 `json:"sum"`
	Seen int     `json:"seen"`
}

// point is a loss after a number of steps.
type point struct {
	Step int     `json:"step"`
	Loss float64 `json:"loss"`
}

// learnedPoints is the greatest number of points of the training loss.
const learnedPoints = 200

// learned adds a step's loss, summed over its positions.
func (c *curve) learned(step int, sum float64, positions int) {
	c.Sum += sum
	c.Seen += positions
	if step%pieces(c.Steps, learnedPoints) == 0 || step == c.Steps {
		c.Learned = append(c.Learned, point{step, c.Sum / float64(c.Seen)})
		c.Sum, c.Seen = 0, 0
	}
}

// heldOut adds a held-out loss.
func (c *curve) heldOut(step int, loss float64) {
	c.HeldOut = append(c.HeldOut, point{step, loss})
}

// The picture's size and the margins of its plot, in pixels.
const (
	pictureWidth, pictureHeight = 800, 480
	plotLeft, plotRight         = 80, 20
	plotTop, plotBottom         = 40, 50
)

// draw returns the picture as SVG. The losses of the first steps may lie above it.
func (c *curve) draw() []byte {
	low, high := math.Inf(1), math.Inf(-1)
	for _, line := range [][]point{c.Learned, c.HeldOut} {
		for _, p := range line {
			if p.Step*20 >= c.Steps {
				low, high = min(low, p.Loss), max(high, p.Loss)
			}
		}
	}
	if low > high { // nothing yet
		low, high = 0, 0.25
	}
	tick := niceTick(max(high-low, high*1e-3))
	low, high = math.Floor(low/tick)*tick, math.Ceil(high/tick)*tick
	if high <= low {
		high = low + tick
	}
	x := func(epoch float64) float64 {
		return plotLeft + epoch/float64(c.Epochs)*(pictureWidth-plotLeft-plotRight)
	}
	y := func(loss float64) float64 {
		return pictureHeight - plotBottom - (loss-low)/(high-low)*(pictureHeight-plotTop-plotBottom)
	}

	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif" font-size="13">
<rect width="%[1]d" height="%[2]d" fill="white"/>
<clipPath id="plot"><rect x="%[3]d" y="%[4]d" width="%[5]d" height="%[6]d"/></clipPath>
`, pictureWidth, pictureHeight, plotLeft, plotTop, pictureWidth-plotLeft-plotRight, pictureHeight-plotTop-plotBottom)
	decimals := max(0, -int(math.Floor(math.Log10(tick)+1e-9)))
	for i := range int(math.Round((high-low)/tick)) + 1 {
		loss := low + float64(i)*tick
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n",
			plotLeft, y(loss), pictureWidth-plotRight, plotLeft-8, y(loss)+4, strconv.FormatFloat(loss, 'f', decimals, 64))
	}
	epochs := max(1, niceTick(float64(c.Epochs)))
	for i := 0.0; i <= float64(c.Epochs); i += epochs {
		fmt.Fprintf(&b, `<path d="M%.1[1]f %[2]dv5" stroke="black"/><text x="%.1[1]f" y="%[3]d" text-anchor="middle">%[4]g</text>`+"\n",
			x(i), pictureHeight-plotBottom, pictureHeight-plotBottom+20, i)
	}
	fmt.Fprintf(&b, `<path d="M%d %dV%dH%d" fill="none" stroke="black"/>`+"\n", plotLeft, plotTop, pictureHeight-plotBottom, pictureWidth-plotRight)
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">epochs</text>`+"\n", (plotLeft+pictureWidth-plotRight)/2, pictureHeight-10)
	for i, line := range []struct {
		name, color string
		points      []point
	}{
		{"training loss", "#1f77b4", c.Learned},
		{"held-out loss", "#d62728", c.HeldOut},
	} {
		fmt.Fprintf(&b, `<text x="%d" y="25" fill="%s">%s</text>`+"\n", plotLeft+150*i, line.color, line.name)
		fmt.Fprintf(&b, `<polyline clip-path="url(#plot)" fill="none" stroke="%s" stroke-width="2" points="`, line.color)
		for _, p := range line.points {
			fmt.Fprintf(&b, "%.1f,%.1f ", x(float64(p.Step)*float64(c.Epochs)/float64(c.Steps)), y(p.Loss))
		}
		b.WriteString(`"/>` + "\n")
		if len(line.points) == 1 {
			p := line.points[0]
			fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`+"\n",
				x(float64(p.Step)*float64(c.Epochs)/float64(c.Steps)), y(p.Loss), line.color)
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// niceTick returns a step of 1, 2 or 5 times a power of ten that divides a length into
// about five to ten parts.
func niceTick(length float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(length/5)))
	for _, digit := range []float64{5, 2} {
		if digit*power*5 <= length {
			return digit * power
		}
	}
	return power
}
