package datagen

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
)

func TestRecordLayout(t *testing.T) {
	tests := []struct {
		name  string
		label Label
		want  string
	}{
		{"white to move", Label{Position: enginetest.Position(t, "4k3/p7/8/8/8/8/8/QR2K3 w - - 0 1"), Score: 300, Result: WhiteWins},
			"1300000000000110 34850d00000000000000000000000000 2c01 02 04 04 000000"},
		{"black to move", Label{Position: enginetest.Position(t, "1k6/8/8/8/4P3/8/n6r/5K2 b - - 3 9"), Score: -500, Result: BlackWins},
			"0200000010008120 85310d00000000000000000000000000 f401 02 01 05 000000"},
		{"white is winning, black to move", Label{Position: enginetest.Position(t, "1k6/8/8/8/4P3/8/8/5K2 b - - 3 9"), Score: 500, Result: WhiteWins},
			"0200000010000020 850d0000000000000000000000000000 0cfe 00 01 05 000000"},
		{"the greatest score", Label{Position: enginetest.Position(t, "1k6/8/8/8/4P3/8/8/5K2 b - - 3 9"), Score: -32768, Result: Draw},
			"0200000010000020 850d0000000000000000000000000000 ff7f 01 01 05 000000"},
	}
	for _, test := range tests {
		require.Equal(t, strings.ReplaceAll(test.want, " ", ""), hex.EncodeToString(AppendRecord(nil, test.label)), test.name)
	}
}

// readLabels reads all labels as lines of text.
func readLabels(t testing.TB, content []byte, format Format) (lines []string, err error) {
	t.Helper()
	err = ReadLabels(bytes.NewReader(content), format, func(l Label) error {
		lines = append(lines, string(AppendText(nil, l)))
		return nil
	})
	return lines, err
}

// TestConversions follows the positions of games through records and text.
func TestConversions(t *testing.T) {
	c := testConfig
	c.Games, c.Chess960 = 15, 50
	_, file := playNew(t, c)
	lines, err := readLabels(t, file, Games)
	require.NoError(t, err)
	require.Greater(t, len(lines), 200)

	again, err := readLabels(t, []byte(strings.Join(lines, "")), Text)
	require.NoError(t, err)
	require.Equal(t, lines, again)

	var records, mirrored []byte
	blackToMove := 0
	require.NoError(t, ReadLabels(bytes.NewReader(file), Games, func(l Label) error {
		records = AppendRecord(records, l)
		if l.Position.SideToMove() == chess.Black {
			blackToMove++
		}
		return nil
	}))
	require.Positive(t, blackToMove)
	require.Len(t, records, recordSize*len(lines))
	// What comes back has White to move, and is the same record again.
	n := 0
	require.NoError(t, ReadLabels(bytes.NewReader(records), Bullet, func(l Label) error {
		require.Equal(t, chess.White, l.Position.SideToMove())
		mirrored = AppendRecord(mirrored, l)
		fen, _, _ := strings.Cut(lines[n], " b ")
		if before, _, white := strings.Cut(lines[n], " w "); white {
			require.Contains(t, string(AppendText(nil, l)), before+" w - - 0 1 |")
		} else {
			require.Contains(t, string(AppendText(nil, l)), turnedOver(fen)+" w - - 0 1 |")
		}
		n++
		return nil
	}))
	require.Equal(t, records, mirrored)
	require.Equal(t, len(lines), n)
}

// turnedOver exchanges the sides of a FEN's board.
func turnedOver(board string) string {
	rows := strings.Split(board, "/")
	for i, row := range rows {
		rows[i] = strings.Map(func(r rune) rune {
			if r >= '1' && r <= '8' {
				return r
			}
			return r ^ 0x20
		}, row)
	}
	for i := range 4 {
		rows[i], rows[7-i] = rows[7-i], rows[i]
	}
	return strings.Join(rows, "/")
}

