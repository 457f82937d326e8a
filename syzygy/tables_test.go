package syzygy_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
	"xorro/syzygy"
)

// bishopEnding returns a table of one value, for the ending of a bishop against a bare
// king, in which all positions are drawn.
func bishopEnding() []byte {
	table := make([]byte, 64+16)
	// Magic; the sides have different pieces; the order of groups; a king, a bishop and
	// a king for each side to move; padding to an even address; one value each.
	copy(table, []byte{0x71, 0xe8, 0x23, 0x5d, 1, 0, 0x66, 0x33, 0xee, 0, 0x80, 2, 0x80, 2})
	return table
}

const bishopFEN = "8/8/8/3k4/8/B7/3K4/8 w - - 0 1"

func write(t *testing.T, folder, name string, data []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(folder, name), data, 0o600))
}

func TestOpenNothing(t *testing.T) {
	for _, path := range []string{"", "<empty>", string(filepath.ListSeparator)} {
		tables, err := syzygy.Open(path, nil)
		require.NoError(t, err)
		require.Zero(t, tables.MaxPieces())
		_, ok := tables.ProbeWDL(enginetest.Position(t, "8/8/8/3k4/8/8/3K4/8 w - - 0 1"))
		require.False(t, ok)
		require.NoError(t, tables.Close())
	}
}

func TestOpenSeveralFolders(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	missing := filepath.Join(first, "missing")
	write(t, first, "KBvK.rtbw", bishopEnding())
	write(t, second, "KBvK.rtbw", nil) // the first is used
	write(t, second, "KBvK.rtbz", nil)
	write(t, second, "KQRBNPvK.rtbw", nil)
	for _, name := range []string{"KBvK", "KBK.rtbw", "BKvK.rtbw", "KBvK.rtbw.part", "KvK.rtbw", "KKvK.rtbw", "KBvKBvK.rtbw", "KBvQ.rtbw", "KbvK.rtbw", "KQQQQvKQQ.rtbw", "vK.rtbw", ".rtbw"} {
		write(t, second, name, nil)
	}
	path := strings.Join([]string{first, missing, "", second}, string(filepath.ListSeparator))
	tables, err := syzygy.Open(path, func(err error) { t.Error(err) })
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, missing)
	wdl, dtz := tables.Count()
	require.Equal(t, []int{2, 1, 7}, []int{wdl, dtz, tables.MaxPieces()})
	outcome, ok := tables.ProbeWDL(enginetest.Position(t, bishopFEN))
	require.True(t, ok)
	require.Equal(t, syzygy.Draw, outcome)
	require.NoError(t, tables.Close())
	_, ok = tables.ProbeWDL(enginetest.Position(t, bishopFEN))
	require.False(t, ok, "closed")
}

func TestRefusedOnce(t *testing.T) {
	good := bishopEnding()
	changed := func(at int, b byte) []byte {
		table := bytes.Clone(good)
		table[at] = b
		return table
	}
	long := changed(10, 0) // no single value: sizes follow, and promise more than there is
	binary.LittleEndian.PutUint32(long[14:], 1000)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty":       {nil, "0 bytes"},
		"tiny":        {good[:16], "begin"},
		"cut short":   {good[:70], "70 bytes"},
		"magic":       {changed(0, 0xd7), "begin"},
		"split":       {changed(4, 0), "other pieces"},
		"pawns":       {changed(4, 3), "other pieces"},
		"no piece":    {changed(7, 0x37), "damaged"},
		"other piece": {changed(7, 0x32), "damaged"},
		"order":       {changed(5, 1), "damaged"},
		"value":       {changed(11, 5), "damaged"},
		"sizes":       {long, "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			write(t, folder, "KBvK.rtbw", c.data)
			var mutex sync.Mutex
			var reports []error
			tables, err := syzygy.Open(folder, func(err error) {
				mutex.Lock()
				defer mutex.Unlock()
				reports = append(reports, err)
			})
			require.NoError(t, err)
			var threads sync.WaitGroup
			for range 4 {
				p := enginetest.Position(t, bishopFEN)
				threads.Go(func() {
					for range 3 {
						if _, ok := tables.ProbeWDL(p); ok {
							t.Error("not refused")
						}
					}
				})
			}
			threads.Wait()
			require.Len(t, reports, 1)
			require.ErrorContains(t, reports[0], filepath.Join(folder, "KBvK.rtbw"))
			require.ErrorContains(t, reports[0], c.want)
			require.NoError(t, tables.Close())
		})
	}
}

