package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

const spsaUsage = `Usage: tune spsa [flags]

In each pair of games every parameter is a step higher on one side and a step lower on the
other, by a coin. The result moves all of them in the direction that won. Steps and rates
fall as OpenBench's do, to the final ones. Values, ranges, steps and rates are those that
the engine's command tunables lists. -names and -parameters choose among them: a pattern
such as see* takes parameters, !see* drops them. In the file of -parameters, which has one
choice a line, a line may also be a whole one:

  nullMoveMarginDivisor, int, 220, 60, 500, 22, 0.002

which is name, type, value, least and greatest value, final step and final rate.

An interrupt (Ctrl-C) ends the run with the values. The same command goes on from the log.

  tune spsa -nodes 20000 -concurrency 2 -openings FILE.epd -names 'futility*,see*'
  tune spsa -table -plot spsa.svg
  tune spsa -table -form setoption
  tune spsa -table -write search/params.go && go generate ./search

`

// runSPSA carries out tune spsa.
func runSPSA(ctx context.Context, args []string, out, errs io.Writer) error {
	flags := newFlags("spsa", spsaUsage, errs)
	var s settings
	s.define(flags, "spsa.log", 15_000)
	names := flags.String("names", "", "tune the parameters of the `LIST`, comma-separated; all by default")
	parameters := flags.String("parameters", "", "tune the parameters of the `FILE`")
	ratio := flags.Float64("ratio", 0.1, "rates fall as if a `SHARE` of the pairs had been played before: OpenBench's A ratio")
	lag := flags.Int("lag", 16, "start a pair without the results of the `N` pairs before it, so that none waits for another")
	form := flags.String("form", "table", "report the values as `FORM`: table, setoption or openbench")
	plot := flags.String("plot", "", "draw the way of the parameters, an SVG, to `FILE`")
	write := flags.String("write", "", "write the values into a Go `FILE` that has them as constants")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	report := forms[*form]
	if report == nil {
		return fmt.Errorf("-form: want table, setoption or openbench, got %q", *form)
	}
	var e *spsa
	var err error
	if s.table {
		e, err = loadSPSA(s.log)
	} else {
		e, err = s.playSPSA(ctx, *names, *parameters, *lag, *ratio, errs)
	}
	if err != nil {
		return err
	}
	if *plot != "" {
		if err := os.WriteFile(*plot, e.draw(), 0o666); err != nil {
			return err
		}
	}
	if *write != "" {
		if err := rewrite(*write, e.rounded()); err != nil {
			return err
		}
	}
	return report(e, out)
}

// playSPSA plays an experiment that the flags describe.
func (s *settings) playSPSA(ctx context.Context, names, file string, lag int, ratio float64, errs io.Writer) (*spsa, error) {
	if !(ratio >= 0 && ratio <= 10) {
		return nil, fmt.Errorf("-ratio: want 0 to 10, got %g", ratio)
	}
	if lag < 0 {
		return nil, fmt.Errorf("-lag: want at least 0, got %d", lag)
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	if s.concurrency > lag+1 {
		return nil, fmt.Errorf("-concurrency: want at most %d with -lag %d, got %d", lag+1, lag, s.concurrency)
	}
	parameters, err := s.parameters(names, file)
	if err != nil {
		return nil, err
	}
	head := append(s.head("spsa"), fmt.Sprintf("pairs: %d", s.pairs), fmt.Sprintf("lag: %d", lag), fmt.Sprintf("ratio: %g", ratio))
	for _, p := range parameters {
		head = append(head, "parameter: "+p.String())
	}
	e := newSPSA(s.seed, s.pairs, lag, ratio, parameters)
	return e, s.play(ctx, e, head, errs)
}

// parameters returns those that the flags choose.
func (s *settings) parameters(names, file string) ([]parameter, error) {
	options, tunables, err := ask(s.engine)
	if err != nil {
		return nil, fmt.Errorf("-engine: %w", err)
	}
	var own []parameter
	for _, line := range tunables {
		p, err := parseParameter(line)
		if err != nil {
			return nil, fmt.Errorf("-engine: %w", err)
		}
		own = append(own, p)
	}
	var choices []string
	from := "-names"
	switch {
	case names != "" && file != "":
		return nil, errors.New("-parameters: -names has chosen already")
	case names != "":
		choices = strings.Split(names, ",")
	case file != "":
		from = file
		in, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		if choices, err = readChoices(in); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if len(choices) == 0 {
			return nil, fmt.Errorf("%s: there are no parameters", file)
		}
	case len(own) == 0:
		return nil, fmt.Errorf("-engine: %s lists no parameters; the build with the tag tune does", s.engine)
	}
	list, err := choose(own, choices)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	return list, checkParameters(list, options)
}

// loadSPSA reads an experiment from its log.
func loadSPSA(path string) (*spsa, error) {
	l, err := loadLog(path, "spsa")
	if err != nil {
		return nil, fmt.Errorf("-log: %w", err)
	}
	var parameters []parameter
	for _, line := range l.list("parameter") {
		p, err := parseParameter(line)
		if err != nil {
			return nil, fmt.Errorf("-log: %s: %w", path, err)
		}
		parameters = append(parameters, p)
	}
	pairs, err := strconv.Atoi(l.entry("pairs"))
	if err != nil || pairs < 1 {
		return nil, fmt.Errorf("-log: %s: pairs: want a number from 1, got %q", path, l.entry("pairs"))
	}
	ratio, err := strconv.ParseFloat(l.entry("ratio"), 64)
	if err != nil {
		return nil, fmt.Errorf("-log: %s: ratio: want a number, got %q", path, l.entry("ratio"))
	}
	e := newSPSA(0, pairs, 0, ratio, parameters)
	for _, r := range l.records {
		e.learn(r)
	}
	return e, nil
}
