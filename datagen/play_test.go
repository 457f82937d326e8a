package datagen

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/nnue"
	"xorro/position"
)

// testConfig plays fast games.
var testConfig = Config{Nodes: 50, Threads: 1, Seed: 1, Chess960: 10, Network: nnue.Default()}

// play runs a Config on a file, which it continues.
func play(t testing.TB, path string, c Config) Totals {
	t.Helper()
	f, err := Open(path, nil)
	require.NoError(t, err)
	_, err = Run(context.Background(), c, f)
	require.NoError(t, err)
	totals := f.Totals()
	require.NoError(t, f.Close())
	return totals
}

// playNew runs a Config on a new file, and reads it.
func playNew(t testing.TB, c Config) (Totals, []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games")
	totals := play(t, path, c)
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	return totals, file
}

func TestGamesByThemselves(t *testing.T) {
	c := testConfig
	c.Games = 40
	totals, file := playNew(t, c)
	require.Equal(t, 40, totals.Games)
	require.Equal(t, 40, totals.Results[0]+totals.Results[1]+totals.Results[2])
	var counted Totals
	games, _ := readAll(t, file)
	decided, playedOn := 0, 0 // games that ended by verdict, or in spite of one
	for _, g := range games {
		counted.Add(g)
		before := decided
		require.GreaterOrEqual(t, gamePly(g.Start), openingPlies)
		require.LessOrEqual(t, gamePly(g.Start), openingPlies+1)
		require.NotEmpty(t, g.Moves)
		require.Len(t, g.Scores, len(g.Moves))
		require.LessOrEqual(t, len(g.Moves), longestGame)
		// The game ends by the rules or by verdict, not before and not after.
		var j judge
		p := g.Start.Clone()
		ignored := false
		for i, m := range g.Moves {
			_, over := Outcome(p)
			require.False(t, over, "over before move %d", i)
			r, over := j.verdict(g.Scores[i], gamePly(p))
			p.Make(m)
			switch {
			case over && i == len(g.Moves)-1:
				require.Equal(t, r, g.Result)
				decided++
			case over:
				ignored = true
			}
		}
		if ignored {
			playedOn++
		} else if decided > before {
			continue
		}
		if r, over := Outcome(p); over {
			require.Equal(t, r, g.Result)
		} else {
			require.Len(t, g.Moves, longestGame)
			require.Equal(t, Draw, g.Result)
		}
	}
	require.Equal(t, totals, counted)
	require.Positive(t, decided)
	require.Less(t, decided, len(games))
	require.Positive(t, playedOn)
	require.Less(t, playedOn, 10)
}

// TestWork: fewer nodes are searched where the side to move is in check.
func TestWork(t *testing.T) {
	var quit atomic.Bool
	pl, err := newPlayer(2000, nnue.Default(), &quit)
	require.NoError(t, err)
	nodes := func(fen string) uint64 {
		pl.engine.NewGame()
		pl.pos.Set(enginetest.Position(t, fen))
		before := pl.work
		result := pl.search(pl.pos)
		require.Equal(t, before.Searches+1, pl.work.Searches)
		require.Equal(t, before.Nodes+result.Nodes, pl.work.Nodes)
		return result.Nodes
	}
	quiet := nodes(position.StartFEN)
	require.GreaterOrEqual(t, quiet, uint64(2000))
	check := nodes("rnbqkbnr/ppp2ppp/3p4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 3")
	require.GreaterOrEqual(t, check, uint64(500))
	require.Less(t, check, uint64(2000))
}

func TestChess960Share(t *testing.T) {
	for _, share := range []int{0, 30, 100} {
		c := testConfig
		c.Nodes, c.Games, c.Chess960 = 1, 400, share
		_, file := playNew(t, c)
		games, _ := readAll(t, file)
		chess960 := 0
		for _, g := range games {
			if g.Start.Chess960() {
				chess960++
			}
		}
		// A quarter of them loses its rights, by which it is known, in the opening.
		require.InDelta(t, share*3/4, 100*chess960/400, float64(share)/5)
	}
}

