package wdl_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/internal/wdl"
	"xorro/position"
)

func TestMaterial(t *testing.T) {
	require.Equal(t, wdl.FullMaterial, wdl.Material(enginetest.Position(t, position.StartFEN)))
	require.Equal(t, 1+3+3+5+9, wdl.Material(enginetest.Position(t, "q3k3/p7/8/8/8/8/8/NBR1K3 w - - 0 1")))
	require.Zero(t, wdl.Material(enginetest.Position(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")))
}

func TestAt(t *testing.T) {
	require.Equal(t, 0.5, wdl.At(150, 150, 80).Win)
	require.InDelta(t, math.E, wdl.At(230, 150, 80).Win/(1-wdl.At(230, 150, 80).Win), 1e-9, "the odds")
	c := wdl.At(35, 150, 80)
	require.InDelta(t, 1, c.Win+c.Draw+c.Loss, 1e-9)
	require.Equal(t, c.Win, wdl.At(-35, 150, 80).Loss)
	require.False(t, math.IsNaN(wdl.At(-1e5, 1, 1).Loss))
}

// TestParameters evaluates the polynomials at both ends of the range of material and
// beyond them.
func TestParameters(t *testing.T) {
	m := wdl.Model{Half: [4]float64{1, 2, 3, 4}, Spread: [4]float64{10, 20, 30, 40}}
	for _, material := range []int{wdl.FullMaterial, wdl.FullMaterial + 20} {
		half, spread := m.Parameters(material)
		require.Equal(t, [2]float64{10, 100}, [2]float64{half, spread})
	}
	half, _ := m.Parameters(wdl.LeastMaterial)
	below, _ := m.Parameters(0)
	require.Equal(t, half, below)
	require.Less(t, half, 2.0)
	_, spread := (&wdl.Model{Spread: [4]float64{-5}}).Parameters(40)
	require.Equal(t, 1.0, spread)
	require.Equal(t, wdl.At(30, 10, 100), m.Chances(30, wdl.FullMaterial))
}
