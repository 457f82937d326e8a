package datagen

import (
	"bytes"
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

// newGame makes a game of moves as chess.Move.String spells them; the scores are
// 10, -20, 30 and so on.
func newGame(t testing.TB, fen string, result Result, moves string) *Game {
	t.Helper()
	g := &Game{Start: enginetest.Position(t, fen), Result: result}
	p := enginetest.Position(t, fen)
	for i, text := range strings.Fields(moves) {
		var list movegen.List
		movegen.All(p, &list)
		found := chess.NoMove
		for _, m := range list.Slice() {
			if m.String() == text {
				found = m
			}
		}
		require.NotEqual(t, chess.NoMove, found, "%s in %s", text, p.FEN())
		score := 10 * (i + 1)
		if i%2 == 1 {
			score = -score
		}
		g.Moves = append(g.Moves, found)
		g.Scores = append(g.Scores, score)
		p.Make(found)
	}
	return g
}

// testGames are games with every kind of move and right.
func testGames(t testing.TB) []*Game {
	t.Helper()
	return []*Game{
		newGame(t, position.StartFEN, BlackWins, "f2f3 e7e5 g2g4 d8h4"),
		newGame(t, "r3k2r/ppp1qppp/8/3pP3/8/8/PPP1QPPP/R3K2R w KQkq d6 0 12", Draw, "e5d6 e8a8 d6c7 e7e2 e1e2 d8e8 e2d1 h7h5"),
		newGame(t, "4k3/P6P/8/8/8/8/p6p/4K3 b - - 7 90", WhiteWins, "a2a1n a7a8q e8d7 h7h8r h2h1b a8a1"),
		newGame(t, "1rk3r1/P7/8/8/8/8/8/1RK3R1 w GBgb - 3 40", Draw, "c1b1 g8g1 a7b8r"),
		newGame(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", WhiteWins, "e1h1"),
		newGame(t, "8/8/8/8/8/4k3/8/4K3 b - - 99 300", Draw, ""),
	}
}

// requireSameGame compares games by everything that a file says of them.
func requireSameGame(t testing.TB, want, got *Game) {
	t.Helper()
	require.Equal(t, want.Start.FEN(), got.Start.FEN())
	require.Equal(t, want.Result, got.Result)
	require.Equal(t, append([]chess.Move{}, want.Moves...), append([]chess.Move{}, got.Moves...))
	require.Equal(t, append([]chess.Score{}, want.Scores...), append([]chess.Score{}, got.Scores...))
	require.Equal(t, append([]Aside{}, want.Asides...), append([]Aside{}, got.Asides...))
}

// readAll reads games until an error, which it returns.
func readAll(t testing.TB, file []byte) ([]*Game, error) {
	t.Helper()
	r, err := NewReader(bytes.NewReader(file))
	require.NoError(t, err)
	defer r.Close()
	var games []*Game
	for {
		g, err := r.Next()
		if err != nil {
			_, again := r.Next()
			require.Equal(t, err, again, "an error stays")
			return games, err
		}
		games = append(games, &Game{Start: g.Start.Clone(), Result: g.Result, Moves: slices.Clone(g.Moves), Scores: slices.Clone(g.Scores), Asides: slices.Clone(g.Asides)})
	}
}

// write puts games into one frame.
func write(t testing.TB, games ...*Game) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file)
	require.NoError(t, err)
	for _, g := range games {
		require.NoError(t, w.Write(g))
	}
	require.NoError(t, w.Flush())
	return file.Bytes()
}

// frame compresses bytes that may be anything.
func frame(t testing.TB, content []byte) []byte {
	t.Helper()
	w, err := NewWriter(io.Discard)
	require.NoError(t, err)
	return w.frames.EncodeAll(content, nil)
}

func TestLayout(t *testing.T) {
	tests := []struct {
		name string
		game *Game
		want string
	}{
		{"fool's mate", newGame(t, position.StartFEN, BlackWins, "f2f3 e7e5 g2g4 d8h4"), `
			ffff00000000ffff 16422561 00000000 88888888 9ecaade9 40 00 0100 0000 00 00
			4d05 0a00  3409 ecff  8e07 1e00  fb07 d8ff  00000000`},
		{"en passant, castling", newGame(t, "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 12", Draw, "e5d6 e8a8 e1h1"), `
			9100000018000091 5686e0ed000000000000000000000000 2b 00 0c00 0000 01 00
			e44a 0a00  3c8e ecff  c481 1e00  00000000`},
		{"promotions, one right, black to move", newGame(t, "4k3/P7/8/8/8/8/1p6/R3K2R b K - 7 258", WhiteWins, "b2a1n a7a8r e8d7 a8a1"), `
			9102000000000110 5386d000000000000000000000000000 c0 07 0201 0000 02 00
			09c0 0a00  30ee ecff  fc0c 1e00  3800 d8ff  00000000`},
	}
	for _, test := range tests {
		want, err := hex.DecodeString(strings.Join(strings.Fields(test.want), ""))
		require.NoError(t, err)
		require.Equal(t, hex.EncodeToString(want), hex.EncodeToString(appendGame(nil, test.game)), test.name)
	}
}

