package memory

import "unsafe"

// cacheLine is the size of a cache line in bytes.
const cacheLine = 64

// Aligned returns n zeros from the Go heap that begin on a cache line. T must hold no
// pointers, and its size must divide that of a cache line.
func Aligned[T any](n int) []T {
	var zero T
	size := unsafe.Sizeof(zero)
	room := make([]T, n+cacheLine/int(size))
	skip := int(-uintptr(unsafe.Pointer(&room[0])) % cacheLine / size)
	return room[skip : skip+n : skip+n]
}