func TestUnknown(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "KBvK.rtbw", bishopEnding())
	tables, err := syzygy.Open(folder, func(err error) { t.Error(err) })
	require.NoError(t, err)
	for _, fen := range []string{
		position.StartFEN,
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1",  // castling
		"8/8/8/3k4/8/1N6/3K4/8 w - - 0 1", // no table
	} {
		_, ok := tables.ProbeWDL(enginetest.Position(t, fen))
		require.False(t, ok, fen)
		_, ok = tables.ProbeDTZ(enginetest.Position(t, fen))
		require.False(t, ok, fen)
	}
	// A draw needs no DTZ table.
	dtz, ok := tables.ProbeDTZ(enginetest.Position(t, bishopFEN))
	require.True(t, ok)
	require.Zero(t, dtz)
	require.NoError(t, tables.Close())
}

// TestIndex checks for endings of up to seven pieces that indices are in range, that
// mirrored positions have the same index, and that positions that differ in the square of
// one piece have different ones.
func TestIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, ending := range []string{
		"KQvK", "KNNvK", "KPPvK", "KPvKP", "KPPPvK", "KPPvKP", "KPvKPP", "KRPvKR", "KRRvKBB", "KBNvKQ", "KQQQvK",
		"KPPPPvK", "KPPvKPP", "KRPPvKR", "KNNNvKN", "KQQQQQvK", "KPPPPPvK", "KPPPvKPP", "KRBNvKQP", "KRRBvKRR", "KRPPvKBP", "KQRBNvKP",
	} {
		indexer := syzygy.NewIndexer(ending)
		for range 6 {
			p := randomPosition(random, ending)
			index, file, values := indexer.Index(p)
			require.Less(t, index, values, p.FEN())
			if !hasTwins(p) {
				mirrored, mirroredFile, _ := indexer.Index(enginetest.Position(t, mirror(p.FEN())))
				require.Equal(t, index, mirrored, p.FEN())
				require.Equal(t, file, mirroredFile, p.FEN())
			}
			for _, other := range neighbours(p) {
				i, f, n := indexer.Index(other)
				require.Less(t, i, n, other.FEN())
				if i == index && f == file && !symmetric(p, other) {
					t.Fatalf("%s and %s share index %d", p.FEN(), other.FEN(), i)
				}
			}
		}
	}
}

// hasTwins reports whether two pawns are mirror images of each other. Then one of them
// leads on the board, and the other on the mirrored board.
func hasTwins(p *position.Position) bool {
	for pawns := p.Pieces(chess.Pawn); pawns != 0; pawns &= pawns - 1 {
		if p.Pieces(chess.Pawn).Has(pawns.First() ^ 7) {
			return true
		}
	}
	return false
}

// mirror returns a FEN without castling and en passant, mirrored left to right.
func mirror(fen string) string {
	board, _, _ := strings.Cut(fen, " ")
	ranks := strings.Split(board, "/")
	for i, rank := range ranks {
		letters := []byte(rank)
		for a, b := 0, len(letters)-1; a < b; a, b = a+1, b-1 {
			letters[a], letters[b] = letters[b], letters[a]
		}
		ranks[i] = string(letters)
	}
	return strings.Join(ranks, "/") + " " + strings.Fields(fen)[1] + " - - 0 1"
}

// letters returns the letters of the pieces of a position, square by square.
func letters(p *position.Position) (board [64]byte) {
	for s := range chess.NoSquare {
		if piece := p.PieceOn(s); piece != chess.NoPiece {
			board[s] = piece.Letter()
		}
	}
	return board
}

// neighbours returns the legal positions in which one piece stands on another, empty
// square.
func neighbours(p *position.Position) (all []*position.Position) {
	board := letters(p)
	side := strings.Fields(p.FEN())[1]
	for from := range board {
		if board[from] == 0 {
			continue
		}
		for to := range board {
			if board[to] != 0 {
				continue
			}
			moved := board
			moved[from], moved[to] = 0, board[from]
			if other, err := position.ParseFEN(placement(&moved) + " " + side + " - - 0 1"); err == nil {
				all = append(all, other)
			}
		}
	}
	return all
}

// symmetric reports whether a symmetry of the board turns one position into the other.
func symmetric(p, other *position.Position) bool {
	board, want := letters(p), letters(other)
	for turn := range 8 {
		var turned [64]byte
		for s, piece := range board {
			to := s ^ turn&1*7 ^ turn>>1&1*56
			if turn&4 != 0 {
				to = to>>3 | to&7<<3
			}
			turned[to] = piece
		}
		if turned == want {
			return true
		}
	}
	return false
}

