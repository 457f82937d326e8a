package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A change of Hash lets the old table go before the new one is made: the most
// memory that the process ever had mapped is that of the larger one.
func TestHashIsNeverThereTwice(t *testing.T) {
	d := startDialogue(t)
	peak := func() (kilobytes int) {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.cmd.Process.Pid))
		require.NoError(t, err)
		for line := range strings.Lines(string(status)) {
			if _, err := fmt.Sscanf(line, "VmPeak: %d kB", &kilobytes); err == nil {
				return kilobytes
			}
		}
		t.Skip("the system does not tell")
		return 0
	}
	d.send("setoption name Hash value 160", "isready")
	d.until("readyok")
	before := peak()
	d.send("setoption name Hash value 200", "isready")
	d.until("readyok")
	require.Less(t, peak()-before, 120*1024, "200 MB, not 160 and 200 together")
}
