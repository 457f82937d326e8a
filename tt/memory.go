package tt

import "unsafe"

const megabyte = 1 << 20

// memory is a block for the table, zeroed when it is taken. Where the system
// allows it, the block lies outside the Go heap: Go ends the process where memory
// cannot be had, and neither aligns to large pages nor asks for them.
//
// Each system has three functions: allocate takes so many bytes, release gives
// them back at once, and available is how many bytes a table may have that now holds
// so many, or math.MaxUint64 if only allocate can tell.
type memory struct {
	block []byte // what the table uses
	whole []byte // what was taken from the system
}

// fromHeap is memory that the collector looks after, for systems without any
// other. Go starts an allocation of a megabyte or more on a page.
func fromHeap(bytes int) memory { return memory{block: make([]byte, bytes)} }

// clusters is the block as the table uses it.
func (m memory) clusters() []cluster {
	return unsafe.Slice((*cluster)(unsafe.Pointer(unsafe.SliceData(m.block))), len(m.block)/clusterSize)
}