// TestSameGames: the file depends neither on the number of threads nor on when
// playing was broken off.
func TestSameGames(t *testing.T) {
	c := testConfig
	c.Games = 25
	_, want := playNew(t, c)
	_, again := playNew(t, c)
	require.Equal(t, want, again)
	c.Threads = 3
	_, again = playNew(t, c)
	require.Equal(t, want, again)

	path := filepath.Join(t.TempDir(), "games")
	for _, c.Games = range []int{1, 9, 25, 25} {
		require.Equal(t, c.Games, play(t, path, c).Games)
	}
	continued, err := os.ReadFile(path)
	require.NoError(t, err)
	wantGames, _ := readAll(t, want)
	games, err := readAll(t, continued)
	require.Equal(t, io.EOF, err)
	require.Len(t, games, len(wantGames))
	starts := map[string]bool{}
	for i := range games {
		requireSameGame(t, wantGames[i], games[i])
		starts[games[i].Start.FEN()] = true
	}
	require.Len(t, starts, len(games), "no game is there twice")

	c.Seed = 2
	_, other := playNew(t, c)
	otherGames, _ := readAll(t, other)
	for _, g := range otherGames {
		require.NotContains(t, starts, g.Start.FEN())
	}
}

// TestOffPath: asides off the path depend on the game's number and the options
// alone, are fit to learn from, and stand one move beside the game.
func TestOffPath(t *testing.T) {
	c := testConfig
	c.Games, c.OffPath = 25, 20
	totals, want := playNew(t, c)
	c.Threads = 3
	_, again := playNew(t, c)
	require.Equal(t, want, again)
	games, err := readAll(t, want)
	require.Equal(t, io.EOF, err)
	count, plies := 0, 0
	for _, g := range games {
		plies += len(g.Moves)
		around := map[position.Setup]bool{}
		p := g.Start.Clone()
		for _, m := range g.Moves {
			var list movegen.List
			movegen.All(p, &list)
			for _, other := range list.Slice() {
				p.Make(other)
				around[p.Setup()] = true
				p.Unmake()
			}
			p.Make(m)
		}
		for _, a := range g.Asides {
			count++
			require.True(t, a.OffPath)
			require.True(t, around[a.Setup])
			p, err := position.FromSetup(a.Setup)
			require.NoError(t, err)
			require.True(t, p.IsLegal(a.Best))
			require.True(t, isFit(p, a.Best, a.Score))
			require.Equal(t, a.Score >= decided, a.Result == WhiteWins)
			require.Equal(t, a.Score <= -decided, a.Result == BlackWins)
		}
	}
	require.Equal(t, totals.Positions, plies+count)
	require.Greater(t, count, plies/50)
	require.Less(t, count, plies/5)
}

func TestPositionsLimit(t *testing.T) {
	c := testConfig
	c.Positions = 700
	totals, file := playNew(t, c)
	require.GreaterOrEqual(t, totals.Positions, 700)
	games, _ := readAll(t, file)
	last := len(games[len(games)-1].Moves)
	require.Less(t, totals.Positions-last, 700, "no game too many")
	c.Threads = 4
	_, again := playNew(t, c)
	require.Equal(t, file, again)
}

func TestTimeLimit(t *testing.T) {
	c := testConfig
	c.Nodes = 10
	c.For = 300 * time.Millisecond
	start := time.Now()
	totals, file := playNew(t, c)
	require.GreaterOrEqual(t, time.Since(start), c.For)
	require.Positive(t, totals.Games)
	games, err := readAll(t, file)
	require.Equal(t, io.EOF, err)
	require.Len(t, games, totals.Games)
}

