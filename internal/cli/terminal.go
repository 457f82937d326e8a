package cli

import (
	"io"
	"os"

	"golang.org/x/term"

	"xorro/uci"
)

// isTerminal reports whether w writes to a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// openTerminal returns the terminal that f writes to.
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

// wantsColor reports whether the environment permits colours. NO_COLOR forbids them
// (see no-color.org), and a dumb terminal would print their codes.
func wantsColor(env func(string) string) bool {
	return env("NO_COLOR") == "" && env("TERM") != "dumb"
}
