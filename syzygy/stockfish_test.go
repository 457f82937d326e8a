package syzygy_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStockfish compares with another implementation.
func TestStockfish(t *testing.T) {
	path, err := exec.LookPath("stockfish")
	if err != nil {
		if path, err = exec.LookPath("/usr/games/stockfish"); err != nil {
			t.Skip("needs stockfish")
		}
	}
	tables := open(t)
	folder, err := filepath.Abs(shared(t, "syzygy"))
	require.NoError(t, err)

	command := exec.Command(path)
	in, err := command.StdinPipe()
	require.NoError(t, err)
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	fmt.Fprintf(in, "setoption name SyzygyPath value %s\n", folder)
	lines := bufio.NewScanner(out)

	random := rand.New(rand.NewPCG(1951, 5))
	compared := 0
	for range 40 {
		for _, ending := range endings() {
			p := randomPosition(random, ending)
			fmt.Fprintf(in, "position fen %s\nd\n", p.FEN())
			text := ""
			for !strings.HasPrefix(text, "Checkers:") {
				require.True(t, lines.Scan(), p.FEN())
				text = lines.Text()
			}
			var wdl string
			var dtz int
			require.True(t, lines.Scan(), p.FEN())
			_, err := fmt.Sscanf(lines.Text(), "Tablebases WDL: %s", &wdl)
			require.NoError(t, err, "%s: %s", p.FEN(), lines.Text())
			require.True(t, lines.Scan(), p.FEN())
			_, err = fmt.Sscanf(lines.Text(), "Tablebases DTZ: %d", &dtz)
			require.NoError(t, err, "%s: %s", p.FEN(), lines.Text())
			ours, ok := tables.ProbeWDL(p)
			require.True(t, ok, p.FEN())
			require.Equal(t, strings.ToLower(wdl), ours.String(), p.FEN())
			distance, ok := tables.ProbeDTZ(p)
			require.True(t, ok, p.FEN())
			require.Equal(t, dtz, distance, p.FEN())
			compared++
		}
	}
	fmt.Fprintln(in, "quit")
	require.NoError(t, command.Wait())
	t.Logf("%d positions", compared)
}
