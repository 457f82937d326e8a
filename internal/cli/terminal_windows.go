package cli

import (
	"os"

	"golang.org/x/sys/windows"
)

// showsColor makes a console interpret the codes for colours, and reports whether it
// does.
func showsColor(f *os.File) bool {
	console := windows.Handle(f.Fd())
	var mode uint32
	if err := windows.GetConsoleMode(console, &mode); err != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
