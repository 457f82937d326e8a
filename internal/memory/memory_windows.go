package memory

import (
	"math"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Allocate returns a block of the given size in bytes, aligned to a page. It fails
// if the system refuses.
func Allocate(bytes int) (Block, error) {
	address, err := windows.VirtualAlloc(0, uintptr(bytes), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return Block{}, err
	}
	// The address is no pointer of Go's, so it can be read as one.
	block := unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), bytes)
	return Block{bytes: block, whole: block}, nil
}

// Release gives the memory back to the system.
func (b Block) Release() {
	if b.whole == nil {
		return
	}
	if err := windows.VirtualFree(uintptr(unsafe.Pointer(&b.whole[0])), 0, windows.MEM_RELEASE); err != nil {
		panic("memory: " + err.Error()) // it is not memory that Allocate took
	}
}

var globalMemoryStatus = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// Available returns the bytes of main memory that are free or easily freed, those
// that the caller holds and is about to release among them.
func Available(held uint64) uint64 {
	var status struct { // MEMORYSTATUSEX
		length, load              uint32
		physical, freePhysical    uint64
		pageFile, freePageFile    uint64
		virtual, freeVirtual, ext uint64
	}
	status.length = uint32(unsafe.Sizeof(status))
	if ok, _, _ := globalMemoryStatus.Call(uintptr(unsafe.Pointer(&status))); ok == 0 {
		return math.MaxUint64
	}
	return status.freePhysical + held
}
