package uci

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/internal/wdl"
	"xorro/movegen"
	"xorro/position"
	"xorro/search"
	"xorro/tt"
)

func TestFormatInfo(t *testing.T) {
	castle := chess.NewMove(chess.E1, chess.H1, chess.Castle)
	reply := chess.NewMove(chess.A7, chess.A6, chess.Quiet)
	tests := []struct {
		info search.Info
		as   protocol // but for the position
		want string
	}{
		{
			search.Info{Depth: 12, SelDepth: 20, MultiPV: 1, Score: 34, Bound: tt.Exact, Effort: search.Effort{Nodes: 1_000_000, Hashfull: 7, Time: 2 * time.Second, TBHits: 3}, PV: []chess.Move{castle, reply}}, protocol{},
			"info depth 12 seldepth 20 multipv 1 score cp 34 nodes 1000000 nps 500000 hashfull 7 tbhits 3 time 2000 pv e1g1 a7a6",
		},
		{
			search.Info{Depth: 3, SelDepth: 3, MultiPV: 2, Score: -5, Bound: tt.Lower, Effort: search.Effort{Nodes: 10, Time: 500 * time.Microsecond}, PV: []chess.Move{castle}}, protocol{chess960: true},
			"info depth 3 seldepth 3 multipv 2 score cp -5 lowerbound nodes 10 nps 10000 hashfull 0 tbhits 0 time 0 pv e1h1",
		},
		{
			search.Info{Depth: 3, SelDepth: 4, MultiPV: 1, Score: chess.MateIn(3), Bound: tt.Upper, Effort: search.Effort{Time: time.Second}}, protocol{showWDL: true},
			"info depth 3 seldepth 4 multipv 1 score mate 2 upperbound wdl 1000 0 0 nodes 0 nps 0 hashfull 0 tbhits 0 time 1000",
		},
		{search.Info{MultiPV: 1, Score: chess.MatedIn(0), Bound: tt.Exact, Effort: search.Effort{Time: time.Second}}, protocol{}, "info depth 0 score mate 0"},
		{search.Info{MultiPV: 1, Score: chess.MatedIn(0), Bound: tt.Exact}, protocol{showWDL: true}, "info depth 0 score mate 0 wdl 0 0 1000"},
		{search.Info{MultiPV: 1, Bound: tt.Exact}, protocol{showWDL: true}, "info depth 0 score cp 0 wdl 0 1000 0"},
	}
	for _, test := range tests {
		test.as.pos = enginetest.Position(t, position.StartFEN)
		require.Equal(t, test.want, test.as.info(test.info))
	}

	p := search.Progress{Depth: 21, Move: castle, Number: 30, Effort: search.Effort{Nodes: 1_000_000, TBHits: 3, Hashfull: 7, Time: 2 * time.Second}}
	const effort = " nodes 1000000 nps 500000 hashfull 7 tbhits 3 time 2000"
	require.Equal(t, "info depth 21 currmove e1g1 currmovenumber 30"+effort, (&protocol{}).progress(p))
	require.Equal(t, "info depth 21 currmove e1h1 currmovenumber 30"+effort, (&protocol{chess960: true}).progress(p))
	p.Move = chess.NoMove
	require.Equal(t, "info"+effort, (&protocol{}).progress(p))
}

func TestFormatScore(t *testing.T) {
	tests := []struct {
		score chess.Score
		want  string
	}{
		{0, "cp 0"},
		{-17, "cp -17"},
		{chess.MateInMax - 1, "cp 31753"},
		{chess.MateIn(1), "mate 1"},
		{chess.MateIn(2), "mate 1"},
		{chess.MateIn(3), "mate 2"},
		{chess.TablebaseWin, "cp 31753"},
		{3 - chess.TablebaseWin, "cp -31750"},
		{chess.MatedIn(0), "mate 0"},
		{chess.MatedIn(2), "mate -1"},
		{chess.MatedIn(4), "mate -2"},
		{chess.MateInMax, "mate 123"},
		{-chess.MateInMax, "mate -123"},
	}
	for _, test := range tests {
		require.Equal(t, test.want, formatScore(test.score))
	}
}

