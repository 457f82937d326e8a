//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package tt

import "runtime/debug"

// allocate takes so many bytes of the Go heap, and never fails: Go ends the
// process if there are not so many.
func allocate(bytes int) (memory, error) { return fromHeap(bytes), nil }

// release has the collector give back what is not used any more.
func (m memory) release() {
	if m.block != nil {
		m.block = nil
		debug.FreeOSMemory()
	}
}

// available is 8 GB, as the system is not asked how much it has.
func available(uint64) uint64 { return 8 << 30 }
