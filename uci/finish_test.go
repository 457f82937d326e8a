package uci

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// With FinishJobs the end of the input cuts nothing short that ends by itself.
func TestFinishJobs(t *testing.T) {
	var out strings.Builder
	d, err := New(strings.NewReader("go depth 7\ngo perft 5\ngenfens 3 seed 1\ngo infinite\nquit\n"), &out, "Test 1")
	require.NoError(t, err)
	d.countPatience = 0
	d.FinishJobs()
	require.NoError(t, d.Run())
	got := splitLines(out.String())
	require.NotZero(t, count(got, "info depth 7 "))
	require.Equal(t, 1, count(got, "Nodes searched: 4865609"))
	require.Equal(t, 3, count(got, "info string genfens "))
	require.Equal(t, 2, count(got, "bestmove "))
}
