//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package datagen

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock takes a file for its process until the file is closed. It returns errInUse if another
// process, or another opening of the file, has it. A file system without locks takes nothing.
func lock(file *os.File) error {
	if errors.Is(unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB), unix.EWOULDBLOCK) {
		return errInUse
	}
	return nil
}
