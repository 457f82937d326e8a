package main

import (
	"math"
	"slices"
)

// regression fits y = sum of w[i] x[i] by least squares. There is no constant term:
// the sides of a pair differ in nothing but the factors.
type regression struct {
	n      int
	xx     [][]float64 // sums of x[i] x[j]
	xy     []float64   // sums of x[i] y
	yy     float64     // sum of y²
	thrown []int       // observations with x[i] not 0
}

func newRegression(size int) regression {
	r := regression{xy: make([]float64, size), thrown: make([]int, size)}
	for range size {
		r.xx = append(r.xx, make([]float64, size))
	}
	return r
}

// add adds an observation.
func (r *regression) add(x []float64, y float64) {
	r.n++
	r.yy += y * y
	for i := range x {
		if x[i] != 0 {
			r.thrown[i]++
		}
		r.xy[i] += x[i] * y
		for j := range x {
			r.xx[i][j] += x[i] * x[j]
		}
	}
}

// estimate is a fitted weight with its standard error.
type estimate struct{ value, err float64 }

// solve returns the weights. It is not ok if there are too few observations to tell
// them apart.
func (r *regression) solve() (weights []estimate, ok bool) {
	size := len(r.xy)
	inverse, ok := invert(r.xx)
	if !ok || r.n <= size {
		return nil, false
	}
	weights = make([]estimate, size)
	rest := r.yy // the sum of the squared residuals
	for i := range weights {
		for j := range r.xy {
			weights[i].value += inverse[i][j] * r.xy[j]
		}
		rest -= weights[i].value * r.xy[i]
	}
	variance := max(rest, 0) / float64(r.n-size)
	for i := range weights {
		weights[i].err = math.Sqrt(variance * inverse[i][i])
	}
	return weights, true
}

// invert returns the inverse of a symmetric matrix that is positive definite. It is not
// ok if the matrix is singular.
func invert(m [][]float64) (inverse [][]float64, ok bool) {
	size := len(m)
	a := make([][]float64, size) // m beside the unit matrix
	for i := range a {
		a[i] = append(slices.Clone(m[i]), make([]float64, size)...)
		a[i][size+i] = 1
	}
	for i := range a {
		if a[i][i] < 1e-9*m[i][i] || a[i][i] == 0 {
			return nil, false
		}
		scale := a[i][i]
		for j := range a[i] {
			a[i][j] /= scale
		}
		for k := range a {
			if factor := a[k][i]; k != i && factor != 0 {
				for j := range a[k] {
					a[k][j] -= factor * a[i][j]
				}
			}
		}
	}
	for i := range a {
		inverse = append(inverse, a[i][size:])
	}
	return inverse, true
}