// TestInterrupted ends a run when three games have begun: what is in play is finished,
// and the file can be continued as if nothing had happened.
func TestInterrupted(t *testing.T) {
	c := testConfig
	c.Games, c.Threads = 30, 2
	_, want := playNew(t, c)
	path := filepath.Join(t.TempDir(), "games")
	f, err := Open(path, nil)
	require.NoError(t, err)
	_, err = Run(enginetest.Countdown(t, 3), c, f)
	require.NoError(t, err)
	require.Equal(t, 3, f.Totals().Games)
	written, err := Check(path, nil)
	require.NoError(t, err)
	require.Equal(t, f.Totals(), written, "all is written before the file is closed")
	require.NoError(t, f.Close())

	play(t, path, c)
	continued, err := os.ReadFile(path)
	require.NoError(t, err)
	wantGames, _ := readAll(t, want)
	games, _ := readAll(t, continued)
	require.Len(t, games, len(wantGames))
	for i := range games {
		requireSameGame(t, wantGames[i], games[i])
	}
}

func TestProgress(t *testing.T) {
	c := testConfig
	c.Nodes, c.For = 10, 1500*time.Millisecond
	var told []Totals
	c.Progress = func(totals Totals) { told = append(told, totals) }
	totals, _ := playNew(t, c)
	require.NotEmpty(t, told)
	require.Less(t, told[0].Games, totals.Games)
}

// full is a disk on which little is left.
type full struct {
	content []byte
	room    int
}

func (f *full) Write(b []byte) (int, error) {
	n := min(len(b), f.room-len(f.content))
	f.content = append(f.content, b[:n]...)
	if n < len(b) {
		return n, errors.New("no space left on device")
	}
	return n, nil
}

func (f *full) Truncate(size int64) error {
	f.content = f.content[:size]
	return nil
}

func (f *full) Close() error { return nil }

func TestFullDisk(t *testing.T) {
	disk := &full{room: 3000}
	w, err := NewWriter(&wholeFrames{disk, 0})
	require.NoError(t, err)
	f := &File{disk: disk, games: w}
	g := testGames(t)[0]
	for range 2000 {
		require.NoError(t, f.Append(g))
	}
	require.NoError(t, f.Flush())
	whole := len(disk.content)
	require.Positive(t, whole)
	disk.room = whole + 20
	c := testConfig
	c.Threads = 2
	c.Games = f.Totals().Games + 50
	_, err = Run(context.Background(), c, f)
	require.EqualError(t, err, "no space left on device")
	require.Len(t, disk.content, whole, "no half frame is left")
	_, err = readAll(t, disk.content)
	require.Equal(t, io.EOF, err)
}

func TestLongestGame(t *testing.T) {
	var quit atomic.Bool
	pl, err := newPlayer(1, nnue.Default(), &quit)
	require.NoError(t, err)
	pl.longest = 3
	for n := range uint64(5) {
		g := pl.play(rand.New(rand.NewPCG(1, n)), false, nil)
		require.Len(t, g.Moves, 3)
		require.Equal(t, Draw, g.Result)
	}
}

// TestStart: a game begins with the position that a file will say, without the
// opening's moves, which would count for repetitions.
func TestStart(t *testing.T) {
	var quit atomic.Bool
	pl, err := newPlayer(1, nnue.Default(), &quit)
	require.NoError(t, err)
	g := pl.play(rand.New(rand.NewPCG(1, 4)), false, nil)
	require.Zero(t, g.Start.Ply())
	require.InDelta(t, len(g.Moves), pl.pos.Ply(), 1, "the last move of a judged game is not made")
	require.Equal(t, enginetest.Position(t, g.Start.FEN()).FEN(), g.Start.FEN())
	quit.Store(true)
	require.Nil(t, pl.play(rand.New(rand.NewPCG(1, 4)), false, nil), "given up")
}

