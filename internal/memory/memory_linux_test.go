package memory

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"
)

// TestHugePages finds the block's mapping in the kernel's list and checks its pages.
func TestHugePages(t *testing.T) {
	if os.Getenv("XORRO_EMULATED") != "" {
		t.Skip("an emulator of a processor does not pass on what kind of pages is asked for")
	}
	if enabled, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled"); err != nil || bytes.Contains(enabled, []byte("[never]")) {
		t.Skip("this system has no huge pages")
	}
	b, err := Allocate(64 << 20)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	for i := 0; i < len(b.Bytes()); i += os.Getpagesize() {
		b.Bytes()[i] = 1
	}
	address := uintptr(unsafe.Pointer(&b.Bytes()[0]))
	if address%hugePage != 0 {
		t.Errorf("the block begins at %#x, not on a huge page", address)
	}
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	within := false
	for line := range strings.Lines(string(maps)) {
		var from, to uintptr
		if n, _ := fmt.Sscanf(line, "%x-%x", &from, &to); n == 2 {
			within = from <= address && address < to
		}
		var kilobytes int
		if n, _ := fmt.Sscanf(line, "AnonHugePages: %d", &kilobytes); within && n == 1 {
			if kilobytes == 0 {
				t.Error("the block lies on small pages")
			}
			return
		}
	}
	t.Skip("the kernel does not tell of huge pages")
}
