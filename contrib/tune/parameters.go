package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"path"
	"strconv"
	"strings"
)

// parameter is a number that is tuned. Steps and rates are those of OpenBench.
type parameter struct {
	name            string
	start, min, max float64
	step            float64 // by how much the two sides differ from the value in the last pair
	rate            float64 // of learning in the last pair
}

// parameterFields is how many fields the line of a parameter has.
const parameterFields = 7

// parseParameter parses a line as the engine and OpenBench write it: name, int, value,
// least and greatest value, final step and final rate.
func parseParameter(line string) (p parameter, err error) {
	fields := strings.Split(line, ",")
	if len(fields) != parameterFields {
		return p, fmt.Errorf("want name, int, value, least value, greatest value, final step, final rate; got %q", line)
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	p.name = fields[0]
	if fields[1] != "int" {
		return p, fmt.Errorf("%s: type: want int, got %q", p.name, fields[1])
	}
	for i, field := range []struct {
		name string
		to   *float64
	}{{"value", &p.start}, {"least value", &p.min}, {"greatest value", &p.max}, {"final step", &p.step}, {"final rate", &p.rate}} {
		text := fields[2+i]
		if *field.to, err = strconv.ParseFloat(text, 64); err != nil || math.IsNaN(*field.to) || math.IsInf(*field.to, 0) {
			return p, fmt.Errorf("%s: %s: want a number, got %q", p.name, field.name, text)
		}
	}
	switch {
	case p.name == "":
		return p, fmt.Errorf("name: want one, got %q", line)
	case p.min != math.Floor(p.min) || p.max != math.Floor(p.max) || p.min >= p.max:
		return p, fmt.Errorf("%s: want a least whole number and a greater one, got %g and %g", p.name, p.min, p.max)
	case p.start < p.min || p.start > p.max:
		return p, fmt.Errorf("%s: value: want %g to %g, got %g", p.name, p.min, p.max, p.start)
	case p.step <= 0:
		return p, fmt.Errorf("%s: final step: want more than 0, got %g", p.name, p.step)
	case p.rate <= 0:
		return p, fmt.Errorf("%s: final rate: want more than 0, got %g", p.name, p.rate)
	}
	return p, nil
}

// String returns what parseParameter parses.
func (p parameter) String() string { return p.line(p.start) }

// line is String with another value.
func (p parameter) line(value float64) string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	return strings.Join([]string{p.name, "int", number(value), number(p.min), number(p.max), number(p.step), number(p.rate)}, ", ")
}

// readChoices reads the lines of a file, without those that are empty or begin with #.
func readChoices(in io.Reader) (lines []string, err error) {
	s := bufio.NewScanner(in)
	for s.Scan() {
		if line := strings.TrimSpace(s.Text()); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines, s.Err()
}

// choose returns the parameters that the choices name, in their order. A choice is a
// pattern of names, such as see*, that takes some of the engine's own; such a pattern
// behind an exclamation mark, which drops some of those before it; or a whole line.
// Without choices all of the engine's own are taken.
func choose(own []parameter, choices []string) (chosen []parameter, err error) {
	if len(choices) == 0 {
		choices = []string{"*"}
	}
	for _, choice := range choices {
		if strings.Contains(choice, ",") {
			p, err := parseParameter(choice)
			if err != nil {
				return nil, err
			}
			chosen = append(without(chosen, func(name string) bool { return name == p.name }), p)
			continue
		}
		pattern, drops := strings.CutPrefix(choice, "!")
		if _, err := path.Match(pattern, ""); err != nil {
			return nil, fmt.Errorf("%q is no pattern of names", choice)
		}
		matches := func(name string) bool {
			ok, _ := path.Match(pattern, name)
			return ok
		}
		before := len(chosen)
		chosen = without(chosen, matches)
		found := len(chosen) < before
		for _, p := range own {
			if !drops && matches(p.name) {
				chosen = append(chosen, p)
				found = true
			}
		}
		if !found {
			return nil, fmt.Errorf("no parameter is called %s; the command tunables of the tunable build lists them", choice)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no parameters are left")
	}
	return chosen, nil
}

// without returns the parameters whose names do not match.
func without(list []parameter, matches func(string) bool) (rest []parameter) {
	for _, p := range list {
		if !matches(p.name) {
			rest = append(rest, p)
		}
	}
	return rest
}

// checkParameters compares the parameters with the engine's options.
func checkParameters(parameters []parameter, options map[string]option) error {
	for _, p := range parameters {
		o, ok := options[p.name]
		if !ok || o.kind != "spin" {
			return fmt.Errorf("parameter %s: the engine has no such option that is a number", p.name)
		}
		for _, value := range []float64{p.min, p.max} {
			if err := o.check(strconv.Itoa(int(value))); err != nil {
				return fmt.Errorf("parameter %s: %w", p.name, err)
			}
		}
	}
	return nil
}