func TestWeightedMove(t *testing.T) {
	tests := []struct {
		name string
		fen  string
		want map[chess.PieceType]int // percent
	}{
		{"all kinds", "4k3/8/8/8/8/8/7P/RNBQK3 w - - 0 1", map[chess.PieceType]int{chess.Pawn: 35, chess.Knight: 15, chess.Bishop: 15, chess.Rook: 5, chess.Queen: 15, chess.King: 15}},
		{"pawns and knights", position.StartFEN, map[chess.PieceType]int{chess.Pawn: 70, chess.Knight: 30}},
		{"king alone", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", map[chess.PieceType]int{chess.King: 100}},
	}
	rng := rand.New(rand.NewPCG(1, 3))
	for _, test := range tests {
		p := enginetest.Position(t, test.fen)
		kinds, moves := map[chess.PieceType]int{}, map[chess.Move]int{}
		const draws = 20_000
		for range draws {
			m := weightedMove(p, rng)
			require.True(t, p.IsLegal(m))
			kinds[p.PieceOn(m.From()).Type()]++
			moves[m]++
		}
		require.Len(t, moves, movegen.Count(p), "every move is drawn")
		require.Len(t, kinds, len(test.want))
		for kind, percent := range test.want {
			require.InDelta(t, percent, 100*float64(kinds[kind])/draws, 2, test.name)
		}
	}
}

func TestOutcome(t *testing.T) {
	tests := []struct {
		fen  string
		want Result
		over bool
	}{
		{position.StartFEN, Draw, false},
		{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", BlackWins, true},
		{"R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", WhiteWins, true},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Draw, true},
		{"7k/8/6K1/8/8/8/8/8 b - - 0 1", Draw, true},
		{"7k/8/6K1/8/8/8/8/1R6 b - - 99 90", Draw, false},
		{"7k/8/6K1/8/8/8/8/1R6 b - - 100 90", Draw, true},
		{"1R5k/8/6K1/8/8/8/8/8 b - - 100 90", WhiteWins, true},
		{"R6k/8/5K2/8/8/8/8/8 b - - 100 90", Draw, true}, // in check, but not mate
	}
	for _, test := range tests {
		r, over := Outcome(enginetest.Position(t, test.fen))
		require.Equal(t, test.over, over, test.fen)
		if over {
			require.Equal(t, test.want, r, test.fen)
		}
	}
	p := newGame(t, position.StartFEN, Draw, strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 2))
	for i, q := range p.Positions() {
		_, over := Outcome(q)
		require.False(t, over, "ply %d", i)
	}
	last := p.replay
	_, over := Outcome(last)
	require.True(t, over, "the third time")
}

func TestWhiteScore(t *testing.T) {
	tests := []struct {
		score chess.Score
		side  chess.Color
		want  chess.Score
	}{
		{12, chess.White, 12},
		{12, chess.Black, -12},
		{chess.MateIn(7), chess.White, MateScore},
		{chess.MateIn(7), chess.Black, -MateScore},
		{chess.MatedIn(2), chess.White, -MateScore},
		{chess.MatedIn(2), chess.Black, MateScore},
		{chess.TablebaseWin, chess.White, MateScore},
		{1 - chess.Decisive, chess.Black, chess.Decisive - 1},
	}
	for _, test := range tests {
		require.Equal(t, test.want, whiteScore(test.score, test.side))
	}
}

