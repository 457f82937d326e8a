package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

// everything sets no limit to the leaves of a count.
const everything = 1 << 63

// mostShared returns the limit on the leaves of one count in other people's suites. By
// default the test takes a moment, with XORRO_DEEP=1 a minute, and with XORRO_DEEP=all,
// which sets no limit, an hour.
func mostShared() uint64 {
	switch os.Getenv("XORRO_DEEP") {
	case "":
		return 1_000_000
	case "all":
		return everything
	default:
		return 100_000_000
	}
}

// perftLine is a position with its published counts.
type perftLine struct {
	where  string // file and line
	fen    string
	counts map[int]uint64 // by depth
}

// deepest returns the greatest depth with at most the given number of leaves.
func (l perftLine) deepest(most uint64) (depth int) {
	for d, n := range l.counts {
		if n <= most {
			depth = max(depth, d)
		}
	}
	return depth
}

// TestPerft checks the project's own suite. Its counts are those of an independent
// engine; the first six positions are the standard ones.
func TestPerft(t *testing.T) {
	lines := readPerft(t, filepath.Join("testdata", "perft.epd"))
	require.GreaterOrEqual(t, len(lines), 106)
	runPerft(t, lines, everything)
}

// TestPerftChess960 checks the project's own suite for Chess960.
func TestPerftChess960(t *testing.T) {
	lines := readPerft(t, filepath.Join("testdata", "perft960.epd"))
	require.GreaterOrEqual(t, len(lines), 40)
	runPerft(t, lines, everything)
}

// TestPerftShared checks other people's suites.
func TestPerftShared(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(enginetest.Shared(t, "perft"), "*.perft"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { runPerft(t, readPerft(t, file), mostShared()) })
	}
}

// TestPerftTable counts far with a table, on all processors. The counts are the
// published ones. By default it takes a moment, with XORRO_DEEP=1 a minute and 1 GB,
// with XORRO_DEEP=all some minutes.
func TestPerftTable(t *testing.T) {
	const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	tests := []struct {
		fen   string
		depth int
		want  uint64
	}{
		{position.StartFEN, 6, 119_060_324},
		{position.StartFEN, 7, 3_195_901_860},
		{position.StartFEN, 8, 84_998_978_956},
		{position.StartFEN, 9, 2_439_530_234_167},
		{kiwipete, 5, 193_690_690},
		{kiwipete, 6, 8_031_647_685},
		{kiwipete, 7, 374_190_009_323},
	}
	megabytes, most := 64, uint64(1e9)
	switch os.Getenv("XORRO_DEEP") {
	case "":
	case "all":
		megabytes, most = 1024, everything
	default:
		megabytes, most = 1024, 1e11
	}
	for _, test := range tests {
		if test.want > most {
			continue
		}
		table, err := movegen.NewPerftTable(megabytes)
		require.NoError(t, err)
		start := time.Now()
		counts, _ := movegen.Divide(enginetest.Position(t, test.fen), test.depth, runtime.NumCPU(), table, nil)
		require.Equal(t, test.want, movegen.Total(counts), "%s: depth %d", test.fen, test.depth)
		t.Logf("%s: depth %d takes %.1f s", test.fen, test.depth, time.Since(start).Seconds())
		table.Release()
	}
}

// runPerft checks every listed depth of each line up to the deepest one with at most
// the given number of leaves, which is counted on all processors.
func runPerft(t *testing.T, lines []perftLine, most uint64) {
	var nodes uint64
	counts := 0
	for _, l := range lines {
		p := enginetest.Position(t, l.fen)
		deepest := l.deepest(most)
		for depth := 1; depth <= deepest; depth++ {
			want, listed := l.counts[depth]
			if !listed {
				continue
			}
			var got uint64
			if depth < deepest {
				got = movegen.Perft(p, depth)
			} else {
				shares, _ := movegen.Divide(p, depth, runtime.NumCPU(), nil, nil)
				for _, s := range shares {
					got += s.Nodes
				}
			}
			if got != want {
				t.Errorf("%s: %s: depth %d has %d leaves, not %d", l.where, l.fen, depth, want, got)
			}
			nodes += got
			counts++
		}
	}
	require.NotZero(t, counts)
	t.Logf("%d positions, %d counts, %d leaves", len(lines), counts, nodes)
}

// readPerft reads a suite in one of two forms. Either a position is a line, as in
// "FEN ;D1 20 ;D2 400 ;; theme", or it is a block that begins with "epd FEN" and goes
// on with lines such as "perft 1 20".
func readPerft(t *testing.T, path string) (lines []perftLine) {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	s := bufio.NewScanner(f)
	for number := 1; s.Scan(); number++ {
		where := fmt.Sprintf("%s:%d", filepath.Base(path), number)
		text := strings.TrimSpace(s.Text())
		words := strings.Fields(text)
		switch {
		case text == "" || strings.HasPrefix(text, "#") || words[0] == "id":
		case words[0] == "epd":
			lines = append(lines, perftLine{where, strings.TrimPrefix(text, "epd "), map[int]uint64{}})
		case words[0] == "perft":
			require.Len(t, words, 3, where)
			addCount(t, lines[len(lines)-1], where, words[1], words[2])
		default:
			parts := strings.Split(text, ";")
			l := perftLine{where, strings.TrimSpace(parts[0]), map[int]uint64{}}
			for _, part := range parts[1:] {
				if part == "" { // a theme follows
					break
				}
				count := strings.Fields(part)
				require.Len(t, count, 2, where)
				require.Equal(t, byte('D'), count[0][0], where)
				addCount(t, l, where, count[0][1:], count[1])
			}
			require.NotEmpty(t, l.counts, where)
			lines = append(lines, l)
		}
	}
	require.NoError(t, s.Err())
	return lines
}

func addCount(t *testing.T, l perftLine, where, depth, nodes string) {
	t.Helper()
	d, err := strconv.Atoi(depth)
	require.NoError(t, err, where)
	n, err := strconv.ParseUint(nodes, 10, 64)
	require.NoError(t, err, where)
	l.counts[d] = n
}
