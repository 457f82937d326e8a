//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package syzygy

import "os"

// mapping is a file in memory.
type mapping struct{ data []byte }

// mapFile reads a whole file.
func mapFile(path string) (mapping, error) {
	data, err := os.ReadFile(path)
	return mapping{data}, err
}

func (m mapping) release() error { return nil }
