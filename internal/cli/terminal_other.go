//go:build !windows

package cli

import "os"

// showsColor says whether a terminal shows colours, as all but old ones do.
func showsColor(*os.File) bool { return true }
