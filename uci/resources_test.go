package uci

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/book"
	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/nnue"
	"xorro/position"
)

func TestSyzygyPathTellsWhatThereIs(t *testing.T) {
	empty, missing := t.TempDir(), filepath.Join(t.TempDir(), "missing")
	for path, want := range map[string]string{
		"<empty>": "info string no tablebases",
		"":        "info string no tablebases",
		empty:     "info string no tablebases",
		missing:   "info string no tablebases; open " + missing,
		missing + string(filepath.ListSeparator) + missing + "2": "info string no tablebases; open " + missing,
	} {
		lines := talk(t, "setoption name SyzygyPath value "+path+"\n")
		require.Len(t, lines, 1, path)
		require.True(t, strings.HasPrefix(lines[0], want), lines[0])
	}
	folder := enginetest.Shared(t, "syzygy")
	lines := talk(t, "setoption name SyzygyPath value "+folder+string(filepath.ListSeparator)+missing+"\n")
	require.Len(t, lines, 1)
	require.Regexp(t, `^info string \d+ WDL and \d+ DTZ tablebases of up to \d pieces; open .*missing`, lines[0])
}

func TestSyzygyInSearch(t *testing.T) {
	folder := enginetest.Shared(t, "syzygy")
	const search = "position fen 8/8/8/3k4/8/8/8/R3K3 w - - 90 80\ngo depth 6\n"
	score := func(options string) (score string, hits bool, said string) {
		lines := talk(t, options+search)
		for _, line := range lines {
			if _, rest, ok := strings.Cut(line, " score "); ok {
				score = strings.Join(strings.Fields(rest)[:2], " ")
				hits = !strings.Contains(rest, " tbhits 0 ")
			}
		}
		return score, hits, strings.Join(lines, "\n")
	}
	path := "setoption name SyzygyPath value " + folder + "\n"
	for options, want := range map[string]string{
		path: "cp 1",
		path + "setoption name Syzygy50MoveRule value false\n": "cp 31753",
		path + "setoption name SyzygyProbeDepth value 100\n":   "cp 1", // the root is looked up in any case
	} {
		got, hits, said := score(options)
		require.Equal(t, want, got, said)
		require.True(t, hits, said)
	}
	for _, options := range []string{"", path + "setoption name SyzygyProbeLimit value 2\n", path + "setoption name SyzygyPath value <empty>\n"} {
		_, hits, said := score(options)
		require.False(t, hits, said)
	}
}

func TestSyzygyDamagedTableIsToldOnce(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "KRvK.rtbw"), make([]byte, 80), 0o600))
	lines := talk(t, "setoption name SyzygyPath value "+folder+"\nposition fen 8/8/8/3k4/8/8/8/R3K3 w - - 0 1\ngo depth 4\ngo depth 4\n")
	told := 0
	for _, line := range lines {
		if strings.HasPrefix(line, "info string tablebase not used: ") {
			require.Contains(t, line, "KRvK.rtbw")
			told++
		}
	}
	require.Equal(t, 1, told)
	require.Contains(t, lines[len(lines)-1], "bestmove")
}

// clockWords matches the fields of a report that depend on the clock.
var clockWords = regexp.MustCompile(` nps \d+| time \d+`)

// writeNetwork writes a network that gives each position a higher score than the embedded
// one.
func writeNetwork(t *testing.T, path string) {
	t.Helper()
	w := nnue.Default().Weights()
	for i := range w.OutputBias {
		w.OutputBias[i] += 2000
	}
	n, err := nnue.New(w, "for a test")
	require.NoError(t, err)
	f, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, n.Write(f))
	require.NoError(t, f.Close())
}

func TestEvalFile(t *testing.T) {
	folder := t.TempDir()
	good, bad := filepath.Join(folder, "good.nn"), filepath.Join(folder, "bad.nn")
	writeNetwork(t, good)
	require.NoError(t, os.WriteFile(bad, []byte("no network"), 0o600))
	const search = "eval\ngo depth 1\n" // the end of the input stops what is deeper
	tail := func(options string) string {
		lines := talk(t, options+"isready\n"+search)
		for i, line := range lines {
			if line == "readyok" {
				// Fields that depend on the clock are removed.
				text := strings.Join(lines[i+1:], "\n")
				return clockWords.ReplaceAllString(text, "")
			}
		}
		t.Fatal("no readyok")
		return ""
	}
	load := func(path string) string { return "setoption name EvalFile value " + path + "\n" }
	builtIn, loaded := tail(""), tail(load(good))
	require.NotEqual(t, builtIn, loaded)
	require.Equal(t, builtIn, tail(load(good)+load("<empty>")))
	require.Equal(t, builtIn, tail(load(bad)))
	require.Equal(t, loaded, tail(load(good)+load(bad)))
	require.Equal(t, loaded, tail("setoption name Threads value 3\n"+load(good)+"setoption name Threads value 1\n"))

	last := func(lines []string) string {
		nodes, _, _ := strings.Cut(lines[len(lines)-1], " ")
		return nodes
	}
	require.NotEqual(t, last(talk(t, "bench 2\n")), last(talk(t, load(good)+"bench 2\n")), "bench uses the network")

	told := talk(t, load(good)+load(bad)+load(filepath.Join(folder, "missing.nn")))
	require.Len(t, told, 3)
	require.Regexp(t, `^info string evaluation by the network \(768 -> .*, with \w+$`, told[0])
	require.Regexp(t, `^info string option EvalFile: .*bad\.nn.*; .*good\.nn is kept$`, told[1])
	require.Regexp(t, `^info string option EvalFile: .*missing\.nn.*; .*good\.nn is kept$`, told[2])
}

