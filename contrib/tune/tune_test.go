package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/internal/match"
	"xorro/uci"
)

func TestMain(m *testing.M) { enginetest.MainEngine(m, uci.New) }

// write writes a file into a new folder, and returns its path.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o666))
	return path
}

const openings = `r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3
rnbqkbnr/pp2pppp/2p5/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq -
rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3
rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3
rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2

8/8/4k3/8/8/3QK3/8/8 b - - hmvc 0;
`

// game returns a random result of a game that the first side is expected to win with a
// score, and whose draws are as frequent as they can be, up to a half.
func game(rng *rand.Rand, expected float64) float64 {
	draw := min(0.5, 2*expected, 2*(1-expected))
	switch x := rng.Float64(); {
	case x < draw:
		return 0.5
	case x < draw+expected-draw/2:
		return 1
	}
	return 0
}

// score returns the expected score of a game between players that differ by elo.
func score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// TestRegression recovers known effects from simulated pairs.
func TestRegression(t *testing.T) {
	truth := []float64{30, -20, 0, 8, -35, 15}
	for _, share := range []float64{1, 0.25} {
		factors := make([]factor, len(truth))
		e := newFactorial(3, share, factors)
		rng := rand.New(rand.NewPCG(1, 2))
		const pairs = 20_000
		for pair := range pairs {
			thrown, ready := e.throw(pair)
			require.True(t, ready)
			elo := 0.0
			for i, sign := range signs(thrown.coins) {
				elo += sign * truth[i]
			}
			e.learn(record{pair: pair, coins: thrown.coins, scores: [2]float64{game(rng, score(elo)), game(rng, score(elo))}})
		}
		weights, ok := e.fit.solve()
		require.True(t, ok)
		inside := 0
		for i, w := range weights {
			require.InDelta(t, share*pairs, e.fit.thrown[i], 300)
			// The error is that of an average of games with draws as often as wins and losses.
			err := confidence * eloPerScore * math.Sqrt(0.125/(2*share*pairs))
			require.InDelta(t, err, confidence*eloPerScore*w.err, 0.1*err)
			require.InDelta(t, truth[i], eloPerScore*w.value, 2*err+1)
			if math.Abs(truth[i]-eloPerScore*w.value) < err {
				inside++
			}
		}
		require.GreaterOrEqual(t, inside, len(truth)-1)
	}
}

// TestFewPairs checks that factors that cannot be told apart are said to be so.
func TestFewPairs(t *testing.T) {
	e := newFactorial(1, 1, make([]factor, 2))
	var out strings.Builder
	for i, coins := range []string{"++", "--", "++", "--"} {
		e.learn(record{pair: i, coins: coins, scores: [2]float64{1, 0.5}})
		out.Reset()
		require.NoError(t, e.report(&out))
		require.Contains(t, out.String(), "too few pairs to tell 2 factors apart")
	}
	e.learn(record{pair: 4, coins: "+-", scores: [2]float64{1, 0.5}})
	out.Reset()
	require.NoError(t, e.report(&out))
	require.Contains(t, out.String(), "± (95 %)")
}

// TestSPSA finds the optimum of a quadratic from results with noise. The results come as
// late and as out of order as they may.
func TestSPSA(t *testing.T) {
	best := []float64{130, -40, 7, 900}
	parameters := []parameter{
		{"a", 80, 0, 300, 15, 0.02},
		{"b", 0, -100, 100, 10, 0.02},
		{"c", 3, 1, 12, 0.55, 0.02},
		{"d", 990, 500, 1000, 25, 0.02},
	}
	// quality is 60 Elo less for a parameter that is four steps away.
	quality := func(side []setting) (elo float64) {
		for i, s := range side {
			o := option{kind: "spin", min: int(parameters[i].min), max: int(parameters[i].max)}
			require.NoError(t, o.check(s.value), s.option)
			elo -= 60 * math.Pow((number(t, s.value)-best[i])/parameters[i].step/4, 2)
		}
		return elo
	}
	const pairs, lag = 8000, 16
	e := newSPSA(1, pairs, lag, 0.1, parameters)
	rng := rand.New(rand.NewPCG(7, 7))
	var waiting []record
	for pair := 0; pair < pairs || len(waiting) > 0; {
		thrown, ready := throw{}, false
		if pair < pairs {
			thrown, ready = e.throw(pair)
		}
		if !ready {
			i := rng.IntN(len(waiting))
			e.learn(waiting[i])
			waiting = append(waiting[:i], waiting[i+1:]...)
			continue
		}
		expected := score(quality(thrown.sides[0]) - quality(thrown.sides[1]))
		waiting = append(waiting, record{pair: pair, coins: thrown.coins, scores: [2]float64{game(rng, expected), game(rng, expected)}})
		require.LessOrEqual(t, len(waiting), lag+1)
		pair++
	}
	for i, value := range e.values() {
		require.InDelta(t, best[i], value, 1.5*parameters[i].step, parameters[i].name)
	}
	require.Len(t, e.way, pairs+1)
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	p, err := parseParameter("x, int, " + text + ", -9999, 9999, 1, 1")
	require.NoError(t, err)
	return p.start
}

