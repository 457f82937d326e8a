// Package memory takes large blocks of zeroed memory from the system, and aligns small
// ones on the Go heap to cache lines.
//
// Where the system allows it, a block lies outside the Go heap: Go ends the
// process where memory cannot be had, and neither aligns to large pages nor asks
// for them.
package memory

// Block is zeroed memory; the zero Block is empty. Its bytes must not be used
// after Release.
type Block struct {
	bytes []byte // what the block's owner uses
	whole []byte // what was taken from the system
}

// FromHeap returns a block of the given size in bytes from the Go heap, for use
// where Allocate fails. Go starts an allocation of a megabyte or more on a page.
func FromHeap(bytes int) Block { return Block{bytes: make([]byte, bytes)} }

// Bytes returns the block's memory.
func (b Block) Bytes() []byte { return b.bytes }
