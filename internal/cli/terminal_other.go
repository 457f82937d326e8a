//go:build !windows

package cli

import "os"

// showsColor reports whether a terminal shows colours, which all do outside Windows.
func showsColor(*os.File) bool { return true }
