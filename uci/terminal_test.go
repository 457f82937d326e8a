package uci

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
	"xorro/search"
	"xorro/tt"
)

// ansi matches the control sequences of styles.
var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")

// screen returns a terminal of a fixed width.
func screen(width int, colored bool) Terminal {
	return Terminal{Width: func() int { return width }, Colored: colored}
}

// onScreen is talk with a driver that answers a person.
func onScreen(t *testing.T, terminal Terminal, input string) []string {
	t.Helper()
	var out bytes.Buffer
	d, err := New(strings.NewReader(input), &out, "Test 1")
	require.NoError(t, err)
	d.WriteFor(terminal)
	require.NoError(t, d.Run())
	return splitLines(out.String())
}

func TestTable(t *testing.T) {
	p := enginetest.Position(t, position.StartFEN)
	e4 := chess.NewMove(chess.E2, chess.E4, chess.DoublePush)
	e5 := chess.NewMove(chess.E7, chess.E5, chess.DoublePush)
	nf3 := chess.NewMove(chess.G1, chess.F3, chess.Quiet)
	tests := []struct {
		name     string
		terminal Terminal
		ranked   bool
		info     search.Info
		want     []string
	}{
		{
			"plain", screen(0, false), false,
			search.Info{Depth: 12, SelDepth: 20, MultiPV: 1, Score: 34, Bound: tt.Exact, Effort: search.Effort{Nodes: 1_234_567, Time: 2 * time.Second}, PV: []chess.Move{e4, e5, nf3}},
			[]string{
				"  depth     score       time   nodes     speed  line",
				"  12/20     +0.34     2.00 s   1.23M    617k/s  1. e4 e5 2. Nf3",
			},
		},
		{
			"ranked", screen(0, false), true,
			search.Info{Depth: 1, SelDepth: 2, MultiPV: 12, Score: -134, Bound: tt.Upper, Effort: search.Effort{Nodes: 20}, PV: []chess.Move{e4}},
			[]string{
				"  depth   #     score       time   nodes     speed  line",
				"    1/2  12    ≤-1.34     0.00 s      20   20.0k/s  1. e4",
			},
		},
		{
			"coloured", screen(0, true), false,
			search.Info{Depth: 1, SelDepth: 2, MultiPV: 1, Score: chess.MatedIn(4), Bound: tt.Lower, Effort: search.Effort{Nodes: 20}},
			[]string{
				"\x1b[2m  depth     score       time   nodes     speed  line\x1b[0m",
				"    1/2 \x1b[31m     ≥#-2\x1b[0m     0.00 s      20   20.0k/s  ",
			},
		},
		{
			"narrow", screen(58, false), false,
			search.Info{Depth: 1, SelDepth: 2, MultiPV: 1, Effort: search.Effort{Nodes: 20}, PV: []chess.Move{e4, e5, nf3}},
			[]string{
				"  depth     score       time   nodes     speed  line",
				"    1/2     +0.00     0.00 s      20   20.0k/s  1. e4 ...",
			},
		},
		{"the game is over", screen(0, false), false, search.Info{MultiPV: 1}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rows := newTable(p, &test.terminal, test.ranked)
			got := rows.info(test.info)
			require.Equal(t, strings.Join(test.want, "\n"), got)
			if len(test.want) > 0 {
				longer := test.info
				longer.Nodes, longer.Time = longer.Nodes+1000, longer.Time+time.Second
				require.Empty(t, rows.info(longer), "nothing else has changed")
				better := test.info
				better.Score++
				require.Len(t, splitLines(rows.info(better)), 1, "one heading is enough")
				require.Equal(t, test.want[1], rows.info(test.info))
			}
			if width := test.terminal.Width(); width > 0 {
				for _, line := range splitLines(got) {
					require.LessOrEqual(t, len(line), width)
				}
			}
		})
	}
}

