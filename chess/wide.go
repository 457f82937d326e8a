//go:build 386 || arm || mips || mipsle

package chess

// A build for a 32-bit processor ends here. Counts of nodes and games do not fit into
// an int there, and fields that threads share are not aligned for 64-bit atomics.
var _ = Xorro_needs_a_64_bit_processor
