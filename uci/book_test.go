package uci

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/book"
	"xorro/chess"
	"xorro/position"
)

const castleFEN = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

// writeBook makes a book that knows one move of each of two positions: a2a3 at the
// start, castling in castleFEN.
func writeBook(t *testing.T) (path string) {
	t.Helper()
	entry := func(fen string, from, to chess.Square) []byte {
		bytes := make([]byte, 16)
		binary.BigEndian.PutUint64(bytes, book.Key(parseFEN(t, fen)))
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
			require.Empty(t, s.ask("setoption name OwnBook value true", "setoption name BookFile value "+path))
			s.send(test.lines...)
			got := s.until("bestmove ")
			if test.want == "" {
				require.NotZero(t, count(got, "info depth "))
				require.Zero(t, count(got, fromBook))
				return
			}
			require.Equal(t, []string{fromBook, "bestmove " + test.want}, got[len(got)-2:])
			require.Zero(t, count(got, "info depth "))
			require.Empty(t, s.ask("stop"))
		})
	}
}

func TestPerftIsNotAnsweredFromTheBook(t *testing.T) {
	got := talk(t, "setoption name OwnBook value true\nsetoption name BookFile value "+writeBook(t)+"\ngo perft 1\n")
	require.Equal(t, 1, count(got, "Nodes searched: 20"))
}

// A book that cannot be used leaves the last one.
func TestBookFileThatIsNone(t *testing.T) {
	good := writeBook(t)
	bad := filepath.Join(t.TempDir(), "bad.bin")
	require.NoError(t, os.WriteFile(bad, []byte("12345"), 0o600))
	s := newSession(t)
	require.Empty(t, s.ask("setoption name OwnBook value true"))
	require.Equal(t, []string{"info string option BookFile: " + bad + ": size: want a multiple of 16 bytes, got 5; <empty> is kept"},
		s.ask("setoption name BookFile value "+bad))
	require.Empty(t, s.ask("setoption name BookFile value "+good))
	for _, path := range []string{bad, bad + ".none", filepath.Dir(bad)} {
		got := s.ask("setoption name BookFile value " + path)
		require.Len(t, got, 1)
		require.Regexp(t, "^info string option BookFile: .*; .*two moves.bin is kept$", got[0])
	}
	s.send("go depth 1")
	require.Equal(t, "bestmove a2a3", s.until("bestmove ")[1])
}

// A book that can no longer be read does not keep the engine from moving.
func TestBookThatIsCutLater(t *testing.T) {
	path := writeBook(t)
	s := newSession(t)
	require.Empty(t, s.ask("setoption name OwnBook value true", "setoption name BookFile value "+path))
	require.NoError(t, os.Truncate(path, 0))
	s.send("go depth 1")
	got := s.until("bestmove ")
	require.Equal(t, "info string reading the book: EOF; searching", got[0])
	require.NotZero(t, count(got, "info depth 1 "))
}
