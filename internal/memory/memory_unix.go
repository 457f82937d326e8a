//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package memory

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a large page, to which the block is aligned.
const hugePage = 2 << 20

// Allocate returns a block of the given size in bytes, aligned to large pages. It
// fails if the system refuses.
func Allocate(bytes int) (Block, error) {
	whole, err := unix.Mmap(-1, 0, bytes+hugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return Block{}, err
	}
	skip := int(-uintptr(unsafe.Pointer(&whole[0])) % hugePage)
	block := whole[skip : skip+bytes]
	adviseHugePages(block)
	return Block{bytes: block, whole: whole}, nil
}

// Release gives the memory back to the system.
func (b Block) Release() {
	if b.whole == nil {
		return
	}
	if err := unix.Munmap(b.whole); err != nil {
		panic("memory: " + err.Error()) // it is not memory that Allocate took
	}
}
