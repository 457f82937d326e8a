package train

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCurve(t *testing.T) {
	for _, test := range []struct {
		steps, epochs int
		loss          func(done float64) float64
		points        int
	}{
		{1000, 10, func(done float64) float64 { return 0.05 + 0.2*math.Exp(-50*done) }, 200},
		{1001, 7, func(done float64) float64 { return 0.05 }, 167},
		{1, 1, func(done float64) float64 { return 1e-9 }, 1},
		{3, 1, func(done float64) float64 { return 0.25 }, 3},
	} {
		c := curve{Steps: test.steps, Epochs: test.epochs}
		for step := 1; step <= test.steps; step++ {
			loss := test.loss(float64(step) / float64(test.steps))
			c.learned(step, 100*loss, 100)
			if step%(test.steps/test.epochs) == 0 {
				c.heldOut(step, loss)
			}
			if step > 1 && step < test.steps {
				continue
			}
			drawn := string(c.draw())
			require.NotContains(t, drawn, "%!", "a format that is wrong")
			picture := xml.NewDecoder(strings.NewReader(drawn))
			lines := 0
			for {
				token, err := picture.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				require.NoError(t, err)
				element, _ := token.(xml.StartElement)
				for _, attribute := range element.Attr {
					require.NotContains(t, attribute.Value, "NaN")
					require.NotContains(t, attribute.Value, "Inf")
					if element.Name.Local == "polyline" && attribute.Name.Local == "points" {
						want := [][]point{c.Learned, c.HeldOut}[lines]
						require.Len(t, strings.Fields(attribute.Value), len(want))
						lines++
					}
				}
			}
			require.Equal(t, 2, lines)
		}
		require.Len(t, c.Learned, test.points)
		require.Equal(t, test.steps, c.Learned[len(c.Learned)-1].Step)
		mean := 0.0
		for _, p := range c.Learned {
			mean += p.Loss / float64(len(c.Learned))
		}
		require.InDelta(t, test.loss(1), c.Learned[len(c.Learned)-1].Loss, 0.001)
		require.Greater(t, mean, 0.0)
	}
}