func TestJudge(t *testing.T) {
	repeat := func(n int, scores ...chess.Score) []chess.Score { return slices.Repeat(scores, n) }
	tests := []struct {
		name   string
		ply    int // of the first score
		scores []chess.Score
		want   Result
		after  int // scores; 0 if the game goes on
	}{
		{"white wins", 0, repeat(9, 1000), WhiteWins, 4},
		{"black wins", 0, repeat(9, -1000), BlackWins, 4},
		{"mates count", 0, repeat(9, -MateScore), BlackWins, 4},
		{"not clearly", 0, repeat(99, 999), 0, 0},
		{"now this, now that", 0, repeat(99, 1000, 1000, 1000, 999), 0, 0},
		{"taking turns", 0, repeat(99, 1000, -1000), 0, 0},
		{"changed sides", 0, append(repeat(3, 1000), repeat(9, -1000)...), BlackWins, 7},
		{"changed sides the other way", 0, append(repeat(3, -1000), repeat(9, 1000)...), WhiteWins, 7},
		{"drawn", 70, repeat(20, 10, -10), Draw, 10},
		{"drawn, but early", 0, repeat(50, 10, -10), Draw, 80},
		{"not quite drawn", 70, repeat(99, 10, 11), 0, 0},
		{"drawn with a break", 70, append(append(repeat(9, 0), 11), repeat(12, 0)...), Draw, 20},
	}
	for _, test := range tests {
		var j judge
		ended := 0
		var r Result
		for i, score := range test.scores {
			var over bool
			if r, over = j.verdict(score, test.ply+i); over {
				ended = i + 1
				break
			}
		}
		require.Equal(t, test.after, ended, test.name)
		if ended > 0 {
			require.Equal(t, test.want, r, test.name)
		}
	}
}

// TestCoherence plays games, whose scores must tell how they end.
func TestCoherence(t *testing.T) {
	c := testConfig
	c.Games, c.Threads, c.Nodes = 200, 2, 100
	_, file := playNew(t, c)
	l := NewLabels()
	r, err := NewReader(bytes.NewReader(file))
	require.NoError(t, err)
	for g, err := r.Next(); err == nil; g, err = r.Next() {
		l.Add(g)
	}
	t.Logf("%d positions, correlation %.3f", l.Count(), l.Correlation())
	require.Greater(t, l.Count(), 1000)
	require.Greater(t, l.Correlation(), 0.35)
	low, high := l.Bins[0], l.Bins[len(l.Bins)-1]
	t.Logf("white made %.2f where far behind, %.2f where far ahead", low.Points/float64(low.Count), high.Points/float64(high.Count))
	require.Less(t, low.Points, 0.4*float64(low.Count))
	require.Greater(t, high.Points, 0.6*float64(high.Count))
}

