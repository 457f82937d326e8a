package main

import (
	"context"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/cli"
	"xorro/internal/enginetest"
	"xorro/internal/match"
)

func TestMain(m *testing.M) {
	enginetest.Main(m, func() int { return cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, "test") })
}

// TestFit fits ratings to the scores that known ratings give.
func TestFit(t *testing.T) {
	truth := []float64{400, 700, 1150, 1350, 1600}
	players := []player{{500, false}, {750, false}, {1000, false}, {1350, true}, {1600, true}}
	var pairs []*pair
	for i := range players {
		for j := i + 1; j < len(players); j++ {
			const games = 100_000
			pairs = append(pairs, &pair{i, j, games, games * expected(truth[i]-truth[j])})
		}
	}
	for i, r := range fit(players, pairs) {
		require.InDelta(t, truth[i], r.elo, 1)
	}
	// Without anchors only the differences are known, and the mean stays.
	ratings := fit(players[:3], []*pair{pairs[0], pairs[1], pairs[4]})
	require.InDelta(t, 300, ratings[1].elo-ratings[0].elo, 1)
	require.InDelta(t, 750, (ratings[0].elo+ratings[1].elo+ratings[2].elo)/3, 1)
	// A player that always wins has a finite rating.
	ratings = fit(players[:2], []*pair{{0, 1, 10, 0}})
	require.False(t, math.IsInf(ratings[1].elo, 0))
	require.Greater(t, ratings[1].elo, ratings[0].elo+300)
}

// TestClimb plays real games between the lowest and the highest level.
func TestClimb(t *testing.T) {
	c := config{
		engine: enginetest.Program(t), levels: []int{500, 1500}, reach: 1000,
		limit: match.Limit{Arguments: "depth 20"}, games: 4, threads: 2, seed: 1,
	}
	var out strings.Builder
	require.NoError(t, climb(context.Background(), c, &out, io.Discard))
	require.Regexp(t, `(?m)^ +500 +1500 +4 +\d+\.\d% +0\.3% *$`, out.String())
	require.Regexp(t, `(?m)^ +1500 +\d+ +±\d+ *$`, out.String())

	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	require.NoError(t, climb(cancelled, c, &out, io.Discard))

	c.engine += "none"
	require.Error(t, climb(context.Background(), c, &out, io.Discard))
}

func TestComplaints(t *testing.T) {
	for _, line := range []string{"-games 3", "-games 0", "-threads 0", "-levels x", "-limit fast+1", "-limit 2+x", "extra"} {
		require.Error(t, run(strings.Fields(line)), line)
	}
	require.EqualError(t, run(strings.Fields("-levels 500,1500 -reach 900")), "-reach: no two levels are within 900 of each other")
	require.NoError(t, run([]string{"-h"}))
}
