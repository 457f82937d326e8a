package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// factor is a change of one or several options.
type factor struct {
	name    string
	options []choice
}

// choice is an option with its value without the change and with it.
type choice struct {
	option string
	values [2]string
}

// readFactors reads a factor from each line that is not empty and does not begin with #.
// Errors name the line.
func readFactors(in io.Reader, name string) (factors []factor, err error) {
	names, options := map[string]bool{}, map[string]string{}
	s := bufio.NewScanner(in)
	for number := 1; s.Scan(); number++ {
		line := strings.TrimSpace(s.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		f, err := parseFactor(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if names[f.name] {
			return nil, fmt.Errorf("%s:%d: there are two factors %q", name, number, f.name)
		}
		names[f.name] = true
		for _, c := range f.options {
			if other, ok := options[c.option]; ok {
				return nil, fmt.Errorf("%s:%d: option %s: factor %q has it already", name, number, c.option, other)
			}
			options[c.option] = f.name
		}
		factors = append(factors, f)
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(factors) == 0 {
		return nil, fmt.Errorf("%s: there are no factors", name)
	}
	return factors, nil
}

// parseFactor parses "NAME: OPTION = VALUE | VALUE, OPTION = VALUE | VALUE". The name may
// be left out if there is one option, and is the option's then.
func parseFactor(line string) (f factor, err error) {
	text := line
	if name, rest, ok := strings.Cut(line, ":"); ok {
		if f.name, text = strings.TrimSpace(name), rest; f.name == "" {
			return f, fmt.Errorf("there is no name before the colon")
		}
	}
	for part := range strings.SplitSeq(text, ",") {
		option, values, isPair := strings.Cut(part, "=")
		first, second, isPair2 := strings.Cut(values, "|")
		c := choice{strings.TrimSpace(option), [2]string{strings.TrimSpace(first), strings.TrimSpace(second)}}
		switch {
		case !isPair || !isPair2 || c.option == "" || c.values[0] == "" || c.values[1] == "" || strings.Contains(second, "|"):
			return f, fmt.Errorf("want OPTION = VALUE | VALUE, got %q", strings.TrimSpace(part))
		case c.values[0] == c.values[1]:
			return f, fmt.Errorf("option %s: both values are %s", c.option, c.values[0])
		}
		f.options = append(f.options, c)
	}
	if f.name == "" {
		if f.name = f.options[0].option; len(f.options) > 1 {
			return f, fmt.Errorf("want a name and a colon before several options")
		}
	}
	return f, nil
}

// String returns what parseFactor parses.
func (f factor) String() string {
	var options []string
	for _, c := range f.options {
		options = append(options, fmt.Sprintf("%s = %s | %s", c.option, c.values[0], c.values[1]))
	}
	if len(options) == 1 && f.name == f.options[0].option {
		return options[0]
	}
	return f.name + ": " + strings.Join(options, ", ")
}