// TestGains compares the gains with those of OpenBench's formulas at one pair an
// iteration, computed apart.
func TestGains(t *testing.T) {
	p := parameter{"x", 100, 0, 200, 10, 0.002}
	e := newSPSA(1, 1000, 0, 0.1, []parameter{p})
	for pair, want := range map[int][2]float64{
		0:   {20.09093, 0.0020862},
		499: {10.72517, 0.0025043},
		999: {10, 0.002},
	} {
		step, rate := e.gains(p, pair)
		require.InEpsilon(t, want[0], step, 1e-4)
		require.InEpsilon(t, want[1], rate, 1e-4)
	}
	p.step = 0.1
	step, rate := e.gains(p, 999)
	require.Equal(t, 0.5, step)
	require.InEpsilon(t, 0.002*0.01/0.25, rate, 1e-9)

	// A side that wins both games moves the value by twice rate and step, up to the end
	// of the range.
	e.learn(record{pair: 0, coins: "-", scores: [2]float64{0, 0}})
	require.InEpsilon(t, 100+2*20.09093*0.0020862, e.values()[0], 1e-5)
	e.parameters[0].max = 100.05
	e.learn(record{pair: 1, coins: "+", scores: [2]float64{1, 1}})
	require.Equal(t, 100.05, e.values()[0])

	// Chance makes that of a random walk. A drawn pair adds nothing to it.
	first := 2 * 20.09093 * 0.0020862
	step, rate = e.gains(e.parameters[0], 1)
	second := 2 * step * rate
	require.InEpsilon(t, math.Sqrt(first*first+second*second), e.chance[0], 1e-4)
	before := e.chance[0]
	e.learn(record{pair: 2, coins: "+", scores: [2]float64{0, 1}})
	require.Equal(t, before, e.chance[0])
}

// TestFactors plays real games, with an interrupt or without.
func TestFactors(t *testing.T) {
	engine := enginetest.Program(t)
	factors := write(t, "factors", "# none\n\nPonder = false | true\nmany lines: MultiPV = 1 | 100, Move Overhead = 10 | 20\n")
	epd := write(t, "openings.epd", openings)
	path := filepath.Join(t.TempDir(), "factors.log")
	play := func(log string, args ...string) string {
		var out, errs strings.Builder
		args = append([]string{"factors", "-engine", engine, "-nodes", "1000", "-hash", "1", "-openings", epd, "-log", log}, append(args, factors)...)
		require.NoError(t, run(t.Context(), args, &out, &errs), errs.String())
		require.Empty(t, errs.String())
		return out.String()
	}
	out := play(path, "-pairs", "12", "-seed", "5")
	require.Regexp(t, `^12 pairs, .* 0 losses on time, 0 crashes, 0 illegal moves\nElo .*\n`, out)
	require.Regexp(t, `\n[+-]\d+\.\d +\d+\.\d +12 +Ponder = false \| true\n`, out)
	require.Regexp(t, `\n-\d+\.\d +\d+\.\d +12 +many lines: MultiPV = 1 \| 100, Move Overhead = 10 \| 20\n`, out)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)

	// Cut off at any place, the log grows to the same again.
	for _, length := range []int{0, bytes.IndexByte(whole, '#') + 200, len(whole) - 60, len(whole) - 1} {
		cut := write(t, "cut.log", string(whole[:length]))
		if length == 200 { // within the head
			cut = write(t, "cut.log", string(whole[:strings.Index(string(whole), "\n0 ")+1]))
		}
		require.Equal(t, out, play(cut, "-pairs", "12", "-seed", "5"))
		again, err := os.ReadFile(cut)
		require.NoError(t, err)
		require.Equal(t, string(whole), string(again))
	}
	// With more games at a time only the order differs.
	many := filepath.Join(t.TempDir(), "many.log")
	require.Equal(t, out, play(many, "-pairs", "12", "-seed", "5", "-concurrency", "3"))
	again, err := os.ReadFile(many)
	require.NoError(t, err)
	require.ElementsMatch(t, strings.Split(string(whole), "\n"), strings.Split(string(again), "\n"))

	var table strings.Builder
	require.NoError(t, run(t.Context(), []string{"factors", "-table", "-log", path}, &table, io.Discard))
	require.Equal(t, out, table.String())

	err = run(t.Context(), []string{"factors", "-engine", engine, "-nodes", "1000", "-hash", "2", "-openings", epd, "-log", path, "-seed", "5", factors}, &table, io.Discard)
	require.EqualError(t, err, `-log: `+path+`: the log is of other games: it has "hash: 1", the command line asks for "hash: 2"`)
	err = run(t.Context(), []string{"spsa", "-table", "-log", path}, &table, io.Discard)
	require.EqualError(t, err, `-log: `+path+`: want the log of spsa, got that of "factors"`)
}

