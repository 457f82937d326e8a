//go:build tune

package uci

import (
	"fmt"

	"xorro/search"
)

// In a build with the tag tune every parameter of the search is an option, and the
// tunables command lists them for a tuner.

func tunableOptions() (options []option) {
	for _, p := range search.Tunables() {
		options = append(options, option{p.Name, &spin{initial: p.Value(), min: p.Min, max: p.Max, apply: always(p.Set)}})
	}
	return options
}

func init() {
	commands = append(commands, command{
		"tunables", anyTime, false, (*Driver).tunables, "", "list the parameters of the search for an SPSA tuner", "tunables",
	})
}

// tunables prints a line for each parameter, in the form that OpenBench takes:
// name, type, value, least and greatest value, final step and final learning rate.
func (d *Driver) tunables([]string) {
	const steps, rate = 20, 0.002 // the final step is this part of the range
	for _, p := range search.Tunables() {
		step := max(float64(p.Max-p.Min)/steps, 0.5)
		d.out.print(fmt.Sprintf("%s, int, %d.0, %d.0, %d.0, %g, %g", p.Name, p.Value(), p.Min, p.Max, step, rate))
	}
}
