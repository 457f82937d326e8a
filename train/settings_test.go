package train

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCheck(t *testing.T) {
	c := tinyConfig(t, "games")
	require.NoError(t, c.Check())
	for _, test := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(c *Config) { c.Files = nil }, "data: FILE is missing"},
		{func(c *Config) { c.Out = "" }, "out: FILE is missing"},
		{func(c *Config) { c.Hidden = 100 }, "hidden: want a multiple of 64 up to 1024, got 100"},
		{func(c *Config) { c.Hidden = 0 }, "hidden: want a multiple of 64 up to 1024, got 0"},
		{func(c *Config) { c.Hidden = 2048 }, "hidden: want a multiple of 64 up to 1024, got 2048"},
		{func(c *Config) { c.Epochs = 0 }, "epochs: want a number from 1 to 100000, got 0"},
		{func(c *Config) { c.Batch = 0 }, "batch: want a number from 1 to 131072, got 0"},
		{func(c *Config) { c.Batch = 1 << 18 }, "batch: want a number from 1 to 131072, got 262144"},
		{func(c *Config) { c.Rate = 0 }, "rate: want a number from 1e-06 to 1, got 0"},
		{func(c *Config) { c.Rate = math.NaN() }, "rate: want a number from 1e-06 to 1, got NaN"},
		{func(c *Config) { c.Final = 1.1 }, "final: want a number from 0 to 1, got 1.1"},
		{func(c *Config) { c.Trace = 1 }, "trace: want a number from 0 to 0.99, got 1"},
		{func(c *Config) { c.Temperature = 0 }, "temperature: want a number from 50 to 2000, got 0"},
		{func(c *Config) { c.Exponent = 0.5 }, "exponent: want a number from 1 to 4, got 0.5"},
		{func(c *Config) { c.QB = 100 }, "qb: want 64 or 128, got 100"},
		{func(c *Config) { c.Average = -1 }, "average: want a number from 0 to 100000, got -1"},
		{func(c *Config) { c.Lambda = 1.1 }, "lambda: want a number from 0 to 1, got 1.1"},
		{func(c *Config) { c.Lambda, c.Endgame = 0.3, 0.8 }, "endgame: want a number from 0 to 0.7, got 0.8"},
		{func(c *Config) { c.Lambda, c.Endgame = 0.9, 0.11 }, "endgame: want a number from 0 to 0.1, got 0.11"},
		{func(c *Config) { c.Validate = 0 }, "validate: want a number from 0.0001 to 0.5, got 0"},
		{func(c *Config) { c.Threads = 0 }, "threads: want a number from 1 to 1024, got 0"},
	} {
		changed := c
		test.change(&changed)
		require.EqualError(t, changed.Check(), test.want)
		_, err := Run(t.Context(), changed)
		require.EqualError(t, err, test.want)
	}
	c.Lambda, c.Endgame = 0.9, 0.1
	require.NoError(t, c.Check())
}

func TestOrigin(t *testing.T) {
	c := tinyConfig(t, "")
	c.Files = []string{"/some/where/a\x01b\xff.zst"}
	require.Contains(t, c.origin(1, new(data)), " games in a?b?.zst; epoch 1 of 6")
	c.Files = nil
	for i := range 1000 {
		c.Files = append(c.Files, fmt.Sprintf("games-%03d.zst", i))
	}
	origin := c.origin(1, new(data))
	require.Less(t, len(origin), 4096)
	require.Regexp(t, " games-000.zst .* and [0-9]+ more files; epoch", origin)
}
