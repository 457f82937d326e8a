package syzygy_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"xorro/internal/enginetest"

	"github.com/stretchr/testify/require"
)

// TestStockfish compares with another implementation.
func TestStockfish(t *testing.T) {
	stockfish := enginetest.Launch(t, exec.Command(enginetest.Stockfish(t)))
	tables := open(t)
	stockfish.Send("setoption name SyzygyPath value " + enginetest.Shared(t, "syzygy"))

	random := rand.New(rand.NewPCG(1951, 5))
	compared := 0
	for range 40 {
		for _, ending := range endings() {
			p := randomPosition(random, ending)
			stockfish.Send("position fen "+p.FEN(), "d")
			var wdl string
			var dtz int
			line := stockfish.Line("Tablebases WDL:")
			_, err := fmt.Sscanf(line, "Tablebases WDL: %s", &wdl)
			require.NoError(t, err, "%s: %s", p.FEN(), line)
			line = stockfish.Line("Tablebases DTZ:")
			_, err = fmt.Sscanf(line, "Tablebases DTZ: %d", &dtz)
			require.NoError(t, err, "%s: %s", p.FEN(), line)
			ours, ok := tables.ProbeWDL(p)
			require.True(t, ok, p.FEN())
			require.Equal(t, strings.ToLower(wdl), ours.String(), p.FEN())
			distance, ok := tables.ProbeDTZ(p)
			require.True(t, ok, p.FEN())
			require.Equal(t, dtz, distance, p.FEN())
			compared++
		}
	}
	stockfish.Send("quit")
	stockfish.End()
	t.Logf("%d positions", compared)
}