func TestFormatBest(t *testing.T) {
	e2e4 := chess.NewMove(chess.E2, chess.E4, chess.DoublePush)
	e7e5 := chess.NewMove(chess.E7, chess.E5, chess.DoublePush)
	tests := []struct {
		result search.Result
		want   string
	}{
		{search.Result{Best: e2e4}, "bestmove e2e4"},
		{search.Result{Best: e2e4, Ponder: e7e5}, "bestmove e2e4 ponder e7e5"},
		{search.Result{Best: e2e4, Ponder: e2e4}, "bestmove e2e4"},
		{search.Result{}, "bestmove (none)"},
	}
	p := enginetest.Position(t, position.StartFEN)
	for _, test := range tests {
		require.Equal(t, test.want, (&protocol{pos: p}).best(test.result))
	}
	require.Equal(t, position.StartFEN, p.FEN())
}

func TestMateIsNeverMinusZero(t *testing.T) {
	require.Equal(t, "mate 0", formatScore(chess.MatedIn(0)))
	for moves := 1; moves <= chess.MaxPly/2; moves++ {
		require.Equal(t, fmt.Sprintf("mate %d", moves), formatScore(chess.MateIn(2*moves-1)))
		require.Equal(t, fmt.Sprintf("mate -%d", moves), formatScore(chess.MatedIn(2*moves)))
	}
}

// The forms of the lines that a search prints.
var (
	infoForm = regexp.MustCompile(`^info depth (\d+) seldepth (\d+) multipv (\d+) score (cp|mate) (-?\d+)( lowerbound| upperbound)?` +
		`( wdl (\d+) (\d+) (\d+))? nodes (\d+) nps \d+ hashfull (\d+) tbhits \d+ time (\d+) pv((?: [a-h][1-8][a-h][1-8][qrbn]?)+)$`)
	currMoveForm = regexp.MustCompile(`^info depth \d+ currmove [a-h][1-8][a-h][1-8][qrbn]? currmovenumber \d+ nodes`)
	progressForm = regexp.MustCompile(`^info (?:depth \d+ currmove [a-h][1-8][a-h][1-8][qrbn]? currmovenumber \d+ )?nodes (\d+) nps \d+ hashfull \d+ tbhits \d+ time (\d+)$`)
	bestForm     = regexp.MustCompile(`^bestmove ([a-h][1-8][a-h][1-8][qrbn]?)(?: ponder ([a-h][1-8][a-h][1-8][qrbn]?))?$`)
)

// report holds the fields of an info line.
type report struct {
	depth, seldepth, multipv int
	mate                     bool
	score                    int // centipawns, or moves to mate
	exact                    bool
	nodes, time              int
	pv                       []string
}

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// checkReports checks the lines of one search, up to its bestmove, and returns the
// reports and the move.
func checkReports(t testing.TB, p *position.Position, lines []string) (reports []report, best string) {
	t.Helper()
	nodes, time := 0, 0
	for _, line := range lines[:len(lines)-1] {
		if m := progressForm.FindStringSubmatch(line); m != nil {
			require.GreaterOrEqual(t, number(t, m[1]), nodes, line)
			require.GreaterOrEqual(t, number(t, m[2]), time, line)
			nodes, time = number(t, m[1]), number(t, m[2])
			continue
		}
		m := infoForm.FindStringSubmatch(line)
		require.NotNil(t, m, line)
		r := report{
			depth: number(t, m[1]), seldepth: number(t, m[2]), multipv: number(t, m[3]),
			mate: m[4] == "mate", score: number(t, m[5]), exact: m[6] == "",
			nodes: number(t, m[11]), time: number(t, m[13]), pv: strings.Fields(m[14]),
		}
		if m[7] != "" {
			require.Equal(t, 1000, number(t, m[8])+number(t, m[9])+number(t, m[10]), line)
		}
		require.LessOrEqual(t, number(t, m[12]), 1000, line)
		require.GreaterOrEqual(t, r.nodes, nodes, line)
		require.GreaterOrEqual(t, r.time, time, line)
		nodes, time = r.nodes, r.time
		checkPV(t, p, r, line)
		reports = append(reports, r)
	}
	m := bestForm.FindStringSubmatch(lines[len(lines)-1])
	require.NotNil(t, m, lines[len(lines)-1])
	require.NotEmpty(t, reports)
	checkRanks(t, reports)
	for i := len(reports) - 1; i >= 0; i-- {
		if reports[i].multipv == 1 {
			require.Equal(t, reports[i].pv[0], m[1], "the move is the first of the last line: %s", strings.Join(lines, "\n"))
			break
		}
	}
	q := p.Clone()
	makeMoves(t, q, m[1])
	if m[2] != "" {
		makeMoves(t, q, m[2])
	}
	return reports, m[1]
}

