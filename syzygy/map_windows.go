package syzygy

import (
	"fmt"
	"math"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// mapping is a file in memory.
type mapping struct{ data []byte }

// mapFile maps a whole file for reading.
func mapFile(path string) (mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		return mapping{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return mapping{}, err
	}
	size := info.Size()
	if size == 0 || size > math.MaxInt {
		return mapping{}, fmt.Errorf("%s: a file of %d bytes cannot be mapped", path, size)
	}
	handle, err := windows.CreateFileMapping(windows.Handle(f.Fd()), nil, windows.PAGE_READONLY, 0, 0, nil)
	if err != nil {
		return mapping{}, fmt.Errorf("%s: %w", path, err)
	}
	defer windows.CloseHandle(handle) // the view keeps the file mapped
	address, err := windows.MapViewOfFile(handle, windows.FILE_MAP_READ, 0, 0, 0)
	if err != nil {
		return mapping{}, fmt.Errorf("%s: %w", path, err)
	}
	// The address does not belong to Go's heap, so it can be read as a pointer.
	return mapping{unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), size)}, nil
}

func (m mapping) release() error {
	if m.data == nil {
		return nil
	}
	return windows.UnmapViewOfFile(uintptr(unsafe.Pointer(&m.data[0])))
}
