//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package memory

import "runtime/debug"

// Allocate returns a block of the given size in bytes from the Go heap. It never
// fails: Go ends the process if the heap cannot grow.
func Allocate(bytes int) (Block, error) { return FromHeap(bytes), nil }

// Release has the collector give back memory that is no longer used.
func (b Block) Release() {
	if b.bytes != nil {
		b.bytes = nil
		debug.FreeOSMemory()
	}
}

// Available returns 8 GB: the system is not asked how much memory it has.
func Available(uint64) uint64 { return 8 << 30 }
