//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package tt

import (
	"math"
	"runtime"

	"golang.org/x/sys/unix"
)

// adviseHugePages does nothing: these systems choose the size of pages themselves.
func adviseHugePages([]byte) {}

// available is the whole of the machine's main memory.
func available(uint64) uint64 {
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