func TestConversionErrors(t *testing.T) {
	good := AppendRecord(nil, Label{Position: enginetest.Position(t, "4k3/p7/8/8/8/8/8/QR2K3 w - - 0 1"), Score: 300, Result: WhiteWins})
	with := func(offset int, b byte) []byte {
		out := append(bytes.Clone(good), good...)
		out[recordSize+offset] = b
		return out
	}
	const line = "4k3/p7/8/8/8/8/8/QR2K3 w - - 0 1 | 300 | 1.0\n"
	tests := []struct {
		name    string
		format  Format
		content []byte
		want    string
	}{
		{"half a record", Bullet, append(bytes.Clone(good), good[:31]...), "record 2 at byte 32: the file breaks off"},
		{"no king", Bullet, with(9, 0x84), "record 2 at byte 32: board: white has 0 kings"},
		{"no piece", Bullet, with(8, 0x37), "record 2 at byte 32: board: no piece has the number 7, which stands on a1"},
		{"unmoved rook", Bullet, with(8, 0x64), "record 2 at byte 32: board: no piece has the number 6, which stands on b1"},
		{"result", Bullet, with(26, 3), "record 2 at byte 32: result: want 0, 1 or 2, got 3"},
		{"king", Bullet, with(27, 5), "record 2 at byte 32: side to move's king: on square 5, but the board has it on 4"},
		{"opponent's king", Bullet, with(28, 60), "record 2 at byte 32: opponent's king: on square 60, but the board has it on 4"},
		{"fields", Text, []byte(line + "4k3/p7/8/8/8/8/8/QR2K3 w - - 0 1 | 300\n"), "line 2: want FEN | score | result, got 2 fields"},
		{"FEN", Text, []byte("8/8 w - - | 300 | 1.0\n"), "line 1: fen: board: want 8 ranks, got 2"},
		{"score", Text, []byte("4k3/p7/8/8/8/8/8/QR2K3 w - - | 40000 | 1.0\n"), `line 1: score: want a number from -32768 to 32767, got "40000"`},
		{"text result", Text, []byte("4k3/p7/8/8/8/8/8/QR2K3 w - - | 300 | 1-0\n"), `line 1: result: want 1.0, 0.5 or 0.0, got "1-0"`},
		{"long line", Text, []byte(line + strings.Repeat("x", 1<<20)), "line 2: bufio.Scanner: token too long"},
		{"games", Games, []byte("hello"), "damaged at game 1, byte 0 when decompressed: no zstd frame begins here"},
	}
	for _, test := range tests {
		_, err := readLabels(t, test.content, test.format)
		require.EqualError(t, err, test.want, test.name)
	}
	for _, format := range []Format{Games, Bullet, Text} {
		lines, err := readLabels(t, nil, format)
		require.NoError(t, err)
		require.Empty(t, lines)
	}
}

func FuzzReadLabels(f *testing.F) {
	f.Add(AppendRecord(nil, Label{Position: enginetest.Position(f, "4k3/p7/8/8/8/8/8/QR2K3 w - - 0 1"), Score: 300, Result: WhiteWins}), int(Bullet))
	f.Add([]byte("4k3/p7/8/8/8/8/8/QR2K3 w - - 0 1 | 300 | 1.0\n"), int(Text))
	f.Fuzz(func(t *testing.T, content []byte, number int) {
		format := Format(number)
		if format != Bullet && format != Text {
			return
		}
		// rewrite reads what it can, and writes it again.
		rewrite := func(in []byte) (out []byte) {
			_ = ReadLabels(bytes.NewReader(in), format, func(l Label) error {
				require.NoError(t, l.Position.Validate())
				if format == Bullet {
					out = AppendRecord(out, l)
				} else {
					out = AppendText(out, l)
				}
				return nil
			})
			return out
		}
		once := rewrite(content)
		require.Equal(t, once, rewrite(once))
	})
}