// damage probes positions of an ending with some bytes of a table changed. The answers do
// not matter.
func damage(t *testing.T, ending string, dtz bool, data []byte, random *rand.Rand) (accepted bool) {
	tables, err := syzygy.Open(enginetest.Shared(t, "syzygy"), nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, tables.Close()) }()
	if tables.Replace(ending, dtz, data) != nil {
		return false
	}
	for range 20 {
		p := randomPosition(random, ending)
		tables.ProbeWDL(p)
		tables.ProbeDTZ(p)
	}
	return true
}

// damagedEndings has the endings whose files the tests damage: small ones of every kind.
var damagedEndings = []string{"KQvK", "KRvK", "KNNvK", "KPvK", "KBvKN", "KQvKQ", "KNvKP", "KRPvK"}

func tableName(ending string, dtz bool) string {
	if dtz {
		return ending + ".rtbz"
	}
	return ending + ".rtbw"
}

func TestDamage(t *testing.T) {
	folder := enginetest.Shared(t, "syzygy")
	random := rand.New(rand.NewPCG(4, 13))
	accepted, refused := 0, 0
	for _, ending := range damagedEndings {
		for _, dtz := range []bool{false, true} {
			whole, err := os.ReadFile(filepath.Join(folder, tableName(ending, dtz)))
			require.NoError(t, err)
			for range 40 {
				data := bytes.Clone(whole)
				for range 1 + random.IntN(4) {
					reach := len(data)
					if random.IntN(2) == 0 {
						reach = min(reach, 200) // where the sizes are
					}
					data[random.IntN(reach)] ^= byte(1 + random.IntN(255))
				}
				if damage(t, ending, dtz, data, random) {
					accepted++
				} else {
					refused++
				}
			}
			require.Error(t, func() error {
				tables, err := syzygy.Open(folder, nil)
				require.NoError(t, err)
				return tables.Replace(ending, dtz, whole[:len(whole)-64])
			}(), "cut short by a block")
		}
	}
	t.Logf("%d accepted, %d refused", accepted, refused)
	require.Greater(t, min(accepted, refused), 50)
}

func FuzzTable(f *testing.F) {
	for i := range damagedEndings {
		f.Add(uint8(i), true, uint16(10), byte(1), uint16(100), byte(0x80))
		f.Add(uint8(i), false, uint16(20), byte(255), uint16(300), byte(7))
	}
	f.Fuzz(func(t *testing.T, ending uint8, dtz bool, at1 uint16, by1 byte, at2 uint16, by2 byte) {
		name := damagedEndings[int(ending)%len(damagedEndings)]
		data, err := os.ReadFile(filepath.Join(enginetest.Shared(t, "syzygy"), tableName(name, dtz)))
		require.NoError(t, err)
		data[int(at1)%len(data)] ^= by1
		data[int(at2)%len(data)] ^= by2
		damage(t, name, dtz, data, rand.New(rand.NewPCG(uint64(at1), uint64(at2))))
	})
}

func TestProbesAllocateNothing(t *testing.T) {
	tables := open(t)
	p := enginetest.Position(t, "8/8/8/3k4/8/1p6/3K4/5R2 w - - 0 1")
	require.Zero(t, testing.AllocsPerRun(100, func() {
		tables.ProbeWDL(p)
		tables.ProbeDTZ(p)
	}))
}

// TestConcurrency lets goroutines probe tables that were not used before.
func TestConcurrency(t *testing.T) {
	tables := open(t)
	var threads sync.WaitGroup
	for range 4 {
		threads.Go(func() {
			random := rand.New(rand.NewPCG(1, 1))
			for _, ending := range endings() {
				if _, ok := tables.ProbeWDL(randomPosition(random, ending)); !ok {
					t.Error(ending)
				}
			}
		})
	}
	threads.Wait()
}

func BenchmarkProbeWDL(b *testing.B) {
	tables := open(b)
	random := rand.New(rand.NewPCG(3, 3))
	var positions []*position.Position
	for _, ending := range endings() {
		for range 8 {
			positions = append(positions, randomPosition(random, ending))
		}
	}
	for i := 0; b.Loop(); i++ {
		tables.ProbeWDL(positions[i%len(positions)])
	}
}
