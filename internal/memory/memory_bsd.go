//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package memory

import (
	"math"
	"runtime"

	"golang.org/x/sys/unix"
)

// adviseHugePages does nothing: these systems choose the size of pages themselves.
func adviseHugePages([]byte) {}

// Available returns the size of the machine's main memory in bytes, or
// math.MaxUint64 if only Allocate can tell.
func Available(uint64) uint64 {
	name := "hw.physmem"
	if runtime.GOOS == "darwin" {
		name = "hw.memsize"
	}
	memory, err := unix.SysctlUint64(name)
	if err != nil {
		return math.MaxUint64
	}
	return memory
}
