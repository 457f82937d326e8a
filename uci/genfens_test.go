package uci

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

// openings are the FENs of a genfens that gave nothing else.
func openings(t *testing.T, words string) []string {
	t.Helper()
	var fens []string
	for _, line := range talk(t, "genfens "+words+"\nquit\n") {
		fen, ok := strings.CutPrefix(line, "info string genfens ")
		require.True(t, ok, line)
		fens = append(fens, fen)
	}
	return fens
}

// writeLines makes a file of positions.
func writeLines(t *testing.T, content string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "book.epd")
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func TestGenfens(t *testing.T) {
	fens := openings(t, "40 seed 5 book None")
	require.Len(t, fens, 40)
	distinct := map[string]bool{}
	sides := map[bool]int{}
	for _, fen := range fens {
		p := enginetest.Position(t, fen)
		require.Equal(t, fen, p.FEN())
		require.True(t, movegen.HasLegal(p))
		require.False(t, p.IsDraw(0))
		require.Equal(t, 5, p.FullMove(), "eight plies or nine from the start: %s", fen)
		distinct[fen] = true
		sides[strings.Contains(fen, " w ")]++
	}
	require.Greater(t, len(distinct), 38)
	require.Greater(t, sides[true], 5)
	require.Greater(t, sides[false], 5)

	require.Equal(t, fens, openings(t, "40 seed 5"), "the same seed gives the same")
	require.Equal(t, fens[:7], openings(t, "7 book none seed 5 more words 3"))
	require.NotEqual(t, fens[:7], openings(t, "7 seed 6"))
}

// What was set or searched before changes nothing.
func TestGenfensStandsAlone(t *testing.T) {
	want := openings(t, "5 seed 1")
	got := talk(t, "setoption name Hash value 2\nposition startpos moves e2e4\ngo depth 4\ngenfens 5 seed 1\nquit\n")
	require.Equal(t, want[0], strings.TrimPrefix(got[len(got)-5], "info string genfens "))
}

func TestGenfensFromABook(t *testing.T) {
	const (
		first  = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 30"
		second = "2k5/1ppp4/1ppp4/8/8/1PPP4/1PPP4/2K5 b - - acd 5; id \"two\";"
		third  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	)
	for _, end := range []string{"", "\n", "\r\n\r\n"} {
		fens := openings(t, "30 seed 2 book "+writeLines(t, first+"\r\n\n"+second+"\n"+third+end))
		require.Len(t, fens, 30)
		from := map[string]int{}
		for _, fen := range fens {
			p := enginetest.Position(t, fen)
			switch {
			case p.FullMove() == 34:
				from["first"]++
			case p.Occupied().Count() > 20:
				from["third"]++
			default:
				require.Contains(t, []int{5, 6}, p.FullMove())
				from["second"]++
			}
		}
		require.Len(t, from, 3, "%v", from)
	}
	require.Len(t, openings(t, "4 seed 2 book "+writeLines(t, first)), 4)
}

// Openings that are all lost for one side still come, those that are over never.
func TestGenfensFromLopsidedPositions(t *testing.T) {
	queens := writeLines(t, "4k3/8/8/8/8/8/8/QQQ1K3 b - - 0 1\n")
	for _, fen := range openings(t, "3 seed 4 book "+queens) {
		p := enginetest.Position(t, fen)
		require.True(t, movegen.HasLegal(p) && !p.IsDraw(0), fen)
	}
	for _, fen := range []string{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "8/8/8/4k3/8/8/8/4K2N w - - 0 1", "r3k3/8/8/p7/P7/8/8/R3K3 w - - 99 90"} {
		require.Equal(t, []string{"info string genfens: 2000 openings in a row were over"},
			talk(t, "genfens 3 seed 4 book "+writeLines(t, fen)+"\n"), fen)
	}
}