func TestBestForPerson(t *testing.T) {
	e4 := chess.NewMove(chess.E2, chess.E4, chess.DoublePush)
	e5 := chess.NewMove(chess.E7, chess.E5, chess.DoublePush)
	tests := []struct {
		fen    string
		result search.Result
		want   string
	}{
		{position.StartFEN, search.Result{Best: e4, Ponder: e5}, "best move e4, expecting e5"},
		{position.StartFEN, search.Result{Best: e4}, "best move e4"},
		{position.StartFEN, search.Result{Best: e4, Ponder: e4}, "best move e4"},
		{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", search.Result{}, "white is checkmated"},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", search.Result{}, "black is stalemated"},
	}
	for _, test := range tests {
		plain := screen(0, false)
		require.Equal(t, test.want, newTable(enginetest.Position(t, test.fen), &plain, false).best(test.result))
	}
}

func TestAmounts(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0", 9999: "9999", 10_000: "10.0k", 99_949: "99.9k", 99_950: "100k", 999_499: "999k", 999_500: "1.00M", 9_994_999: "9.99M", 9_995_000: "10.0M",
		999_500_000: "1.00G", 2_000_000_000_000: "2.00T", 1<<64 - 1: "18.4E",
	} {
		require.Equal(t, want, formatAmount(n), n)
	}
	for d, want := range map[time.Duration]string{0: "0.00 s", 59990 * time.Millisecond: "59.99 s", 83*time.Second + 999*time.Millisecond: "1m23s", 2 * time.Hour: "2h0m0s"} {
		require.Equal(t, want, formatSeconds(d))
	}
}

// TestAnswersForPerson checks that answers on a terminal contain nothing of the protocol.
func TestAnswersForPerson(t *testing.T) {
	got := onScreen(t, screen(100, false), "foo\nposition startpos moves e2e4\ngo depth 3\nd\n")
	require.Equal(t, `unknown command "foo"; help lists the commands`, got[0])
	text := strings.Join(got, "\n")
	require.Equal(t, 1, strings.Count(text, "depth     score"))
	require.Regexp(t, `(?m)^ +\d+/\d+ .*  1\.\.\. \S`, text)
	require.Regexp(t, `(?m)^best move \w+`, text)
	require.Contains(t, text, "4  . . . . P . . .\n")
	for _, word := range []string{"info", "bestmove", "\x1b"} {
		require.NotContains(t, text, word)
	}
	got = onScreen(t, screen(100, false), "bench 1\n")
	require.Regexp(t, `^ 1/\d+ +\d+ nodes`, got[0])

	// Each search has its own heading.
	text = strings.Join(onScreen(t, screen(0, false), "go depth 1\nsetoption name MultiPV value 2\ngo depth 1\n"), "\n")
	require.Regexp(t, `(?s)depth     score.*best move.*depth   #     score.*best move`, text)
}

func TestPaintedBoard(t *testing.T) {
	got := onScreen(t, screen(0, true), "position startpos moves f2f3 e7e5 g2g4 d8h4\nd\n")
	board := got[:8]
	plain := onScreen(t, screen(0, false), "position startpos moves f2f3 e7e5 g2g4 d8h4\nd\n")
	for i, line := range board {
		require.Equal(t, 8, strings.Count(line, "\x1b[0m"))
		bare := ansi.ReplaceAllString(line, "")
		require.Equal(t, strings.ReplaceAll(plain[i][3:], " ", ""), strings.ReplaceAll(strings.ReplaceAll(bare[2:], "   ", "."), " ", ""))
	}
	require.Contains(t, board[0], "\x1b[48;5;100;1;38;5;16m   ", "the queen has left the dark square d8")
	require.Contains(t, board[4], "\x1b[48;5;100;1;38;5;16m q ", "and stands on h4")
	require.Contains(t, board[7], "\x1b[48;5;167;1;97m K ", "the king is in check")
	require.Equal(t, plain[10:], got[9:], "what is below is the same")
}

// TestProtocolHasNoColour checks that answers to a front end have no styles.
func TestProtocolHasNoColour(t *testing.T) {
	got := strings.Join(talk(t, "uci\nd\neval\nhelp\ncompiler\ngo depth 3\nfoo\n"), "\n")
	require.NotContains(t, got, "\x1b")
	require.Contains(t, got, "\nbestmove ")
	require.Contains(t, got, "\ninfo string unknown command")
}
