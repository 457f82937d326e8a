package uci

import (
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/position"
)

func FuzzParseEPD(f *testing.F) {
	f.Add(position.StartFEN)
	f.Add("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1;")
	f.Fuzz(func(t *testing.T, line string) {
		if p, err := ParseEPD(line); err == nil {
			require.NoError(t, p.Validate())
		}
	})
}
