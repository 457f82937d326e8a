package datagen

import (
	"errors"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// lock takes a file for its process until the file is closed. It returns errInUse if another
// process, or another opening of the file, has it. A file system without locks takes nothing.
func lock(file *os.File) error {
	// What is locked cannot be read, so it is a byte far behind the end of the file.
	at := windows.Overlapped{Offset: math.MaxUint32, OffsetHigh: math.MaxInt32}
	err := windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errInUse
	}
	return nil
}