func TestRoundTrip(t *testing.T) {
	games := testGames(t)
	got, err := readAll(t, write(t, games...))
	require.Equal(t, io.EOF, err)
	require.Len(t, got, len(games))
	for i := range games {
		requireSameGame(t, games[i], got[i])
	}
	got, err = readAll(t, nil)
	require.Equal(t, io.EOF, err, "a file may be empty")
	require.Empty(t, got)
}

func TestScoresAreClamped(t *testing.T) {
	g := newGame(t, position.StartFEN, Draw, "e2e4 e7e5 g1f3")
	g.Scores = []chess.Score{40_000, -40_000, -32_768}
	got, err := readAll(t, write(t, g))
	require.Equal(t, io.EOF, err)
	require.Equal(t, []chess.Score{32_767, -32_768, -32_768}, got[0].Scores)
}

func TestFullMoveIsClamped(t *testing.T) {
	got, err := readAll(t, write(t, newGame(t, "4k3/8/8/8/8/8/8/4K3 w - - 255 70000", Draw, "")))
	require.Equal(t, io.EOF, err)
	require.Equal(t, "4k3/8/8/8/8/8/8/4K3 w - - 255 65535", got[0].Start.FEN())
}

// gameWithAsides is a game with an aside of each kind.
func gameWithAsides(t testing.TB) *Game {
	t.Helper()
	g := newGame(t, "r3k2r/ppp1qppp/8/3pP3/8/8/PPP1QPPP/R3K2R w KQkq d6 0 12", WhiteWins, "e5d6 e8a8 d6c7 e7e2")
	g.Asides = []Aside{
		{Setup: g.Start.Setup(), Best: g.Moves[1], Score: 10, Result: WhiteWins},
		{Setup: enginetest.Position(t, "4k3/8/8/8/8/8/8/4K2R b K - 3 70").Setup(), Score: NoScore, OffPath: true, Result: Draw},
	}
	for i, text := range []string{"e1g1", "e8d7"} {
		a := &g.Asides[i]
		p, err := position.FromSetup(a.Setup)
		require.NoError(t, err)
		var list movegen.List
		movegen.All(p, &list)
		for _, m := range list.Slice() {
			if m.String() == text || m.IsCastle() && text == "e1g1" && m.To() == chess.H1 {
				a.Best = m
			}
		}
		require.True(t, p.IsLegal(a.Best), text)
	}
	return g
}

func TestAsides(t *testing.T) {
	plain, g := testGames(t)[0], gameWithAsides(t)
	got, err := readAll(t, write(t, g, plain, g, g))
	require.Equal(t, io.EOF, err)
	require.Len(t, got, 4, "an aside is no game")
	for i, want := range []*Game{g, plain, g, g} {
		requireSameGame(t, want, got[i])
	}
	var totals Totals
	totals.Add(g)
	require.Equal(t, Totals{Games: 1, Positions: 6, Results: [3]int{0, 0, 1}}, totals)

	// A reader that knows nothing of marks takes asides for games of one ply.
	file := appendGame(nil, g)
	asides := len(file) - 2*(startSize+2*plySize)
	require.Equal(t, []byte{onPathMark, offPathMark}, []byte{file[asides+startSize-1], file[asides+2*startSize+2*plySize-1]})
	foreign := bytes.Clone(file)
	foreign[asides+startSize-1], foreign[asides+2*startSize+2*plySize-1] = 1, 7
	got, err = readAll(t, frame(t, foreign))
	require.Equal(t, io.EOF, err)
	require.Len(t, got, 3, "marks of others mean nothing")
	require.Equal(t, g.Asides[0].Setup, got[1].Start.Setup())
	require.Equal(t, []chess.Move{g.Asides[0].Best}, got[1].Moves)

	// Those that are fit are learned from after the game's positions.
	var labels []Label
	for l := range g.TrainingPositions() {
		l.Position = l.Position.Clone()
		labels = append(labels, l)
	}
	require.Len(t, labels, 2)
	require.Equal(t, g.Asides[0].Setup, labels[1].Position.Setup())
	require.Equal(t, Label{labels[1].Position, 10, WhiteWins, false}, labels[1])
	g.Asides[1].Score = -20
	count := 0
	for l := range g.TrainingPositions() {
		if count++; count == 3 {
			require.Equal(t, Label{l.Position, -20, Draw, true}, l)
		}
	}
	require.Equal(t, 3, count)

	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"first":     {file[asides:], "damaged at game 1, byte 40 when decompressed: an aside without a game before it"},
		"no move":   {append(bytes.Clone(file[:asides+startSize]), endOfGame[:]...), "damaged at game 1, byte 88 when decompressed: want an aside of one move, got 0"},
		"cut short": {file[:len(file)-3], "damaged at game 1, byte 129 when decompressed: the file breaks off"},
	} {
		got, err := readAll(t, frame(t, c.file))
		require.EqualError(t, err, c.want, name)
		require.Empty(t, got)
	}
}

