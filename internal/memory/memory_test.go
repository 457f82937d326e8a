package memory

import "testing"

// TestBlocks checks that blocks from the system and from the heap are zeroed, have
// the size asked for and can be written from end to end.
func TestBlocks(t *testing.T) {
	const size = 3 << 20
	system, err := Allocate(size)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string]Block{"system": system, "heap": FromHeap(size)} {
		if len(b.Bytes()) != size {
			t.Errorf("%s: %d bytes, want %d", name, len(b.Bytes()), size)
		}
		for i, value := range b.Bytes() {
			if value != 0 {
				t.Fatalf("%s: byte %d is %d", name, i, value)
			}
			b.Bytes()[i] = 1
		}
	}
	system.Release()
	Block{}.Release()
}

// TestAvailable checks that the machine has memory for a block, and that what the
// caller holds does not lessen it.
func TestAvailable(t *testing.T) {
	if got := Available(0); got < 64<<20 {
		t.Errorf("%d bytes are available", got)
	}
	if free, held := Available(0), Available(1<<40); held < free {
		t.Errorf("%d bytes are available, %d with a terabyte held", free, held)
	}
}
