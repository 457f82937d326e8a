//go:build !windows

package main

import "os"

// showsColor says whether a terminal shows colours, as all but old ones do.
func showsColor(*os.File) bool { return true }
