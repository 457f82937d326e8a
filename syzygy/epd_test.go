package syzygy_test

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/syzygy"
)

// open opens all tables of three and four pieces.
func open(t testing.TB) *syzygy.Tables {
	t.Helper()
	tables, err := syzygy.Open(enginetest.Shared(t, "syzygy"), func(err error) { t.Error(err) })
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, tables.Close()) })
	return tables
}

// TestEndgames compares with published outcomes and distances.
func TestEndgames(t *testing.T) {
	tables := open(t)
	f, err := os.Open(enginetest.Shared(t, "epd", "endgame.epd"))
	require.NoError(t, err)
	defer f.Close()
	positions := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.SplitN(lines.Text(), " ", 5)
		p := enginetest.Position(t, strings.Join(fields[:4], " "))
		for _, operation := range strings.Split(fields[4], ";") {
			name, text, _ := strings.Cut(strings.TrimSpace(operation), " ")
			want, _ := strconv.Atoi(text)
			switch name {
			case "wdl":
				wdl, ok := tables.ProbeWDL(p)
				require.True(t, ok, p.FEN())
				require.Equal(t, want, int(wdl), p.FEN())
				positions++
			case "dtz":
				dtz, ok := tables.ProbeDTZ(p)
				require.True(t, ok, p.FEN())
				require.Equal(t, want, dtz, p.FEN())
			}
		}
	}
	require.GreaterOrEqual(t, positions, 200)
}
