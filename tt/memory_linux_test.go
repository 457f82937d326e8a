package tt

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"xorro/internal/memory"
)

// footprint returns the number of bytes that the process has mapped, and how many of them
// are in main memory.
func footprint(t *testing.T) (mapped, resident uint64) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip(err)
	}
	if _, err := fmt.Sscan(string(text), &mapped, &resident); err != nil {
		t.Fatal(err)
	}
	page := uint64(os.Getpagesize())
	return mapped * page, resident * page
}

// TestSystemRefuses makes the system refuse a size that is reported as available.
func TestSystemRefuses(t *testing.T) {
	if os.Getenv("XORRO_EMULATED") != "" {
		t.Skip("an emulator of a processor does not hold a process to a limit of memory")
	}
	const small, large, slack = 64, 2048, 512
	if memory.Available(0) < large*megabyte {
		t.Skip("not enough memory")
	}
	table, err := New(small)
	if err != nil {
		t.Fatal(err)
	}
	h := sameCluster(1)[0]
	table.Store(h, 0, Entry{Depth: 1, Bound: Exact})

	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err != nil {
		t.Skip(err)
	}
	mapped, _ := footprint(t)
	lower := unix.Rlimit{Cur: mapped + slack*megabyte, Max: limit.Max}
	if err := unix.Setrlimit(unix.RLIMIT_AS, &lower); err != nil {
		t.Skip(err)
	}
	err = table.Resize(large)
	_, errNew := New(large)
	if err := unix.Setrlimit(unix.RLIMIT_AS, &limit); err != nil {
		t.Fatal(err)
	}

	if err == nil || errNew == nil {
		t.Fatalf("no error: %v, %v", err, errNew)
	}
	for _, part := range []string{"a table of 2048 MB", "cannot allocate memory", "MB are available", "the table keeps 64 MB"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
	if got := len(table.clusters) * clusterSize; got != small*megabyte {
		t.Errorf("the table has %d bytes", got)
	}
	if _, ok := table.Probe(h, 0); ok {
		t.Error("the table is not empty")
	}
	table.Store(h, 0, Entry{Depth: 1, Bound: Exact})
	if _, ok := table.Probe(h, 0); !ok {
		t.Error("the table does not work")
	}
}

// TestMemoryIsLetGo resizes a table and drops others many times, and checks that the
// memory of the process does not grow.
func TestMemoryIsLetGo(t *testing.T) {
	const slack = 256
	check := func(what string, mappedBefore, residentBefore uint64) {
		t.Helper()
		var mapped, resident uint64
		for range 100 {
			mapped, resident = footprint(t)
			if mapped < mappedBefore+slack*megabyte && resident < residentBefore+slack*megabyte {
				return
			}
			runtime.GC() // cleanups run some time after it
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("%s: %d MB more are mapped and %d MB more in main memory", what,
			int64(mapped-mappedBefore)/megabyte, int64(resident-residentBefore)/megabyte)
	}

	table := newTable(t)
	mapped, resident := footprint(t)
	for i := range 40 {
		if err := table.Resize([]int{64, 1, 33, 100}[i%4]); err != nil {
			t.Fatal(err)
		}
	}
	check("resized", mapped, resident)
	runtime.KeepAlive(table)

	mapped, resident = footprint(t)
	for range 40 {
		if _, err := New(16); err != nil {
			t.Fatal(err)
		}
	}
	check("dropped", mapped, resident)
}
