package cli

import (
	"io"
	"os"

	"golang.org/x/term"

	"xorro/uci"
)

// isTerminal says whether a person looks at what is written.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// openTerminal is the terminal that a file writes to.
func openTerminal(f *os.File) uci.Terminal {
	return uci.Terminal{
		Width: func() int {
			width, _, err := term.GetSize(int(f.Fd()))
			if err != nil {
				return 0
			}
			return width
		},
		Colored: wantsColor(os.Getenv) && showsColor(f),
	}
}

// wantsColor says whether the environment is not against colours: no-color.org
// asks programs to heed NO_COLOR, and a dumb terminal would print the codes.
func wantsColor(env func(string) string) bool {
	return env("NO_COLOR") == "" && env("TERM") != "dumb"
}
