package uci

import (
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/position"
)

// Over all scores and all material the three chances make up 1000, are the other
// side's turned round, and grow with the score.
func TestChances(t *testing.T) {
	for men := 0; men <= fullMaterial; men++ {
		last := wdl{loss: 1000}
		for score := -chess.Mate; score <= chess.Mate; score++ {
			if score > -chess.Mate+300 && score < -3000 || score > 3000 && score < chess.Mate-300 {
				continue // far from anything that changes
			}
			c := chances(score, men)
			if c.win+c.draw+c.loss != 1000 || c.win < 0 || c.draw < 0 || c.loss < 0 {
				t.Fatalf("score %d, material %d: %v", score, men, c)
			}
			if mirror := chances(-score, men); mirror != (wdl{c.loss, c.draw, c.win}) {
				t.Fatalf("score %d, material %d: %v, but %v for the other side", score, men, c, mirror)
			}
			if c.win < last.win || c.loss > last.loss {
				t.Fatalf("score %d, material %d: %v behind %v", score, men, c, last)
			}
			last = c
		}
	}
}

func TestChancesThatAreKnown(t *testing.T) {
	even := chances(0, fullMaterial)
	require.Greater(t, even.draw, max(even.win, even.loss))
	require.Equal(t, wdl{win: 1000}, chances(chess.MateIn(9), 10))
	require.Equal(t, wdl{loss: 1000}, chances(chess.MatedIn(9), 10))
	require.Equal(t, wdl{win: 1000}, chances(chess.TablebaseWin-chess.MaxPly, 10))
	require.Equal(t, wdl{win: 1000}, chances(3000, fullMaterial))
	// An advantage wins more often while there are men to win with.
	require.Greater(t, chances(100, fullMaterial).win, chances(100, 10).win)
	// More men than a game begins with change nothing.
	require.Equal(t, even, chances(0, fullMaterial+20))
}

func TestMaterial(t *testing.T) {
	require.Equal(t, fullMaterial, material(parseFEN(t, position.StartFEN)))
	require.Equal(t, 1+3+3+5+9, material(parseFEN(t, "q3k3/p7/8/8/8/8/8/NBR1K3 w - - 0 1")))
	require.Zero(t, material(parseFEN(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")))
}
