package uci

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/movegen"
	"xorro/position"
)

// The form of all that a search prints.
var (
	infoForm = regexp.MustCompile(`^info depth (\d+) seldepth (\d+) multipv (\d+) score (cp|mate) (-?\d+)( lowerbound| upperbound)?` +
		`( wdl (\d+) (\d+) (\d+))? nodes (\d+) nps \d+ hashfull (\d+) tbhits \d+ time (\d+) pv((?: [a-h][1-8][a-h][1-8][qrbn]?)+)$`)
	currMoveForm = regexp.MustCompile(`^info depth \d+ currmove [a-h][1-8][a-h][1-8][qrbn]? currmovenumber \d+$`)
	bestForm     = regexp.MustCompile(`^bestmove ([a-h][1-8][a-h][1-8][qrbn]?)(?: ponder ([a-h][1-8][a-h][1-8][qrbn]?))?$`)
)

// report is what an info line says.
type report struct {
	depth, seldepth, multipv int
	mate                     bool
	score                    int // centipawns, or moves to mate
	exact                    bool
	nodes, time              int
	pv                       []string
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// checkReports holds the lines of one search, up to its bestmove, against what
// front ends rely on, and returns the reports and the move.
func checkReports(t *testing.T, p *position.Position, lines []string) (reports []report, best string) {
	t.Helper()
	nodes, time := 0, 0
	for _, line := range lines[:len(lines)-1] {
		if currMoveForm.MatchString(line) {
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

// checkPV plays a line out: each move is legal, none is made in a game that is
// over, and a mate is as far away as the score says.
func checkPV(t *testing.T, p *position.Position, r report, line string) {
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

// checkRanks looks at the lines of each depth: their ranks count up from 1, their
// first moves differ, and none is better than one of a lower rank that was searched
// as deep. An iteration that was broken off may end with lines of the one before.
func checkRanks(t *testing.T, reports []report) {
	t.Helper()
	var set []report // of one iteration, so far
	for _, r := range reports {
		if r.multipv == 1 {
			set = nil
		}
		require.Equal(t, len(set)+1, r.multipv, r)
		for _, o := range set {
			require.NotEqual(t, o.pv[0], r.pv[0])
			if o.depth == r.depth && o.mate == r.mate && !r.mate {
				require.GreaterOrEqual(t, o.score, r.score)
			}
		}
		set = append(set, r)
	}
}

func makeMoves(t *testing.T, p *position.Position, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := ParseMove(p, text)
		require.NoError(t, err)
		p.Make(m)
	}
}

// search sets a position up with moves, searches it, and checks what is printed.
func (s *session) search(setup, limits string) (reports []report, best string) {
	s.t.Helper()
	p, err := parsePosition(strings.Fields(setup))
	require.NoError(s.t, err)
	s.send("position "+setup, "go "+limits)
	return checkReports(s.t, p, s.until("bestmove "))
}
