package cli

import (
	"flag"
	"fmt"
)

var versionCommand = command{
	name:     "version",
	about:    "print the version",
	examples: []string{"xorro version"},
	prepare: func(*flag.FlagSet) action {
		return func(args []string, env environment) error {
			if err := noArgs(args); err != nil {
				return err
			}
			_, err := fmt.Fprintln(env.out, env.engineName())
			return err
		}
	},
}
