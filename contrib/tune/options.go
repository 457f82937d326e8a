package main

import (
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"xorro/internal/client"
)

// patience is how long an engine may take to list what it has.
const patience = 20 * time.Second

// option is an option of the engine.
type option struct {
	kind     string // spin, check, combo, string or button
	min, max int    // of a spin
	choices  []string
}

// ask starts the engine, and returns its options and the lines with which it lists the
// parameters of its search. Other builds than the tunable one have no such lines.
func ask(engine string) (options map[string]option, tunables []string, err error) {
	words := strings.Fields(engine)
	e, err := client.Launch(exec.Command(words[0], words[1:]...))
	if err != nil {
		return nil, nil, err
	}
	defer e.Close()
	if err := e.Send("uci"); err != nil {
		return nil, nil, err
	}
	lines, err := e.Until("uciok", patience)
	if err != nil {
		return nil, nil, err
	}
	options = map[string]option{}
	for _, line := range lines {
		if name, o, ok := parseOption(line); ok {
			options[name] = o
		}
	}
	if err := e.Send("tunables\nisready"); err != nil {
		return nil, nil, err
	}
	if lines, err = e.Until("readyok", patience); err != nil {
		return nil, nil, err
	}
	for _, line := range lines {
		if strings.Count(line, ",") == parameterFields-1 {
			tunables = append(tunables, line)
		}
	}
	return options, tunables, nil
}

// parseOption parses a line such as "option name Hash type spin default 16 min 1 max 64".
func parseOption(line string) (name string, o option, ok bool) {
	rest, ok := strings.CutPrefix(line, "option name ")
	if !ok {
		return "", o, false
	}
	name, rest, ok = strings.Cut(rest, " type ")
	words := strings.Fields(rest)
	if !ok || len(words) == 0 {
		return "", o, false
	}
	o.kind = words[0]
	for i := 1; i+1 < len(words); i++ {
		switch words[i] {
		case "min":
			o.min, _ = strconv.Atoi(words[i+1])
		case "max":
			o.max, _ = strconv.Atoi(words[i+1])
		case "var":
			o.choices = append(o.choices, words[i+1])
		}
	}
	return name, o, true
}

// check returns why the option does not take the value.
func (o option) check(value string) error {
	switch o.kind {
	case "spin":
		if n, err := strconv.Atoi(value); err != nil || n < o.min || n > o.max {
			return fmt.Errorf("want a whole number from %d to %d, got %q", o.min, o.max, value)
		}
	case "check":
		if value != "true" && value != "false" {
			return fmt.Errorf("want true or false, got %q", value)
		}
	case "combo":
		if !slices.Contains(o.choices, value) {
			return fmt.Errorf("want one of %s, got %q", strings.Join(o.choices, ", "), value)
		}
	case "button":
		return fmt.Errorf("a button has no value")
	}
	return nil
}

// checkFactors compares the factors with the engine's options.
func checkFactors(factors []factor, options map[string]option) error {
	for _, f := range factors {
		for _, c := range f.options {
			o, ok := options[c.option]
			if !ok {
				return fmt.Errorf("factor %s: the engine has no option %q", f.name, c.option)
			}
			for _, value := range c.values {
				if err := o.check(value); err != nil {
					return fmt.Errorf("factor %s: option %s: %w", f.name, c.option, err)
				}
			}
		}
	}
	return nil
}
