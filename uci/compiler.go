package uci

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

func (d *Driver) compiler([]string) { d.out.print(describeBuild()) }

// describeBuild says what made the program, and for which processors: those of
// the named level of the architecture or of a higher one.
func describeBuild() string {
	text := fmt.Sprintf("Compiled by %s %s for %s/%s", runtime.Compiler, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return text
	}
	for _, s := range build.Settings {
		switch {
		case s.Key == "GO"+strings.ToUpper(runtime.GOARCH):
			text += fmt.Sprintf(", %s=%s", s.Key, s.Value)
		case s.Key == "-pgo":
			text += ", guided by a profile"
		case s.Key == "-race" && s.Value == "true":
			text += ", with the race detector"
		}
	}
	return text
}