func TestGenfensComplaints(t *testing.T) {
	folder := t.TempDir()
	bad := writeLines(t, "\n8/8/8 w - -\n")
	tests := []struct{ words, want string }{
		{"", "genfens: the number of positions is missing"},
		{"seed 5", `genfens: number of positions: want a whole number from 1, got "seed"`},
		{"0 seed 5", `genfens: number of positions: want a whole number from 1, got "0"`},
		{"-1 seed 5", `genfens: number of positions: want a whole number from 1, got "-1"`},
		{"1", "genfens: seed is missing"},
		{"1 book None", "genfens: seed is missing"},
		{"1 seed", "genfens: seed: a value is missing"},
		{"1 seed x", `genfens: seed: want a whole number from 0 to 18446744073709551615, got "x"`},
		{"1 seed -1", `genfens: seed: want a whole number from 0 to 18446744073709551615, got "-1"`},
		{"1 seed 1 book", "genfens: book: a value is missing"},
		{"1 seed 1 book " + folder, "genfens: book: " + folder + ": no regular file, or an empty one"},
		{"1 seed 1 book " + writeLines(t, ""), "no regular file, or an empty one"},
		{"1 seed 1 book " + folder + "/none.epd", "none.epd: no such file or directory"},
		{"1 seed 1 book " + writeLines(t, "\n \n\n"), "genfens: book: no line holds anything"},
		{"1 seed 1 book " + bad, `genfens: book: "8/8/8 w - -": fen: board: want 8 ranks, got 3`},
		{"1 seed 1 book " + writeLines(t, strings.Repeat("x", 1<<20)), "genfens: book: bufio.Scanner: token too long"},
	}
	for _, test := range tests {
		got := talk(t, "genfens "+test.words+"\n")
		require.Len(t, got, 1, test.words)
		require.True(t, strings.HasPrefix(got[0], "info string genfens: "), got[0])
		require.True(t, strings.HasSuffix(got[0], test.want), "%s\n%s", got[0], test.want)
	}
}

func TestGenfensScore(t *testing.T) {
	tests := []struct {
		fen  string
		want bool // whether it is balanced
	}{
		{position.StartFEN, true},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", false},
		{"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false},
		{"rnbqkbnr/ppppp2p/5p2/6p1/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3", false}, // mate in one
	}
	g, err := newGenerator(genfensRequest{count: 1})
	require.NoError(t, err)
	isBalanced := func(p *position.Position) bool {
		score := g.openings.Score(p)
		return max(score, -score) <= genfensScore
	}
	for _, test := range tests {
		require.Equal(t, test.want, isBalanced(enginetest.Position(t, test.fen)), test.fen)
	}
	var never atomic.Bool
	for range 30 {
		p, err := g.next(&never)
		require.NoError(t, err)
		require.True(t, isBalanced(p))
	}
}

func TestGenfensStops(t *testing.T) {
	s := newSession(t, func(d *Driver) { d.countPatience = 50 * time.Millisecond })
	s.Send("genfens 1000000000 seed 1")
	s.Until("info string genfens ")
	require.NotNil(t, s.Ask())
	s.Send("stop")
	s.Until("info string genfens: stopped before the end")
	s.Send("genfens 1000000000 seed 1")
	s.CloseInput()
	got := s.End()
	require.Equal(t, "info string genfens: stopped before the end", got[len(got)-1])
}

// Each line of a file is drawn about as often as the others.
func TestDraw(t *testing.T) {
	const lines, draws = 10, 5000
	content := ""
	for i := range lines {
		content += fmt.Sprintf("line %d\n", i)
	}
	f, err := openLines(writeLines(t, content))
	require.NoError(t, err)
	defer f.file.Close()
	r := rand.New(rand.NewPCG(1, 1))
	seen := map[string]int{}
	for range draws {
		line, err := f.draw(r)
		require.NoError(t, err)
		seen[line]++
	}
	require.Len(t, seen, lines)
	for line, n := range seen {
		require.InDelta(t, draws/lines, n, draws/lines/4, line)
	}
}

func FuzzParseGenfens(f *testing.F) {
	f.Add("10 seed 5 book None")
	f.Add("1 book b.epd seed 18446744073709551615 x")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := parseGenfens(strings.Fields(text))
		if err == nil {
			require.Positive(t, r.count)
		}
	})
}