// TestCutShort breaks a file of two frames off at every byte.
func TestCutShort(t *testing.T) {
	games := testGames(t)
	first := write(t, games[:3]...)
	file := append(bytes.Clone(first), write(t, games[3:]...)...)
	for n := range file {
		got, err := readAll(t, file[:n])
		switch {
		case n == 0:
			require.Equal(t, io.EOF, err)
			require.Empty(t, got)
		case n < len(first):
			require.EqualError(t, err, "damaged at game 1, byte 0 when decompressed: the file breaks off", n)
			require.Empty(t, got)
		case n == len(first):
			require.Equal(t, io.EOF, err)
			require.Len(t, got, 3)
		default:
			require.EqualError(t, err, "damaged at game 4, byte 180 when decompressed: the file breaks off", n)
			require.Len(t, got, 3)
		}
	}
}

// TestBitFlips changes every bit of a file of two frames: no game comes out that
// was not there.
func TestBitFlips(t *testing.T) {
	games := testGames(t)
	file := append(write(t, games[:3]...), write(t, games[3:]...)...)
	harmless := 0
	for i := range 8 * len(file) {
		broken := bytes.Clone(file)
		broken[i/8] ^= 1 << (i % 8)
		got, err := readAll(t, broken)
		for j := range got {
			requireSameGame(t, games[j], got[j])
		}
		if err == io.EOF {
			require.Len(t, got, len(games), "bit %d means nothing to zstd", i)
			harmless++
			continue
		}
		var damage *DamageError
		require.ErrorAs(t, err, &damage, "bit %d", i)
		require.Equal(t, len(got)+1, damage.Game)
	}
	require.Less(t, harmless, len(file), "most bits mean something")
}

func TestDamage(t *testing.T) {
	plain := appendGame(nil, testGames(t)[0])
	with := func(offset int, b ...byte) []byte {
		out := bytes.Clone(plain)
		copy(out[offset:], b)
		return out
	}
	shuffle := appendGame(nil, newGame(t, position.StartFEN, Draw, "g1f3 g8f6 f3g1 f6g8"))[startSize : startSize+4*plySize]
	long := append(appendStart(nil, enginetest.Position(t, position.StartFEN).Setup(), Draw, noMark), bytes.Repeat(shuffle, maxPlies/4+1)...)
	tests := []struct {
		name string
		file []byte
		want string
	}{
		{"no frame", []byte("Hello, world"), "game 1, byte 0 when decompressed: no zstd frame begins here"},
		{"zeros behind a frame", append(frame(t, plain), 0, 0, 0, 0, 0, 0, 0, 0), "game 2, byte 52 when decompressed: no zstd frame begins here"},
		{"a board breaks off", frame(t, plain[:20]), "game 1, byte 20 when decompressed: the file breaks off"},
		{"a ply breaks off", frame(t, plain[:38]), "game 1, byte 38 when decompressed: the file breaks off"},
		{"no end of the game", frame(t, plain[:48]), "game 1, byte 48 when decompressed: the file breaks off"},
		{"second game", frame(t, append(bytes.Clone(plain), plain[:33]...)), "game 2, byte 85 when decompressed: the file breaks off"},
		{"33 pieces", frame(t, with(2, 1)), "game 1, byte 0 when decompressed: board: 33 pieces"},
		{"no piece", frame(t, with(8, 0x17)), "game 1, byte 0 when decompressed: board: no piece has the number 7, which stands on a1"},
		{"no king", frame(t, with(10, 0x24)), "game 1, byte 0 when decompressed: board: white has 0 kings"},
		{"rook's right", frame(t, with(12, 0x06)), "game 1, byte 0 when decompressed: castling: the white rook on a2 does not stand on its first rank"},
		{"no square", frame(t, with(24, 65)), "game 1, byte 0 when decompressed: en passant: there is no square 65"},
		{"no pawn passed", frame(t, with(24, 40)), "game 1, byte 0 when decompressed: en passant: no black pawn stands before a6"},
		{"result", frame(t, with(30, 3)), "game 1, byte 0 when decompressed: result: want 0, 1 or 2, got 3"},
		{"illegal move", frame(t, with(36, 0x4d, 0x05)), "game 1, byte 36 when decompressed: move 2 of the game, f2f3, is not legal in rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1"},
		{"null move with a score", frame(t, with(36, 0, 0)), "game 1, byte 36 when decompressed: move 2 of the game, a1a1, is not legal in rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1"},
		{"a game without end", frame(t, long), "game 1, byte 48032 when decompressed: the game is longer than 12000 plies"},
	}
	for _, test := range tests {
		_, err := readAll(t, test.file)
		require.EqualError(t, err, "damaged at "+test.want, test.name)
	}
}

