//go:build !linux

package tt

// machineMemory is the most memory in bytes that a table may take on systems that
// are not asked how much they have: 8 GB.
func machineMemory() uint64 { return 8 << 30 }