const castleFEN = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

// writeBook writes a book with one move for each of two positions: a2a3 for the start
// position, castling for castleFEN.
func writeBook(t *testing.T) (path string) {
	t.Helper()
	entry := func(fen string, from, to chess.Square) []byte {
		bytes := make([]byte, 16)
		binary.BigEndian.PutUint64(bytes, book.Key(enginetest.Position(t, fen)))
		binary.BigEndian.PutUint16(bytes[8:], uint16(from)<<6|uint16(to))
		binary.BigEndian.PutUint16(bytes[10:], 1)
		return bytes
	}
	first, second := entry(position.StartFEN, chess.A2, chess.A3), entry(castleFEN, chess.E1, chess.H1)
	if binary.BigEndian.Uint64(first) > binary.BigEndian.Uint64(second) {
		first, second = second, first
	}
	path = filepath.Join(t.TempDir(), "two moves.bin")
	require.NoError(t, os.WriteFile(path, append(first, second...), 0o600))
	return path
}

func TestOwnBook(t *testing.T) {
	const fromBook = "info string move from the book two moves.bin"
	path := writeBook(t)
	tests := []struct {
		name  string
		lines []string
		want  string // the bestmove out of the book, "" for a search
	}{
		{"at the start", []string{"go depth 1"}, "a2a3"},
		{"by the clock", []string{"go wtime 1000 btime 1000 winc 10 binc 10"}, "a2a3"},
		{"with a word that is no number", []string{"go depth x"}, "a2a3"},
		{"castling", []string{"position fen " + castleFEN, "go depth 1"}, "e1g1"},
		{"castling in Chess960", []string{"setoption name UCI_Chess960 value true", "position fen " + castleFEN, "go depth 1"}, "e1h1"},
		{"out of the book", []string{"position startpos moves a2a3", "go depth 1"}, ""},
		{"searchmoves", []string{"go depth 1 searchmoves a2a3"}, ""},
		{"infinite", []string{"go infinite depth 1", "stop"}, ""},
		{"ponder", []string{"go ponder depth 1", "ponderhit"}, ""},
		{"not wanted", []string{"setoption name OwnBook value false", "go depth 1"}, ""},
		{"no book", []string{"setoption name BookFile value <empty>", "go depth 1"}, ""},
		{"no book, empty value", []string{"setoption name BookFile value", "go depth 1"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newSession(t)
			require.Empty(t, s.Ask("setoption name OwnBook value true", "setoption name BookFile value "+path))
			s.Send(test.lines...)
			got := s.Until("bestmove ")
			if test.want == "" {
				require.NotZero(t, count(got, "info depth "))
				require.Zero(t, count(got, fromBook))
				return
			}
			require.Equal(t, []string{fromBook, "bestmove " + test.want}, got[len(got)-2:])
			require.Zero(t, count(got, "info depth "))
			require.Empty(t, s.Ask("stop"))
		})
	}
}

func TestPerftIsNotAnsweredFromTheBook(t *testing.T) {
	got := talk(t, "setoption name OwnBook value true\nsetoption name BookFile value "+writeBook(t)+"\ngo perft 1\n")
	require.Equal(t, 1, count(got, "Nodes searched: 20"))
}

// TestBookFileThatIsNone checks that a book that cannot be read leaves the previous one
// in use.
func TestBookFileThatIsNone(t *testing.T) {
	good := writeBook(t)
	bad := filepath.Join(t.TempDir(), "bad.bin")
	require.NoError(t, os.WriteFile(bad, []byte("12345"), 0o600))
	s := newSession(t)
	require.Empty(t, s.Ask("setoption name OwnBook value true"))
	require.Equal(t, []string{"info string option BookFile: " + bad + ": size: want a multiple of 16 bytes, got 5; <empty> is kept"},
		s.Ask("setoption name BookFile value "+bad))
	require.Empty(t, s.Ask("setoption name BookFile value "+good))
	for _, path := range []string{bad, bad + ".none", filepath.Dir(bad)} {
		got := s.Ask("setoption name BookFile value " + path)
		require.Len(t, got, 1)
		require.Regexp(t, "^info string option BookFile: .*; .*two moves.bin is kept$", got[0])
	}
	s.Send("go depth 1")
	require.Equal(t, "bestmove a2a3", s.Until("bestmove ")[1])
}

// TestBookThatIsCutLater checks that the engine searches if the book can no longer be
// read.
func TestBookThatIsCutLater(t *testing.T) {
	path := writeBook(t)
	s := newSession(t)
	require.Empty(t, s.Ask("setoption name OwnBook value true", "setoption name BookFile value "+path))
	require.NoError(t, os.Truncate(path, 0))
	s.Send("go depth 1")
	got := s.Until("bestmove ")
	require.Equal(t, "info string reading the book: EOF; searching", got[0])
	require.NotZero(t, count(got, "info depth 1 "))
}