func TestLabels(t *testing.T) {
	l := NewLabels()
	require.True(t, math.IsNaN(l.Correlation()))
	for _, label := range []struct {
		score  chess.Score
		result Result
	}{
		{-400, BlackWins}, {400, WhiteWins}, {0, Draw}, {-9999, BlackWins}, {9999, WhiteWins}, {50, Draw}, {51, WhiteWins}, {-50, Draw}, {-51, BlackWins}, {1000, WhiteWins}, {1001, WhiteWins},
	} {
		g := newGame(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 40", label.result, "e1e2")
		g.Scores[0] = label.score
		l.Add(g)
	}
	require.Equal(t, []Bin{
		{-9999, -1000, 1, 0}, {-1000, -400, 0, 0}, {-400, -150, 1, 0}, {-150, -50, 1, 0}, {-50, 51, 3, 1.5}, {51, 151, 1, 1}, {151, 401, 1, 1}, {401, 1001, 1, 1}, {1001, 10_000, 2, 2},
	}, l.Bins[:])
	require.Equal(t, 11, l.Count())
	require.InDelta(t, 0.844, l.Correlation(), 0.001)
}

// BenchmarkPlay plays as datagen does by default.
func BenchmarkPlay(b *testing.B) {
	var quit atomic.Bool
	pl, err := newPlayer(600, nnue.Default(), &quit)
	require.NoError(b, err)
	plies, game := 0, uint64(0)
	for b.Loop() {
		plies += len(pl.play(rand.New(rand.NewPCG(1, game)), false, nil).Moves)
		game++
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
}

func TestEnding(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	bare, counts := 0, map[int]int{}
	for range 400 {
		p := Ending(rng, 3)
		require.True(t, isFit(p, chess.NoMove, 0) || p.InCheck(), p.FEN())
		_, over := Outcome(p)
		require.False(t, over, p.FEN())
		counts[p.Occupied().Count()]++
		if p.ByColor(chess.White).Count() == 1 || p.ByColor(chess.Black).Count() == 1 {
			bare++
		}
	}
	require.Len(t, counts, 3)
	for pieces := 3; pieces <= 5; pieces++ {
		require.Greater(t, counts[pieces], 70)
	}
	require.Greater(t, bare, 240) // half of them, and those with one or two pieces by chance
	require.Less(t, bare, 350)
}

// TestEndings: a share of the games begins from endings and is played out. The others
// are the same as without them.
func TestEndings(t *testing.T) {
	c := testConfig
	c.Games = 30
	_, file := playNew(t, c)
	plain, _ := readAll(t, file)
	c.Endings = 40
	_, file = playNew(t, c)
	games, _ := readAll(t, file)
	endings := 0
	for i, g := range games {
		if g.Start.Occupied().Count() > 2+endingPieces {
			require.Equal(t, plain[i].Moves, g.Moves)
			continue
		}
		endings++
		p := g.Start.Clone()
		for _, m := range g.Moves {
			p.Make(m)
		}
		if r, over := Outcome(p); over {
			require.Equal(t, r, g.Result)
		} else {
			require.Len(t, g.Moves, longestGame)
		}
	}
	require.InDelta(t, 12, endings, 7)
}

// TestStarts: each start is played once, in an order that depends on the seed, also after
// an interruption.
func TestStarts(t *testing.T) {
	c := testConfig
	for range 10 {
		c.Starts = append(c.Starts, Ending(rand.New(rand.NewPCG(1, uint64(len(c.Starts)))), endingPieces).FEN())
	}
	starts := func(c Config, path string) (fens []string) {
		play(t, path, c)
		file, err := os.ReadFile(path)
		require.NoError(t, err)
		games, _ := readAll(t, file)
		for _, g := range games {
			fens = append(fens, g.Start.FEN())
		}
		return fens
	}
	c.Games = 20
	whole := starts(c, filepath.Join(t.TempDir(), "whole"))
	require.ElementsMatch(t, c.Starts, whole)

	parts := filepath.Join(t.TempDir(), "parts")
	c.Games = 4
	require.Equal(t, whole[:4], starts(c, parts))
	c.Games = 0
	require.Equal(t, whole, starts(c, parts))

	c.Seed++
	require.NotEqual(t, whole, starts(c, filepath.Join(t.TempDir(), "other")))
}

// TestFewPieces: with few pieces on the board mates are learned from.
func TestFewPieces(t *testing.T) {
	for fen, fit := range map[string]bool{
		"8/8/8/8/8/5k2/8/4R2K w - - 0 6":     true,
		"8/pp6/8/8/8/5k2/PP6/4R2K w - - 0 6": false,
		"8/8/8/8/8/3n1k2/8/4R2K w - - 0 6":   true,
		"8/8/8/8/8/2bn1k2/8/3NR2K w - - 0 6": false,
		"8/8/8/8/8/5k2/8/4R2K w - - 0 4":     false, // too early
		"8/8/8/8/5R2/4k3/8/7K b - - 0 6":     true,
		"4k3/8/8/8/4R3/8/8/7K b - - 0 6":     false, // in check
	} {
		p := enginetest.Position(t, fen)
		require.Equal(t, fit, isFit(p, chess.NoMove, MateScore), fen)
		require.Equal(t, fit, isFit(p, chess.NoMove, -MateScore), fen)
		require.False(t, isFit(p, chess.NoMove, NoScore), fen)
		g := &Game{Start: p, Moves: []chess.Move{chess.NoMove}, Scores: []chess.Score{-MateScore}}
		for label := range g.TrainingPositions() {
			require.Equal(t, 1-trainingScores, label.Score)
		}
	}
}
