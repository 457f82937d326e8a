//go:build tune

package uci

import (
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/search"
)

func TestTunables(t *testing.T) {
	first := search.Tunables()[0]
	initial := first.Value()
	defer first.Set(initial)

	listed := talk(t, "tunables\n")
	require.Len(t, listed, len(search.Tunables()))
	for _, line := range listed {
		require.Regexp(t, `^[a-z]\w+, int, -?\d+\.0, -?\d+\.0, -?\d+\.0, [\d.]+, 0\.002$`, line)
	}

	require.Empty(t, talk(t, "setoption name ASPIRATIONDEPTH value 7\n"))
	require.Equal(t, 7, first.Value())
	require.Contains(t, talk(t, "setoption name aspirationDepth value 1000\n")[0], "want a whole number from 2 to 10")
}
