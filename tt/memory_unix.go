//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package tt

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a large page, to which the block is aligned.
const hugePage = 2 << 20

// allocate takes so many bytes from the system. It fails if the system refuses.
func allocate(bytes int) (memory, error) {
	whole, err := unix.Mmap(-1, 0, bytes+hugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return memory{}, err
	}
	skip := int(-uintptr(unsafe.Pointer(&whole[0])) % hugePage)
	block := whole[skip : skip+bytes]
	adviseHugePages(block)
	return memory{block: block, whole: whole}, nil
}

// release gives the memory back to the system.
func (m memory) release() {
	if m.whole == nil {
		return
	}
	if err := unix.Munmap(m.whole); err != nil {
		panic("tt: " + err.Error()) // it is not memory that allocate took
	}
}