// TestTuneOptions moves options of the engine, also after an interrupt.
func TestTuneOptions(t *testing.T) {
	engine := enginetest.Program(t)
	parameters := write(t, "parameters", "# both at once\nMultiPV, int, 3.0, 1, 8, 0.5, 0.5\nHash, int, 12, 1, 24, 2, 0.02\n")
	epd := write(t, "openings.epd", openings)
	play := func(ctx context.Context, log string, args ...string) (string, error) {
		var out strings.Builder
		args = append([]string{"spsa", "-engine", engine, "-nodes", "50", "-hash", "1", "-openings", epd, "-log", log,
			"-parameters", parameters, "-pairs", "20", "-lag", "3"}, args...)
		err := run(ctx, args, &out, io.Discard)
		return out.String(), err
	}
	path := filepath.Join(t.TempDir(), "spsa.log")
	plot := filepath.Join(t.TempDir(), "spsa.svg")
	out, err := play(t.Context(), path, "-plot", plot)
	require.NoError(t, err)
	require.Regexp(t, `^20 pairs, .*; 0 to play\nparameter .*\nMultiPV +3 +\d\.\d\d +[+-]\d+\.\d\d +± \d+\.\d\d\nHash +12 `, out)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	svg, err := os.ReadFile(plot)
	require.NoError(t, err)
	require.Contains(t, string(svg), ">MultiPV: 3, now ")
	require.Equal(t, 2, strings.Count(string(svg), "<polyline"))

	// An interrupt leaves a log that goes on.
	interrupted := filepath.Join(t.TempDir(), "interrupted.log")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for range 6000 {
			if content, _ := os.ReadFile(interrupted); bytes.Contains(content, []byte("\n3 ")) {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	_, err = play(ctx, interrupted, "-concurrency", "2")
	require.NoError(t, err)
	l, err := readLog(interrupted)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(l.records), 3)
	for _, r := range l.records {
		for _, ending := range r.endings {
			require.NotContains(t, []match.Ending{match.Crash, match.Illegal}, ending)
		}
	}
	again, err := play(t.Context(), interrupted, "-concurrency", "2")
	require.NoError(t, err)
	require.Equal(t, out, again)
	content, err := os.ReadFile(interrupted)
	require.NoError(t, err)
	require.ElementsMatch(t, strings.Split(string(whole), "\n"), strings.Split(string(content), "\n"))

	// The values in other forms.
	report := func(form string) string {
		var out strings.Builder
		require.NoError(t, run(t.Context(), []string{"spsa", "-table", "-log", path, "-form", form}, &out, io.Discard))
		return out.String()
	}
	require.Equal(t, out, report("table"))
	require.Regexp(t, `^setoption name MultiPV value \d\nsetoption name Hash value 1\d\n$`, report("setoption"))
	require.Regexp(t, `^MultiPV, int, \d\.?\d*, 1, 8, 0.5, 0.5\nHash, int, 1\d\.?\d*, 1, 24, 2, 0.02\n$`, report("openbench"))
	constants := write(t, "params.go", "package search\n\nconst (\n\tMultiPV = -3 // [1, 8] lines\n\tHash = 12 // [1, 24]\n\tother = 5 // MultiPV = 3\n)\n")
	require.NoError(t, run(t.Context(), []string{"spsa", "-table", "-log", path, "-write", constants}, io.Discard, io.Discard))
	source, err := os.ReadFile(constants)
	require.NoError(t, err)
	require.Regexp(t, `^package search\n\nconst \(\n\tMultiPV = \d  // \[1, 8\] lines\n\tHash    = 1\d // \[1, 24\]\n\tother   = 5  // MultiPV = 3\n\)\n$`, string(source))
	constants = write(t, "params.go", "package search\n\nconst MultiPV = 3\n")
	err = run(t.Context(), []string{"spsa", "-table", "-log", path, "-write", constants}, io.Discard, io.Discard)
	require.ErrorContains(t, err, "params.go: there is no constant ")
}

// TestTunables chooses among the parameters that the tunable build lists.
func TestTunables(t *testing.T) {
	s := settings{engine: enginetest.Program(t)}
	options, tunables, err := ask(s.engine)
	require.NoError(t, err)
	require.Greater(t, len(options), 5)
	all, err := s.parameters("", "")
	if len(tunables) == 0 {
		require.EqualError(t, err, "-engine: "+s.engine+" lists no parameters; the build with the tag tune does")
		return
	}
	require.NoError(t, err)
	require.Len(t, all, len(tunables))
	some, err := s.parameters("see*,!seeDepth", "")
	require.NoError(t, err)
	require.Greater(t, len(some), 1)
	require.Less(t, len(some), len(all))
}

// TestTimeLoss checks that losses on time are told and counted.
func TestTimeLoss(t *testing.T) {
	s := settings{engine: enginetest.Program(t), tc: "0.000001", hash: 1, concurrency: 1, pairs: 30, seed: 1,
		file: write(t, "openings.epd", openings), log: filepath.Join(t.TempDir(), "log")}
	require.NoError(t, s.check())
	s.limit.Margin = 0
	e := newFactorial(1, 1, make([]factor, 1))
	var errs strings.Builder
	require.EqualError(t, s.play(t.Context(), e, append(s.head("factors"), "factor: Hash = 1 | 2"), &errs), "10 pairs in a row had faults")
	require.Contains(t, errs.String(), "pair 0, game 2: lost on time at ply 0 of r")
	require.Contains(t, e.tally.String(), "18 losses on time, 0 crashes")
}

// TestFaultyEngine checks that faults are told and counted, lose their games, and end the
// run if there is nothing else.
func TestFaultyEngine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "factors.log")
	epd := write(t, "openings.epd", openings)
	s := settings{engine: "/bin/sh " + write(t, "engine", `
while read word rest; do
	case $word in
	uci) echo uciok ;;
	isready) echo readyok ;;
	position) line=$rest ;;
	go) case $line in *moves) exit 3 ;; *) echo bestmove a1a1 ;; esac ;;
	quit) exit ;;
	esac
done
`), nodes: 5, hash: 1, concurrency: 1, pairs: 30, seed: 1, file: epd, log: path}
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs a shell")
	}
	require.NoError(t, s.check())
	f, err := parseFactor("Hash = 1 | 2")
	require.NoError(t, err)
	e := newFactorial(1, 1, []factor{f})
	var errs strings.Builder
	err = s.play(t.Context(), e, append(s.head("factors"), "factor: "+f.String()), &errs)
	require.EqualError(t, err, "10 pairs in a row had faults")
	require.Contains(t, errs.String(), `pair 0, game 1: sh ended before "bestmove": exit status 3 after "position fen `)
	require.Equal(t, 9, e.tally.pairs)
	require.Equal(t, 18, e.tally.endings[match.Crash])
	require.Contains(t, e.tally.String(), "0 losses on time, 18 crashes, 0 illegal moves")
	l, err := loadLog(path, "factors")
	require.NoError(t, err)
	require.Len(t, l.records, 9)
	for _, r := range l.records {
		require.Equal(t, 1.0, r.scores[0]+r.scores[1], "the side to move loses both, and each side has the move once")
	}
}
