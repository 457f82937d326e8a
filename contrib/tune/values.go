package main

import (
	"bytes"
	"fmt"
	"go/format"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"text/tabwriter"
)

// rounded returns the present values by name.
func (e *spsa) rounded() map[string]int {
	values := map[string]int{}
	for i, p := range e.parameters {
		values[p.name] = int(math.Round(e.values()[i]))
	}
	return values
}

// report writes the present values. The last column is what chance alone would make of the
// change: its standard deviation.
func (e *spsa) report(out io.Writer) error {
	fmt.Fprintf(out, "%v; %d to play\n", e.tally, e.pairs-e.tally.pairs)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "parameter\tstart\tnow\tchange in final steps\tby chance")
	for i, p := range e.parameters {
		now := e.values()[i]
		fmt.Fprintf(table, "%s\t%g\t%.2f\t%+.2f\t± %.2f\n", p.name, p.start, now, (now-p.start)/p.step, e.chance[i]/p.step)
	}
	return table.Flush()
}

// forms are the forms in which the present values can be written.
var forms = map[string]func(e *spsa, out io.Writer) error{
	"table": (*spsa).report,
	"setoption": func(e *spsa, out io.Writer) error {
		return e.write(out, func(p parameter, value float64) string {
			return fmt.Sprintf("setoption name %s value %d", p.name, int(math.Round(value)))
		})
	},
	"openbench": func(e *spsa, out io.Writer) error {
		return e.write(out, func(p parameter, value float64) string { return p.line(math.Round(100*value) / 100) })
	},
}

// write writes a line for each parameter.
func (e *spsa) write(out io.Writer, line func(p parameter, value float64) string) error {
	for i, p := range e.parameters {
		if _, err := fmt.Fprintln(out, line(p, e.values()[i])); err != nil {
			return err
		}
	}
	return nil
}

// assignment matches a line that gives a constant a number.
var assignment = regexp.MustCompile(`(?m)^(\s*(\w+)\s*=\s*)-?\d+\b`)

// rewrite gives constants in a Go file, such as search/params.go, other numbers.
func rewrite(file string, values map[string]int) error {
	source, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	found := map[string]bool{}
	source = assignment.ReplaceAllFunc(source, func(line []byte) []byte {
		match := assignment.FindSubmatch(line)
		name := string(match[2])
		value, ok := values[name]
		if !ok {
			return line
		}
		found[name] = true
		return strconv.AppendInt(bytes.Clone(match[1]), int64(value), 10)
	})
	for name := range values {
		if !found[name] {
			return fmt.Errorf("%s: there is no constant %s", file, name)
		}
	}
	if source, err = format.Source(source); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(file, source, 0o666)
}
