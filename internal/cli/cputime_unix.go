//go:build unix

package cli

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time that the process has used, of all threads, or
// 0 if that is not known.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