// checkPV plays a line: each move is legal, none comes after the end of the game, and a
// mate is as far away as the score says.
func checkPV(t testing.TB, p *position.Position, r report, line string) {
	t.Helper()
	q := p.Clone()
	for i, text := range r.pv {
		if i > 0 {
			require.True(t, movegen.HasLegal(q), "beyond the end of the game: %s", line)
			require.False(t, q.IsRepetition(0), "beyond a threefold repetition: %s", line)
			require.Less(t, q.Rule50(), 100, "beyond fifty moves: %s", line)
		}
		m, err := ParseMove(q, text)
		require.NoError(t, err, line)
		q.Make(m)
	}
	if !r.mate || !r.exact {
		return
	}
	plies := 2*r.score - 1
	if r.score < 0 {
		plies = -2 * r.score
	}
	require.Len(t, r.pv, plies, line)
	require.True(t, q.InCheck() && !movegen.HasLegal(q), "no mate at the end: %s", line)
}

// checkRanks checks the lines of each depth: their ranks count up from 1, their first
// moves differ, and none is better than one before it that was searched as deep. The
// last lines of an unfinished iteration may be those of the iteration before.
func checkRanks(t testing.TB, reports []report) {
	t.Helper()
	var set []report // of one iteration, so far
	for _, r := range reports {
		// A line that is better than some before it takes the place of the first of them.
		require.LessOrEqual(t, r.multipv, len(set)+1, r)
		set = set[:r.multipv-1]
		for _, o := range set {
			require.NotEqual(t, o.pv[0], r.pv[0])
			if o.depth == r.depth && o.mate == r.mate && !r.mate {
				require.GreaterOrEqual(t, o.score, r.score)
			}
		}
		set = append(set, r)
	}
}

func makeMoves(t testing.TB, p *position.Position, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := ParseMove(p, text)
		require.NoError(t, err)
		p.Make(m)
	}
}

// TestPermille checks for all scores and all material that the chances sum to 1000, that
// they are those of the other side in reverse, and that they grow with the score.
func TestPermille(t *testing.T) {
	for amount := 0; amount <= wdl.FullMaterial; amount++ {
		lastWin, lastLoss := 0, 1000
		for score := -chess.Mate; score <= chess.Mate; score++ {
			if score > -chess.Mate+300 && score < -3000 || score > 3000 && score < chess.Mate-300 {
				continue // far from anything that changes
			}
			win, draw, loss := permille(score, amount)
			if win+draw+loss != 1000 || win < 0 || draw < 0 || loss < 0 {
				t.Fatalf("score %d, material %d: %d %d %d", score, amount, win, draw, loss)
			}
			if w, d, l := permille(-score, amount); w != loss || d != draw || l != win {
				t.Fatalf("score %d, material %d: %d %d %d, but %d %d %d for the other side", score, amount, win, draw, loss, w, d, l)
			}
			if win < lastWin || loss > lastLoss {
				t.Fatalf("score %d, material %d: %d %d %d after %d won and %d lost", score, amount, win, draw, loss, lastWin, lastLoss)
			}
			lastWin, lastLoss = win, loss
		}
	}
}

func TestPermilleThatIsKnown(t *testing.T) {
	of := func(score chess.Score, material int) [3]int {
		win, draw, loss := permille(score, material)
		return [3]int{win, draw, loss}
	}
	require.Equal(t, [3]int{1000, 0, 0}, of(chess.MateIn(9), 10))
	require.Equal(t, [3]int{0, 0, 1000}, of(chess.MatedIn(9), 10))
	require.Equal(t, [3]int{1000, 0, 0}, of(chess.TablebaseWin-chess.MaxPly, 10))
	require.Equal(t, [3]int{1000, 0, 0}, of(3000, wdl.FullMaterial))
	// An advantage wins more often with much material.
	require.Greater(t, of(100, wdl.FullMaterial)[0], of(100, wdl.LeastMaterial)[0])
	// More material than in the start position makes no difference.
	require.Equal(t, of(0, wdl.FullMaterial), of(0, wdl.FullMaterial+20))
}
