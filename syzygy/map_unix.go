//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package syzygy

import (
	"fmt"
	"math"
	"os"

	"golang.org/x/sys/unix"
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
	data, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return mapping{}, fmt.Errorf("%s: %w", path, err)
	}
	// Reading ahead is a waste. A system that does not know the advice may do it.
	_ = unix.Madvise(data, unix.MADV_RANDOM)
	return mapping{data}, nil
}

func (m mapping) release() error {
	if m.data == nil {
		return nil
	}
	return unix.Munmap(m.data)
}
