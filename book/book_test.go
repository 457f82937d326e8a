package book

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

// published holds the keys that the description of the format has as examples.
var published = []struct {
	moves, fen string
	key        uint64
}{
	{"", position.StartFEN, 0x463b96181691fc9c},
	{"e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
	{"e2e4 d7d5", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0},
	{"e2e4 d7d5 e4e5", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4},
	{"e2e4 d7d5 e4e5 f7f5", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78},
	{"e2e4 d7d5 e4e5 f7f5 e1e2", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1},
	{"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9},
	{"a2a4 b7b5 h2h4 b5b4 c2c4", "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637},
	{"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560},
}

func TestPublishedKeys(t *testing.T) {
	for _, test := range published {
		require.Equal(t, test.key, Key(enginetest.Position(t, "", test.moves)), test.moves)
		require.Equal(t, test.key, Key(enginetest.Position(t, test.fen)), test.fen)
	}
}

// TestRandomNumbers compares a checksum of all numbers, because the published keys use few.
func TestRandomNumbers(t *testing.T) {
	sum := sha256.New()
	require.NoError(t, binary.Write(sum, binary.BigEndian, random[:]))
	require.Equal(t, "9aee840377ba74c9a7fe8e254958ad312aa15766257d18823f866b070cbcc9e8", hex.EncodeToString(sum.Sum(nil)))
}

func TestEnPassantInKeys(t *testing.T) {
	const file = 3 // the d-file, in all tests
	tests := []struct {
		name, fen, moves string
		counts           bool
	}{
		{"legal", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4", true},
		{"nobody beside", "4k3/8/8/8/5p2/8/3P4/4K3 w - - 0 1", "d2d4", false},
		{"a pawn across the edge", "4k3/8/8/7p/8/8/3P4/4K3 w - - 0 1", "d2d4", false},
		{"a knight beside", "4k3/8/8/8/4n3/8/3P4/4K3 w - - 0 1", "d2d4", false},
		{"pinned on the rank", "8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1", "d2d4", true},
		{"pinned on the file", "4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1", "d2d4", true},
		{"pinned, Black's move", "4rk2/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", true},
		{"a step of one square", "4k3/8/8/8/4p3/3P4/8/4K3 w - - 0 1", "d3d4", false},
		{"a move later", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4 e8e7", false},
	}
	for _, test := range tests {
		p := enginetest.Position(t, test.fen, test.moves)
		without := enginetest.Position(t, strings.Replace(p.FEN(), " d3 ", " - ", 1))
		want := Key(without)
		if test.counts {
			want ^= random[enPassantNumbers+file]
		}
		require.Equal(t, want, Key(p), test.name)
	}
}

// line is an entry as a test writes it: the moves from the start position to the entry's
// position, the entry's move in the bits of the format, and its weight.
type line struct {
	fen, moves string
	move       uint16
	weight     uint16
}

// bits returns a move in the bits of the format.
func bits(from, to chess.Square, promotion uint16) uint16 {
	return uint16(to) | uint16(from)<<6 | promotion<<12
}

// bytesOf returns the file of a book with these entries, in any order.
func bytesOf(t testing.TB, lines ...line) []byte {
	t.Helper()
	var file []byte
	for _, l := range lines {
		var entry [entrySize]byte
		key := Key(enginetest.Position(t, l.fen, l.moves))
		binary.BigEndian.PutUint64(entry[:], key)
		binary.BigEndian.PutUint16(entry[8:], l.move)
		binary.BigEndian.PutUint16(entry[10:], l.weight)
		at := 0
		for at < len(file) && binary.BigEndian.Uint64(file[at:]) <= key {
			at += entrySize
		}
		file = append(file[:at], append(entry[:], file[at:]...)...)
	}
	return file
}

// write writes a book to a temporary file.
func write(t testing.TB, content []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "test.bin")
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return path
}

func openBook(t testing.TB, path string) *Book {
	t.Helper()
	b, err := Open(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return b
}

const (
	castleFEN  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	shuffled   = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"
	promoteFEN = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1"
	pinFEN     = "4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1"
)

// sample has several moves in some positions, and moves that must not be played.
var sample = []line{
	{"", "", bits(chess.E2, chess.E4, 0), 3},
	{"", "", bits(chess.D2, chess.D4, 0), 1},
	{"", "", bits(chess.G1, chess.F3, 0), 0},
	{"", "", bits(chess.E2, chess.E5, 0), 9},
	{"", "", bits(chess.E7, chess.E5, 0), 9},
	{"", "e2e4", bits(chess.E7, chess.E5, 0), 65535},
	{castleFEN, "", bits(chess.E1, chess.H1, 0), 2},
	{castleFEN, "", bits(chess.E1, chess.A1, 0), 1},
	{castleFEN, "", bits(chess.E1, chess.G1, 0), 1},
	{shuffled, "", bits(chess.E1, chess.G1, 0), 1},
	{promoteFEN, "", bits(chess.E7, chess.E8, 1), 1},
	{promoteFEN, "", bits(chess.E7, chess.D8, 4), 1},
	{promoteFEN, "", bits(chess.E7, chess.D8, 0), 1},
	{promoteFEN, "", bits(chess.E7, chess.D8, 5), 1},
	{promoteFEN, "", bits(chess.E7, chess.D8, 7), 1},
	{pinFEN, "d2d4", bits(chess.E4, chess.D3, 0), 1},
	{pinFEN, "d2d4", bits(chess.E4, chess.E3, 0), 1},
}

func TestMoves(t *testing.T) {
	tests := []struct{ fen, moves, want string }{
		{"", "", "e2e4 3, d2d4 1"},
		{"", "e2e4", "e7e5 65535"},
		{"", "d2d4", ""},
		{"", "e2e4 e7e5", ""},
		{castleFEN, "", "e1h1 2, e1a1 1"},
		{shuffled, "", "e1g1 1"},
		{promoteFEN, "", "e7e8n 1, e7d8q 1"},
		{pinFEN, "d2d4", "e4e3 1"},
	}
	b := openBook(t, write(t, bytesOf(t, sample...)))
	for _, test := range tests {
		p := enginetest.Position(t, test.fen, test.moves)
		require.Equal(t, test.want, list(t, b, p), "%s %s", test.fen, test.moves)
	}
	for _, m := range []string{castleFEN, shuffled} {
		entries, err := b.Moves(enginetest.Position(t, m))
		require.NoError(t, err)
		require.True(t, entries[0].Move.IsCastle(), m)
	}
}

// list returns the moves of the book in a position with their weights.
func list(t testing.TB, b *Book, p *position.Position) string {
	t.Helper()
	entries, err := b.Moves(p)
	require.NoError(t, err)
	var words []string
	for _, e := range entries {
		words = append(words, e.Move.String()+" "+strconv.Itoa(e.Weight))
	}
	return strings.Join(words, ", ")
}

// TestEveryEntryIsFound checks that every position of a book is found, wherever it stands.
func TestEveryEntryIsFound(t *testing.T) {
	var lines []line
	p := enginetest.Position(t, "")
	var first movegen.List
	movegen.All(p, &first)
	for n := range first.Slice() {
		lines = append(lines, line{"", first.Moves[n].String(), bits(chess.B8, chess.C6, 0), uint16(n + 1)})
		b := openBook(t, write(t, bytesOf(t, lines...)))
		for _, l := range lines {
			require.Equal(t, "b8c6 "+strconv.Itoa(int(l.weight)), list(t, b, enginetest.Position(t, "", l.moves)))
		}
		require.Empty(t, list(t, b, p))
	}
}

func TestPick(t *testing.T) {
	b := openBook(t, write(t, bytesOf(t, sample...)))
	r := rand.New(rand.NewPCG(1, 2))
	start := enginetest.Position(t, "")
	const draws = 4000
	count := map[string]int{}
	for range draws {
		m, err := b.Pick(start, r)
		require.NoError(t, err)
		count[m.String()]++
	}
	require.Len(t, count, 2)
	require.InDelta(t, draws*3/4, count["e2e4"], draws/20)
	require.InDelta(t, draws/4, count["d2d4"], draws/20)

	m, err := b.Pick(enginetest.Position(t, "", "d2d4"), r)
	require.NoError(t, err)
	require.Equal(t, chess.NoMove, m)
}

func TestOpenRefuses(t *testing.T) {
	good := bytesOf(t, sample...)
	swapped := bytes.Clone(good)
	copy(swapped[entrySize:], good[:entrySize])
	copy(swapped, good[len(good)-entrySize:])
	folder := t.TempDir()
	tests := []struct{ name, path, want string }{
		{"none", filepath.Join(folder, "none.bin"), "none.bin: "},
		{"a folder", folder, ": no regular file"},
		{"empty", write(t, nil), "test.bin: size: want a multiple of 16 bytes, got 0"},
		{"cut", write(t, good[:len(good)-1]), "test.bin: size: want a multiple of 16 bytes, got 271"},
		{"unsorted", write(t, swapped), "test.bin: entry 2: key "},
		{"text", write(t, []byte("[Event \"a game\"]\n1. e4 e5 2. Nf3")), "test.bin: entry 2: key 0a312e2065342065 stands behind 5b4576656e742022, the entries are not sorted"},
	}
	for _, test := range tests {
		b, err := Open(test.path)
		require.Nil(t, b, test.name)
		require.ErrorContains(t, err, test.want, test.name)
		require.NotContains(t, err.Error(), "\n", test.name)
	}
}

// A file that becomes shorter while the book is open gives an error and no move.
func TestFileThatIsCutLater(t *testing.T) {
	path := write(t, bytesOf(t, sample...))
	b := openBook(t, path)
	require.NoError(t, os.Truncate(path, entrySize))
	_, err := b.Moves(enginetest.Position(t, ""))
	require.ErrorContains(t, err, "reading the book: EOF")
	m, err := b.Pick(enginetest.Position(t, ""), rand.New(rand.NewPCG(1, 2)))
	require.ErrorContains(t, err, "reading the book: EOF")
	require.Equal(t, chess.NoMove, m)
}

// Not all entries are read if there are more for a position than it can have moves.
func TestBookOfOneKey(t *testing.T) {
	file := bytes.Repeat(bytesOf(t, sample[0]), 5000)
	entries, err := openBook(t, write(t, file)).Moves(enginetest.Position(t, ""))
	require.NoError(t, err)
	require.Len(t, entries, chess.MaxMoves)
}

// bookOfOthers opens a book that other people made.
func bookOfOthers(t *testing.T, name string) *Book {
	t.Helper()
	path := filepath.Join("../../shared/data/polyglot", name)
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	return openBook(t, path)
}

// Every entry of a position that can be reached by moves of the book is a legal move.
func TestPerformanceBook(t *testing.T) {
	b := bookOfOthers(t, "performance.bin")
	seen := map[uint64]bool{}
	walk(t, b, enginetest.Position(t, ""), seen)
	require.GreaterOrEqual(t, len(seen), 4000)
}

// The book has Black's moves of one line, up to a promotion to a knight.
func TestLaskerTrapBook(t *testing.T) {
	b := bookOfOthers(t, "lasker-trap.bin")
	moves := strings.Fields("d2d4 d7d5 c2c4 e7e5 d4e5 d5d4 e2e3 f8b4 c1d2 d4e3 d2b4 e3f2 e1e2 f2g1n")
	for i := 1; i < len(moves); i += 2 {
		p := enginetest.Position(t, "", strings.Join(moves[:i], " "))
		require.Equal(t, moves[i]+" 2", list(t, b, p))
	}
}

// walk visits each position that can be reached from p by moves of the book.
func walk(t *testing.T, b *Book, p *position.Position, seen map[uint64]bool) {
	key := Key(p)
	entries, err := b.Moves(p)
	require.NoError(t, err)
	if len(entries) == 0 || seen[key] {
		return
	}
	seen[key] = true
	first, err := b.find(key)
	require.NoError(t, err)
	playable := 0
	for i := first; i < b.entries; i++ {
		var entry [entrySize]byte
		_, err := b.file.ReadAt(entry[:], int64(i)*entrySize)
		require.NoError(t, err)
		if binary.BigEndian.Uint64(entry[:]) != key {
			break
		}
		if binary.BigEndian.Uint16(entry[10:]) > 0 {
			playable++
		}
	}
	require.Len(t, entries, playable, p.FEN())
	for _, e := range entries {
		p.Make(e.Move)
		walk(t, b, p, seen)
		p.Unmake()
	}
}

// FuzzBook reads books that may be damaged. None of them makes it panic, and every move
// that it finds is legal and has a weight.
func FuzzBook(f *testing.F) {
	good := bytesOf(f, sample...)
	f.Add(good, position.StartFEN)
	f.Add(good[:40], castleFEN)
	f.Add(bytes.Repeat(good[:entrySize], 300), promoteFEN)
	f.Fuzz(func(t *testing.T, file []byte, fen string) {
		p, err := position.ParseFEN(fen)
		if err != nil {
			return
		}
		b, err := read(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			// Apart from the order, a book may have any bytes.
			b = &Book{bytes.NewReader(file), len(file) / entrySize}
		}
		entries, err := b.Moves(p)
		require.NoError(t, err)
		for _, e := range entries {
			require.True(t, p.IsLegal(e.Move))
			require.Positive(t, e.Weight)
		}
		m, err := b.Pick(p, rand.New(rand.NewPCG(3, 4)))
		require.NoError(t, err)
		require.Equal(t, len(entries) == 0, m == chess.NoMove)
	})
}

func BenchmarkKey(b *testing.B) {
	p := enginetest.Position(b, "")
	for b.Loop() {
		Key(p)
	}
}
