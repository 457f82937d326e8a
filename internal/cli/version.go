package cli

import (
	"flag"
	"fmt"
	"runtime/debug"
)

var versionCommand = command{
	name:     "version",
	about:    "print the version, and what it was built with and for",
	examples: []string{"xorro version"},
	prepare: func(*flag.FlagSet) action {
		return func(args []string, env environment) error {
			if err := noArgs(args); err != nil {
				return err
			}
			if _, err := fmt.Fprintln(env.out, env.engineName()); err != nil {
				return err
			}
			return runLines([]string{"compiler"}, env)
		}
	},
}

// engineName is the engine's name with its version, and in a development build with
// the commit, as in "Xorro 0.1.0+1a2b3c4d.dirty".
func (e environment) engineName() string {
	name := "Xorro " + e.version
	if build, ok := debug.ReadBuildInfo(); ok {
		name += commitSuffix(build.Settings)
	}
	return name
}

// commitSuffix returns the commit of a build by the rules of semver.org for build
// metadata, with a mark if files differed from it. It is empty if the build has
// none, as releases have none.
func commitSuffix(settings []debug.BuildSetting) string {
	const digits = 8 // of the commit that are shown
	value := map[string]string{}
	for _, s := range settings {
		value[s.Key] = s.Value
	}
	commit := value["vcs.revision"]
	if commit == "" {
		return ""
	}
	suffix := "+" + commit[:min(digits, len(commit))]
	if value["vcs.modified"] == "true" {
		suffix += ".dirty"
	}
	return suffix
}
