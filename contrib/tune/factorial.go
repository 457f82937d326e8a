package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"text/tabwriter"
)

const factorsUsage = `Usage: tune factors [flags] FACTORS

In each pair of games, in which both sides play the same opening once, each factor is given
to one side or the other by a coin. A linear regression of the results on the coins tells
what each factor is worth, in Elo. FACTORS is a file with a factor on each line: a name,
and one or several options of the engine, each with its value without the change and with
it. Empty lines and lines that begin with # do not count. The name may be left out if there
is one option.

  nullMoveReduction = 5 | 6
  wider futility: futilityBase = 90 | 110, futilityMargin = 110 | 130
  no limit: UCI_LimitStrength = true | false

Where the factors of one side together are worth 100 Elo and more, all figures come out too
small. Then -share 0.25, say, throws each factor in a quarter of the pairs.

An interrupt (Ctrl-C) ends the run with the table. The same command goes on from the log.

  tune factors -nodes 20000 -concurrency 2 -openings FILE.epd FACTORS
  tune factors -table

`

// runFactors carries out tune factors.
func runFactors(ctx context.Context, args []string, out, errs io.Writer) error {
	flags := newFlags("factors", factorsUsage, errs)
	var s settings
	s.define(flags, "factors.log", 1000)
	share := flags.Float64("share", 1, "throw each factor in a `SHARE` of the pairs; in the others both sides play without it")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if s.table {
		e, err := loadFactorial(s.log)
		if err != nil {
			return err
		}
		return e.report(out)
	}
	if flags.NArg() != 1 {
		return fmt.Errorf("want one file of factors, got %d", flags.NArg())
	}
	if !(*share > 0 && *share <= 1) {
		return fmt.Errorf("-share: want more than 0 and at most 1, got %g", *share)
	}
	if err := s.check(); err != nil {
		return err
	}
	file, err := os.Open(flags.Arg(0))
	if err != nil {
		return err
	}
	defer file.Close()
	factors, err := readFactors(file, flags.Arg(0))
	if err != nil {
		return err
	}
	options, _, err := ask(s.engine)
	if err != nil {
		return fmt.Errorf("-engine: %w", err)
	}
	if err := checkFactors(factors, options); err != nil {
		return err
	}
	head := append(s.head("factors"), fmt.Sprintf("share: %g", *share))
	for _, f := range factors {
		head = append(head, "factor: "+f.String())
	}
	e := newFactorial(s.seed, *share, factors)
	if err := s.play(ctx, e, head, errs); err != nil {
		return err
	}
	return e.report(out)
}

// eloPerScore is by how many Elo two players differ for each point that the expected
// score of a game exceeds a half, where they are about equal.
const eloPerScore = 1600 / math.Ln10

// confidence is half the width of an interval of 95 %, in standard errors.
const confidence = 1.96

// factorial is an experiment with factors.
type factorial struct {
	seed    uint64
	share   float64 // of the pairs in which a factor is thrown
	factors []factor
	tally   tally
	fit     regression
}

func newFactorial(seed uint64, share float64, factors []factor) *factorial {
	return &factorial{seed: seed, share: share, factors: factors, fit: newRegression(len(factors))}
}

func (e *factorial) throw(pair int) (t throw, ready bool) {
	rng := rand.New(rand.NewPCG(e.seed, uint64(pair)))
	for _, f := range e.factors {
		coin := byte(forFirst)
		if rng.IntN(2) == 0 {
			coin = forSecond
		}
		if rng.Float64() >= e.share {
			coin = forNone
		}
		t.coins += string(coin)
		for _, c := range f.options {
			values := [2]string{c.values[0], c.values[0]}
			switch coin {
			case forFirst:
				values[0] = c.values[1]
			case forSecond:
				values[1] = c.values[1]
			}
			for side, value := range values {
				t.sides[side] = append(t.sides[side], setting{c.option, value})
			}
		}
	}
	return t, true
}

func (e *factorial) learn(r record) {
	e.tally.count(r)
	e.fit.add(signs(r.coins), r.ahead()/4) // a game's score beyond a half
}

// report writes what each factor is worth, the best one first.
func (e *factorial) report(out io.Writer) error {
	fmt.Fprintln(out, e.tally)
	weights, ok := e.fit.solve()
	if !ok {
		_, err := fmt.Fprintf(out, "too few pairs to tell %d factors apart\n", len(e.factors))
		return err
	}
	order := make([]int, len(e.factors))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(weights[j].value, weights[i].value) })
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "Elo\t± (95 %)\tpairs\tfactor")
	for _, i := range order {
		fmt.Fprintf(table, "%+.1f\t%.1f\t%d\t%v\n", eloPerScore*weights[i].value, confidence*eloPerScore*weights[i].err, e.fit.thrown[i], e.factors[i])
	}
	return table.Flush()
}

// loadFactorial reads an experiment from its log.
func loadFactorial(path string) (*factorial, error) {
	l, err := loadLog(path, "factors")
	if err != nil {
		return nil, fmt.Errorf("-log: %w", err)
	}
	var factors []factor
	for _, line := range l.list("factor") {
		f, err := parseFactor(line)
		if err != nil {
			return nil, fmt.Errorf("-log: %s: %w", path, err)
		}
		factors = append(factors, f)
	}
	e := newFactorial(0, 0, factors)
	for _, r := range l.records {
		e.learn(r)
	}
	return e, nil
}
