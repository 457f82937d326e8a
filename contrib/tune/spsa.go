package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
)

// How fast the gains fall, as usual for SPSA.
const (
	alpha = 0.602 // of the rates
	gamma = 0.101 // of the steps
)

// spsa is an experiment that moves numbers by simultaneous perturbation: in each pair
// every number is a step higher on one side and a step lower on the other, and the result
// moves all of them. Steps and rates are those of OpenBench at one pair an iteration.
type spsa struct {
	seed       uint64
	pairs      int
	lag        int     // a pair starts from the values that the results of all but the last lag pairs before it gave
	ratio      float64 // of the pairs, which is added to the number of the pair in the rate
	parameters []parameter

	tally  tally
	way    [][]float64    // the values after each number of pairs
	chance []float64      // the standard deviations of the values if chance alone had decided the results
	early  map[int]record // results that wait for those of pairs before
}

func newSPSA(seed uint64, pairs, lag int, ratio float64, parameters []parameter) *spsa {
	e := &spsa{seed: seed, pairs: pairs, lag: lag, ratio: ratio, parameters: parameters, early: map[int]record{}}
	start := make([]float64, len(parameters))
	for i, p := range parameters {
		start[i] = p.start
	}
	e.way = [][]float64{start}
	e.chance = make([]float64, len(parameters))
	return e
}

// values returns the present values.
func (e *spsa) values() []float64 { return e.way[len(e.way)-1] }

// gains returns the step and the rate of a parameter in a pair.
func (e *spsa) gains(p parameter, pair int) (step, rate float64) {
	n, k, offset := float64(e.pairs), float64(pair+1), e.ratio*float64(e.pairs)
	step = max(p.step*math.Pow(n/k, gamma), 0.5) // less would often round to no difference
	rate = p.rate * p.step * p.step * math.Pow((offset+n)/(offset+k), alpha) / (step * step)
	return step, rate
}

// throw gives the sides their values, rounded up or down by chance so that they are right
// on average.
func (e *spsa) throw(pair int) (t throw, ready bool) {
	from := max(pair-e.lag, 0)
	if from >= len(e.way) {
		return t, false
	}
	rng := rand.New(rand.NewPCG(e.seed, uint64(pair)))
	for i, p := range e.parameters {
		sign, coin := 1.0, byte(forFirst)
		if rng.IntN(2) == 0 {
			sign, coin = -1, forSecond
		}
		t.coins += string(coin)
		step, _ := e.gains(p, pair)
		round := rng.Float64()
		for side, direction := range [2]float64{sign, -sign} {
			value := math.Floor(e.way[from][i] + direction*step + round)
			t.sides[side] = append(t.sides[side], setting{p.name, strconv.Itoa(int(min(max(value, p.min), p.max)))})
		}
	}
	return t, true
}

// learn moves the values by the results, in the order of the pairs.
func (e *spsa) learn(r record) {
	e.tally.count(r)
	e.early[r.pair] = r
	for {
		pair := len(e.way) - 1
		r, ok := e.early[pair]
		if !ok {
			return
		}
		delete(e.early, pair)
		values := slices.Clone(e.values())
		for i, sign := range signs(r.coins) {
			p := e.parameters[i]
			step, rate := e.gains(p, pair)
			move := rate * step * sign * r.ahead()
			values[i] = min(max(values[i]+move, p.min), p.max)
			e.chance[i] = math.Hypot(e.chance[i], move)
		}
		e.way = append(e.way, values)
	}
}
