package tt

import (
	"fmt"
	"math"
	"runtime/debug"
)

const megabyte = 1 << 20

// clusterCount is the number of clusters in so many megabytes. It is an error to
// want less than one, or more than the machine has or the process can address:
// Go ends the process where memory cannot be had, so the size is judged before.
func clusterCount(megabytes int) (int, error) {
	if megabytes < 1 {
		return 0, fmt.Errorf("tt: a table of %d MB is too small; the least is 1 MB", megabytes)
	}
	ceiling := min(machineMemory(), math.MaxInt/2) / megabyte
	if uint64(megabytes) > ceiling {
		return 0, fmt.Errorf("tt: a table of %d MB is too large; the most on this machine is %d MB", megabytes, ceiling)
	}
	return megabytes * (megabyte / clusterSize), nil
}

// allocate makes zeroed clusters, each one cache line: Go starts an allocation of
// a megabyte or more on a page.
func allocate(count int) []cluster { return make([]cluster, count) }

// release gives the memory back to the system at once, rather than when the
// collector next runs.
func release(clusters *[]cluster) {
	if *clusters == nil {
		return
	}
	*clusters = nil
	debug.FreeOSMemory()
}
