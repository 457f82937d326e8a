package tt

import "syscall"

// machineMemory is the machine's main memory in bytes.
func machineMemory() uint64 {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return fallbackMemory
	}
	return uint64(info.Totalram) * uint64(info.Unit)
}

// fallbackMemory is assumed where the system does not tell.
const fallbackMemory = 4 << 30
