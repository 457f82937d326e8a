package memory

import (
	"bytes"
	"fmt"
	"math"
	"os"

	"golang.org/x/sys/unix"
)

// adviseHugePages asks for large pages, which spare most of the misses in the
// processor's table of pages. Systems that have none refuse, and the table works
// as well on small ones.
func adviseHugePages(block []byte) { _ = unix.Madvise(block, unix.MADV_HUGEPAGE) }

// Available returns the bytes of main memory that are free or easily freed, those
// that the caller holds and is about to release among them, or the container's
// limit if that is less. It returns about math.MaxUint64 if only Allocate can tell.
// Linux grants more than there is and ends a process when it runs out, so one part
// in 32 is left for the page tables and the rest of the process.
func Available(held uint64) uint64 {
	free := uint64(math.MaxUint64)
	if meminfo, err := os.ReadFile("/proc/meminfo"); err == nil {
		var kilobytes uint64
		_, line, _ := bytes.Cut(meminfo, []byte("MemAvailable:"))
		if _, err := fmt.Sscan(string(line), &kilobytes); err == nil {
			free = kilobytes<<10 + held
		}
	}
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := os.ReadFile(file); err == nil {
			var limit uint64
			if _, err := fmt.Sscan(string(text), &limit); err == nil {
				free = min(free, limit)
			}
		}
	}
	return free - free/32
}