func TestTrainingPositions(t *testing.T) {
	tests := []struct {
		name   string
		game   *Game
		scores []chess.Score // nil to leave them
		want   []int
	}{
		{"captures, checks and promotions are left out",
			newGame(t, "r3k2r/ppp1qppp/8/3pP3/8/8/PPP1QPPP/R3K2R w KQkq d6 0 12", Draw, "e5d6 e8a8 d6c7 e7e2 e1e2 d8e8 e2d1 h7h5"), nil, []int{1, 5, 7}},
		{"from ply 8 on", newGame(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 4", Draw, "e1e2 e8e7 e2e3 e7e6 e3e4"), nil, []int{2, 3, 4}},
		{"from ply 8 on, black begins", newGame(t, "4k3/8/8/8/8/8/8/4K3 b - - 0 4", Draw, "e8e7 e1e2 e7e6"), nil, []int{1, 2}},
		{"great scores are left out", newGame(t, "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 40", Draw, "e1e2 e8e7 e2e3 e7e6 e3e4"),
			[]chess.Score{9999, 10_000, -9999, -10_000, MateScore}, []int{0, 2}},
	}
	for _, test := range tests {
		if test.scores != nil {
			test.game.Scores = test.scores
		}
		plies := map[string]int{}
		for i, p := range test.game.Positions() {
			plies[p.FEN()] = i
		}
		var got []int
		for l := range test.game.TrainingPositions() {
			i := plies[l.Position.FEN()]
			require.Equal(t, test.game.Scores[i], l.Score)
			require.Equal(t, test.game.Result, l.Result)
			require.False(t, l.OffPath)
			got = append(got, i)
		}
		require.Equal(t, test.want, got, test.name)
	}
	for i := range testGames(t)[0].Positions() {
		require.Zero(t, i)
		break // must end the iteration
	}
}

// TestFrames checks that games are written as they come, not all at the end.
func TestFrames(t *testing.T) {
	var file bytes.Buffer
	w, err := NewWriter(&file)
	require.NoError(t, err)
	games := testGames(t)
	const rounds = 3000
	raw := 0
	for range rounds {
		for _, g := range games {
			before := file.Len()
			require.NoError(t, w.Write(g))
			raw += len(appendGame(nil, g))
			if raw < frameSize {
				require.Zero(t, file.Len())
			} else if file.Len() != before {
				require.Empty(t, w.games)
			}
			require.Less(t, len(w.games), frameSize)
		}
	}
	require.NoError(t, w.Flush())
	require.Greater(t, bytes.Count(file.Bytes(), []byte{0x28, 0xb5, 0x2f, 0xfd}), raw/frameSize/2)
	got, err := readAll(t, file.Bytes())
	require.Equal(t, io.EOF, err)
	require.Len(t, got, rounds*len(games))
	requireSameGame(t, games[len(games)-1], got[len(got)-1])
}

// BenchmarkNext reads games of 100 plies.
func BenchmarkNext(b *testing.B) {
	game := newGame(b, position.StartFEN, Draw, strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 25))
	games := make([]*Game, 1000)
	for i := range games {
		games[i] = game
	}
	file := write(b, games...)
	r, err := NewReader(nil)
	require.NoError(b, err)
	for b.Loop() {
		if r.games%len(games) == 0 {
			r, err = NewReader(bytes.NewReader(file))
			require.NoError(b, err)
		}
		if _, err = r.Next(); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, g := range testGames(f) {
		f.Add(appendGame(nil, g))
	}
	f.Add(write(f, testGames(f)...))
	f.Add(appendGame(nil, gameWithAsides(f)))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, file := range [][]byte{data, frame(t, data)} {
			games, err := readAll(t, file)
			require.Error(t, err)
			again, err := readAll(t, write(t, games...))
			require.Equal(t, io.EOF, err)
			require.Len(t, again, len(games))
			for i, g := range games {
				requireSameGame(t, g, again[i])
				for j, p := range g.Positions() {
					require.True(t, p.IsLegal(g.Moves[j]))
				}
			}
		}
	})
}
