package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/position"
	"xorro/uci"
)

// The forms of the lines that referees read.
var (
	optionForm = regexp.MustCompile(`^option name .+ type (spin default -?\d+ min -?\d+ max -?\d+|check default (true|false)|string default \S.*|button)$`)
	lineForm   = regexp.MustCompile(`^info depth [1-9]\d* seldepth \d+ multipv 1 score (?:cp|mate) -?\d+(?: lowerbound| upperbound)?` +
		` nodes (\d+) nps \d+ hashfull \d+ tbhits \d+ time (\d+) pv ([a-h][1-8][a-h][1-8][qrbn]?)( [a-h][1-8][a-h][1-8][qrbn]?)*$`)
	bestForm = regexp.MustCompile(`^bestmove ([a-h][1-8][a-h][1-8][qrbn]?)( ponder [a-h][1-8][a-h][1-8][qrbn]?)?$`)
)

// TestCompliance sends the process what referees and bots send, and checks what they
// check: every go gets one bestmove, legal in its position, in time, and just after a
// full line with the same move.
func TestCompliance(t *testing.T) {
	s := enginetest.Launch(t, enginetest.Command())
	s.Send("uci")
	greeting := s.Until("uciok")
	require.Regexp(t, `^id name Xorro \S`, greeting[0])
	require.Regexp(t, `^id author \S`, greeting[1])
	for _, line := range greeting[2 : len(greeting)-1] {
		if line != "" {
			require.Regexp(t, optionForm, line)
		}
	}
	require.Empty(t, s.Ask("ucinewgame"))

	const start, black = position.StartFEN, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	const middle = "3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27"
	tests := []struct {
		position, fen, limit string
		within               time.Duration // 0 for no limit
	}{
		{"startpos", start, "wtime 100", time.Second},
		{"startpos", start, "wtime 100 btime 100", time.Second},
		{"startpos moves e2e4", black, "wtime 100 btime 100", time.Second},
		{"fen " + middle, middle, "wtime 100", time.Second},
		{"fen " + black, black, "btime 100", time.Second},
		{"fen " + black, black, "wtime 100 winc 100 btime 100 binc 100", time.Second},
		{"fen " + black, black, "btime 100 binc 100 wtime 100 winc 100", time.Second},
		{"startpos", start, "wtime 1000 btime 1000 movestogo 1", 2 * time.Second},
		{"startpos", start, "wtime 0 btime 0", time.Second},
		{"startpos", start, "wtime -50 btime -50 winc 0 binc 0", time.Second},
		{"startpos", start, "movetime 100", time.Second},
		{"startpos", start, "movetime 1", time.Second},
		{"startpos", start, "depth 1", 0},
		{"startpos", start, "nodes 1", 0},
		{"startpos", start, "nodes 12345", 0},
		{"startpos", start, "depth 12 searchmoves a2a3 h2h4", 0},
		{"fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", "mate 2", 0},
	}
	for _, test := range tests {
		p := enginetest.Position(t, test.fen)
		began := time.Now()
		s.Send("position "+test.position, "go "+test.limit)
		got := s.Until("bestmove")
		took := time.Since(began)
		require.GreaterOrEqual(t, len(got), 2, test.limit)
		best := bestForm.FindStringSubmatch(got[len(got)-1])
		require.NotNil(t, best, got[len(got)-1])
		_, err := uci.ParseMove(p, best[1])
		require.NoError(t, err, test.limit)
		last := lineForm.FindStringSubmatch(got[len(got)-2])
		require.NotNil(t, last, got[len(got)-2])
		require.Equal(t, best[1], last[3], test.limit)
		if limit, ok := strings.CutPrefix(test.limit, "nodes 1234"); ok {
			require.Equal(t, "1234"+limit, last[1])
		}
		millis, err := strconv.Atoi(last[2])
		require.NoError(t, err)
		require.LessOrEqual(t, millis, int(took.Milliseconds()), test.limit)
		if test.within != 0 {
			// The engine's own time, as other processes may keep this one waiting.
			require.Less(t, millis, int(test.within.Milliseconds()), test.limit)
		}
		require.Empty(t, s.Ask("stop"))
	}

	// A search that is stopped ends with a full line too, and keeps its time until then.
	s.Send("position startpos", "go infinite")
	s.Until("info depth 6 ")
	require.Empty(t, withPrefix(s.Ask(), "bestmove"))
	s.Send("stop")
	got := s.Until("bestmove")
	require.Regexp(t, lineForm, got[len(got)-2])

	// What is wrong costs one message each, and no game.
	log := filepath.Join(t.TempDir(), "none", "debug.log")
	for _, line := range []string{"joho", "setoption name Nothing value 1", "setoption name Hash value 0", "setoption name Debug Log File value " + log, "position startpos moves e2e5"} {
		said := s.Ask(line)
		require.Len(t, said, 1, line)
		require.Regexp(t, "^info string ", said[0])
	}
	require.Equal(t, "bestmove 0000", s.Ask("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "go wtime 100 btime 100")[2])
	require.Empty(t, s.Ask("position startpos moves e2e4 0000"))
	require.Len(t, withPrefix(s.Ask("setoption name UCI_Chess960 value true", "position fen 1r2k1r1/pp4pp/8/8/8/8/PP4PP/1R2K1R1 w GBgb - 0 1 moves e1g1", "go perft 1"), "info string"), 0)

	s.Send("quit")
	s.End()
	require.NoFileExists(t, log)
}

// TestDebugLogFile checks that the process writes what it reads and what it says.
func TestDebugLogFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "debug.log")
	s := enginetest.Launch(t, enginetest.Command())
	require.Empty(t, s.Ask("setoption name Debug Log File value "+path))
	s.Send("position startpos", "go depth 3")
	said := s.Until("bestmove")
	s.Send("quit")
	s.End()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, line := range []string{"position startpos", "go depth 3", "quit"} {
		require.Contains(t, string(text), ">> "+line+"\n")
	}
	for _, line := range said {
		require.Contains(t, string(text), "<< "+line+"\n")
	}
}

// withPrefix returns the lines that begin with a prefix.
func withPrefix(lines []string, prefix string) (found []string) {
	for _, line := range lines {
		if strings.HasPrefix(line, prefix) {
			found = append(found, line)
		}
	}
	return found
}
