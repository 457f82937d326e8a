package tt

import (
	"math"
	"unsafe"

	"golang.org/x/sys/windows"
)

// allocate takes so many bytes from the system, which starts them on a page. It
// fails if the system refuses.
func allocate(bytes int) (memory, error) {
	address, err := windows.VirtualAlloc(0, uintptr(bytes), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return memory{}, err
	}
	// The address is no pointer of Go's, so it can be read as one.
	block := unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), bytes)
	return memory{block: block, whole: block}, nil
}

// release gives the memory back to the system.
func (m memory) release() {
	if m.whole == nil {
		return
	}
	if err := windows.VirtualFree(uintptr(unsafe.Pointer(&m.whole[0])), 0, windows.MEM_RELEASE); err != nil {
		panic("tt: " + err.Error()) // it is not memory that allocate took
	}
}

var globalMemoryStatus = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// available counts the main memory that is free or easily freed.
func available(held uint64) uint64 {
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
