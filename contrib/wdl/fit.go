package main

import (
	"math"

	"xorro/chess"
	"xorro/datagen"
	"xorro/internal/wdl"
)

// Positions are counted in bins of scores from White's view, in centipawns.
const (
	binWidth  = 20
	bins      = 2*75 + 1
	materials = wdl.FullMaterial + 1 // from bare kings to the start position
)

// counts counts results. [material][bin of the score][result]
type counts [materials][bins][3]int

// add counts a position. Scores beyond the last bin, and positions with more material
// than the start position, are left out.
func (c *counts) add(score chess.Score, material int, result datagen.Result) {
	bin := int(math.Round(float64(score)/binWidth)) + bins/2
	if bin >= 0 && bin < bins && material < materials {
		c[material][bin][result]++
	}
}

// scoreOf returns the score in the middle of a bin.
func scoreOf(bin int) int { return (bin - bins/2) * binWidth }

// sum returns the number of positions.
func (c *counts) sum() (n int) {
	for material := range c {
		n += c.sumOf(material)
	}
	return n
}

// sumOf returns the number of positions with an amount of material.
func (c *counts) sumOf(material int) (n int) {
	for _, results := range c[material] {
		for _, count := range results {
			n += count
		}
	}
	return n
}

// lossOf returns the negative log-likelihood of the results with an amount of material.
func (c *counts) lossOf(material int, f func(chess.Score) wdl.Chances) (loss float64) {
	const floor = 1e-4
	for bin, results := range c[material] {
		if results == [3]int{} {
			continue
		}
		p := f(scoreOf(bin))
		loss -= float64(results[datagen.WhiteWins])*math.Log(max(p.Win, floor)) +
			float64(results[datagen.Draw])*math.Log(max(p.Draw, floor)) +
			float64(results[datagen.BlackWins])*math.Log(max(p.Loss, floor))
	}
	return loss
}

// loss returns the mean negative log-likelihood of a result.
func (c *counts) loss(m *wdl.Model) (loss float64) {
	for material := range c {
		loss += c.lossOf(material, func(score chess.Score) wdl.Chances { return m.Chances(score, material) })
	}
	return loss / float64(c.sum())
}

// error returns the mean difference between the chance of each result and its frequency
// in groups of ten amounts of material and five bins, weighted by their positions.
func (c *counts) error(m *wdl.Model) float64 {
	type group struct{ material, score int }
	type sums struct{ said, seen [3]float64 }
	groups := map[group]*sums{}
	for material := range c {
		for bin, results := range c[material] {
			n := float64(results[0] + results[1] + results[2])
			if n == 0 {
				continue
			}
			g := group{material / 10, bin / 5}
			if groups[g] == nil {
				groups[g] = new(sums)
			}
			p := m.Chances(scoreOf(bin), material)
			for i, said := range [3]float64{p.Loss, p.Draw, p.Win} {
				groups[g].said[i] += said * n
				groups[g].seen[i] += float64(results[i])
			}
		}
	}
	sum := 0.0
	for _, s := range groups {
		for i := range s.said {
			sum += math.Abs(s.said[i]-s.seen[i]) / 3
		}
	}
	return sum / float64(c.sum())
}

// fit returns the most likely model.
func fit(c *counts) *wdl.Model {
	// The parameters for each amount of material, then polynomials through them.
	var halves, spreads, weights [materials]float64
	for material := range c {
		weights[material] = float64(c.sumOf(material))
		if material < wdl.LeastMaterial || weights[material] < 1000 {
			weights[material] = 0
			continue
		}
		p := []float64{150, 80}
		minimize(p, 40, func() float64 {
			return c.lossOf(material, func(score chess.Score) wdl.Chances { return wdl.At(float64(score), p[0], math.Abs(p[1])+1) })
		})
		halves[material], spreads[material] = p[0], math.Abs(p[1])+1
	}
	half, spread := smooth(halves, weights), smooth(spreads, weights)
	// From there on the likelihood of all decides.
	p := append(half[:], spread[:]...)
	at := func() *wdl.Model { return &wdl.Model{Half: [4]float64(p[:4]), Spread: [4]float64(p[4:])} }
	minimize(p, 4, func() float64 { return c.loss(at()) })
	return at()
}

// minimize changes p, one coordinate at a time by ever smaller steps, until f, which
// depends on it, becomes no smaller.
func minimize(p []float64, step float64, f func() float64) {
	best := f()
	for ; step > 0.05; step /= 2 {
		for improved, rounds := true, 0; improved && rounds < 50; rounds++ {
			improved = false
			for i := range p {
				for _, by := range [2]float64{step, -step} {
					p[i] += by
					if value := f(); value < best {
						best, improved = value, true
						break
					}
					p[i] -= by
				}
			}
		}
	}
}

// smooth returns the cubic polynomial with the least weighted squares.
func smooth(values, weights [materials]float64) (p [4]float64) {
	var a [4][5]float64 // the normal equations
	for material := range values {
		x := float64(material) / (materials - 1)
		for i := range a {
			for j := range 4 {
				a[i][j] += weights[material] * math.Pow(x, float64(i+j))
			}
			a[i][4] += weights[material] * math.Pow(x, float64(i)) * values[material]
		}
	}
	for i := range a {
		pivot := i
		for k := i + 1; k < len(a); k++ {
			if math.Abs(a[k][i]) > math.Abs(a[pivot][i]) {
				pivot = k
			}
		}
		a[i], a[pivot] = a[pivot], a[i]
		if a[i][i] == 0 {
			continue // too few amounts of material; the coefficient stays 0
		}
		for k := range a {
			if k == i {
				continue
			}
			factor := a[k][i] / a[i][i]
			for j := i; j < 5; j++ {
				a[k][j] -= factor * a[i][j]
			}
		}
	}
	for i := range p {
		if a[i][i] != 0 {
			p[i] = a[i][4] / a[i][i]
		}
	}
	return p
}
