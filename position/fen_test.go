package position_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

// play makes moves, which must be legal.
func play(t testing.TB, p *position.Position, moves ...string) {
	t.Helper()
	for _, m := range moves {
		p.Make(enginetest.Move(t, p, m))
	}
}

func TestFENRoundTrip(t *testing.T) {
	for _, fen := range []string{
		position.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/8/8/8/8/4k3/8/4K2R b K - 12 70",
		"4k3/8/8/8/8/8/8/4K3 w - - 255 999999",
		"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
		"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", // outermost rooks keep K and Q
		"rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1", // inner rooks need their files
		"rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1", // and outer ones do not
		"nrk1brnb/pp1ppppp/8/2p5/3P4/1N1Q1N2/1PP1PPPP/qRK1BR1B w KQkq - 2 10",
	} {
		assert.Equal(t, fen, enginetest.Position(t, fen).FEN())
	}
}

func TestFENNormalised(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"4k3/8/8/8/8/8/8/4K3 b - - 0 0", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"  4k3/8/8/8/8/8/8/4K2R \t w   K - 0 1 ", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"},
		// An en-passant square on which no capture is legal is dropped.
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"},
		{"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 2"},
	} {
		assert.Equal(t, c.out, enginetest.Position(t, c.in).FEN(), c.in)
	}
}

func TestChess960Flag(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want bool
	}{
		{position.StartFEN, false},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", false},
		{"4k3/8/8/8/8/8/8/4K2R w H - 0 1", false},
		{"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", true},
		{"4k3/8/8/8/8/8/8/3K3R w K - 0 1", true},
		{"4k3/8/8/8/8/8/8/3K3R w - - 0 1", false},
	} {
		assert.Equal(t, c.want, enginetest.Position(t, c.fen).Chess960(), c.fen)
	}
}

func TestFENErrors(t *testing.T) {
	for _, c := range []struct{ fen, field, reason string }{
		{"", "fields", "want 4 or 6 of them, got 0"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "fields", "want 4 or 6 of them, got 1"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0", "fields", "want 4 or 6 of them, got 5"},
		{position.StartFEN + " x", "fields", "want 4 or 6 of them, got 7"},
		{"4k3/8/8/8/8/8/4K3 w - - 0 1", "board", "want 8 ranks, got 7"},
		{"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "board", "want 8 ranks, got 9"},
		{"4k3/8/8/7/8/8/8/4K3 w - - 0 1", "board", "rank 5 has 7 squares, not 8"},
		{"4k3/8/8/8p/8/8/8/4K3 w - - 0 1", "board", "rank 5 has 9 squares, not 8"},
		{"4k3/8/8/44/8/8/8/4K3 w - - 0 1", "board", "rank 5 has two numbers in a row"},
		{"4k3/8/8/9/8/8/8/4K3 w - - 0 1", "board", "rank 5 holds '9', which is no piece"},
		{"4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", "board", "rank 5 holds 'x', which is no piece"},
		{"4k3/8/8/0p7/8/8/8/4K3 w - - 0 1", "board", "rank 5 holds '0', which is no piece"},
		{"8/8/8/8/8/8/8/4K3 w - - 0 1", "board", "black has 0 kings"},
		{"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "board", "white has 2 kings"},
		{"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "board", "black has 9 pawns"},
		{"4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNP w - - 0 1", "board", "white has 9 pawns"},
		{"4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/N3K3 w - - 0 1", "board", "white has 18 pieces"},
		{"4k3/8/8/8/8/QQQ5/PPPPPPP1/4K3 w - - 0 1", "board", "white has 7 pawns and 2 promoted pieces, more than 8 together"},
		{"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "board", "a pawn stands on h8"},
		{"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "board", "a pawn stands on a1"},
		{"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move", `want w or b, got "x"`},
		{"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move", `want w or b, got "W"`},
		{"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "side to move", "black is in check, but it is white's move"},
		{"8/8/8/8/8/8/4k3/4K3 b - - 0 1", "side to move", "white is in check, but it is black's move"},
		{"4k3/8/8/8/8/8/8/4K2R w X - 0 1", "castling", "'X' is neither one of KQkq nor a file"},
		{"4k3/8/8/8/8/8/8/4K2R w K- - 0 1", "castling", "'-' is neither one of KQkq nor a file"},
		{"4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling", "'Q', but there is no such white rook"},
		{"4k3/8/8/8/8/8/8/4K2R w G - 0 1", "castling", "'G', but there is no such white rook"},
		{"4k3/8/8/8/8/8/8/4K2R w k - 0 1", "castling", "'k', but there is no such black rook"},
		{"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "castling", "'K', but the white king stands on e2"},
		{"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling", "the right with the white rook on h1 is given twice"},
		{"4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "castling", "white rights with the rooks on h1 and g1, which are on one side of the king"},
		{"4k3/8/8/8/8/8/8/4K3 w - e 0 1", "en passant", `"e" is no square`},
		{"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant", `"e9" is no square`},
		{"4k3/8/8/4pP2/8/8/8/4K3 w - e3 0 1", "en passant", "white cannot take on e3"},
		{"4k3/8/8/4pP2/8/8/8/4K3 w - d6 0 1", "en passant", "no black pawn stands before d6"},
		{"4k3/8/4n3/4pP2/8/8/8/4K3 w - e6 0 1", "en passant", "no pawn can just have passed e6: e6 or e7 is not empty"},
		{"4k3/4n3/8/4pP2/8/8/8/4K3 w - e6 0 1", "en passant", "no pawn can just have passed e6: e6 or e7 is not empty"},
		{"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock", `want a number from 0 to 255, got "-1"`},
		{"4k3/8/8/8/8/8/8/4K3 w - - 256 1", "halfmove clock", `want a number from 0 to 255, got "256"`},
		{"4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock", `want a number from 0 to 255, got "x"`},
		{"4k3/8/8/8/8/8/8/4K3 w - - +5 1", "halfmove clock", `want a number from 0 to 255, got "+5"`},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "fullmove number", `want a number from 0 to 999999, got "-1"`},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999", "fullmove number", `want a number from 0 to 999999, got "99999999999999999999"`},
	} {
		p, err := position.ParseFEN(c.fen)
		assert.Nil(t, p, c.fen)
		var setupError *position.SetupError
		if assert.True(t, errors.As(err, &setupError), c.fen) {
			assert.Equal(t, c.field, setupError.Field, c.fen)
			assert.Equal(t, c.reason, setupError.Reason, c.fen)
			assert.Equal(t, "fen: "+c.field+": "+c.reason, err.Error())
		}
	}
}

// FuzzParseFEN checks that no text makes the parser panic. A position that it accepts is
// valid, and its FEN gives the same position.
func FuzzParseFEN(f *testing.F) {
	for _, fen := range []string{
		position.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
		"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
		"4k3/8/8/8/8/8/8/4K3 w - -",
	} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := position.ParseFEN(fen)
		if err != nil {
			var setupError *position.SetupError
			if !errors.As(err, &setupError) || setupError.Field == "" || setupError.Reason == "" {
				t.Fatalf("%q: error %v without field or reason", fen, err)
			}
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("%q: %v", fen, err)
		}
		again, err := position.ParseFEN(p.FEN())
		if err != nil {
			t.Fatalf("%q: formats to %q: %v", fen, p.FEN(), err)
		}
		if p.FEN() != again.FEN() || p.Hash() != again.Hash() {
			t.Fatalf("%q: %q and %q differ", fen, p.FEN(), again.FEN())
		}
		var moves, movesAgain movegen.List
		movegen.All(p, &moves)
		movegen.All(again, &movesAgain)
		if moves != movesAgain {
			t.Fatalf("%q: other moves after formatting to %q", fen, p.FEN())
		}
	})
}

func TestParseFENLenient(t *testing.T) {
	for _, c := range []struct {
		fen, want string
		mended    []string
	}{
		{position.StartFEN, position.StartFEN, nil},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", nil},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", nil},

		{"4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", []string{"fields: 2 of 6; - - 0 1 added"}},
		{"4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", []string{"fields: 3 of 6; - 0 1 added"}},
		{"4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", []string{"fields: 4 of 6; 0 1 added"}},
		{"4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1", []string{"fields: 5 of 6; 1 added"}},

		{"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", []string{
			"castling: 'Q', but there is no such white rook; dropped",
			"castling: 'k', but there is no such black rook; dropped",
			"castling: 'q', but there is no such black rook; dropped"}},
		{"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "4k3/8/8/8/8/8/4K3/7R w - - 0 1", []string{"castling: 'K', but the white king stands on e2; dropped"}},
		{"4k2r/8/8/8/8/8/8/4K3 w g - 0 1", "4k2r/8/8/8/8/8/8/4K3 w - - 0 1", []string{"castling: 'g', but there is no such black rook; dropped"}},

		{"4k3/8/8/4pP2/8/8/8/4K3 w - e3 0 1", "4k3/8/8/4pP2/8/8/8/4K3 w - - 0 1", []string{"en passant: white cannot take on e3; dropped"}},
		{"4k3/8/8/4pP2/8/8/8/4K3 w - d6 0 1", "4k3/8/8/4pP2/8/8/8/4K3 w - - 0 1", []string{"en passant: no black pawn stands before d6; dropped"}},
		{"4k3/4n3/8/4pP2/8/8/8/4K3 w - e6 0 1", "4k3/4n3/8/4pP2/8/8/8/4K3 w - - 0 1",
			[]string{"en passant: no pawn can just have passed e6: e6 or e7 is not empty; dropped"}},

		{"4k3/8/8/8/8/8/8/4K3 w - - -3 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", []string{`halfmove clock: want a number from 0 to 255, got "-3"; 0 taken`}},
		{"4k3/8/8/8/8/8/8/4K3 w - - +3 1", "4k3/8/8/8/8/8/8/4K3 w - - 3 1", []string{`halfmove clock: want a number from 0 to 255, got "+3"; 3 taken`}},
		{"4k3/8/8/8/8/8/8/4K3 w - - 300 -1", "4k3/8/8/8/8/8/8/4K3 w - - 255 1", []string{
			`halfmove clock: want a number from 0 to 255, got "300"; 255 taken`,
			`fullmove number: want a number from 0 to 999999, got "-1"; 0 taken`}},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999", "4k3/8/8/8/8/8/8/4K3 w - - 0 999999",
			[]string{`fullmove number: want a number from 0 to 999999, got "99999999999999999999"; 999999 taken`}},

		{"4k3/8/8/8/8/QQQ5/PPPPPPP1/4K3 w - - 0 1", "4k3/8/8/8/8/QQQ5/PPPPPPP1/4K3 w - - 0 1",
			[]string{"board: white has 7 pawns and 2 promoted pieces, more than 8 together; accepted"}},
		{"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", []string{"board: black has 9 pawns; accepted"}},
		{"4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/N3K3 b - - 0 1", "4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/N3K3 b - - 0 1", []string{"board: white has 18 pieces; accepted"}},
		{"4k3/qqqqqqqq/qqqqqqqq/8/8/8/PPPPPPPP/RNBQK3 w Q", "4k3/qqqqqqqq/qqqqqqqq/8/8/8/PPPPPPPP/RNBQK3 w Q - 0 1", []string{
			"fields: 3 of 6; - 0 1 added", "board: black has 17 pieces; accepted"}},
	} {
		p, mended, err := position.ParseFENLenient(c.fen)
		if assert.NoError(t, err, c.fen) {
			assert.NoError(t, p.Validate(), c.fen)
			assert.Equal(t, c.want, p.FEN())
			assert.Equal(t, c.mended, mended, c.fen)
			again, err := position.FromSetup(p.Setup())
			require.NoError(t, err, c.fen)
			assert.Equal(t, p.FEN(), again.FEN())
		}
	}
}

// TestParseFENLenientErrors checks that faults without a clear meaning, and positions that
// are too large for the engine, are errors.
func TestParseFENLenientErrors(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"", "fields: want 2 to 6 of them, got 0"},
		{"4k3/8/8/8/8/8/8/4K3", "fields: want 2 to 6 of them, got 1"},
		{position.StartFEN + " 1", "fields: want 2 to 6 of them, got 7"},
		{"4k3/8/8/8/8/8/4K3 w", "board: want 8 ranks, got 7"},
		{"8/8/8/8/8/8/8/4K3 w", "board: black has 0 kings"},
		{"4k3/8/8/8/8/8/8/3KK3 w", "board: white has 2 kings"},
		{"4k2P/8/8/8/8/8/8/4K3 w", "board: a pawn stands on h8"},
		{"4k3/8/8/8/8/8/8/4K3 x", `side to move: want w or b, got "x"`},
		{"4k3/4R3/8/8/8/8/8/4K3 w", "side to move: black is in check, but it is white's move"},
		{"4k3/8/8/8/8/8/8/4K2R w X", "castling: 'X' is neither one of KQkq nor a file"},
		{"4k3/8/8/8/8/8/8/4K1RR w HG", "castling: white rights with the rooks on h1 and g1, which are on one side of the king"},
		{"4k3/8/8/8/8/8/8/4K3 w - e9", `en passant: "e9" is no square`},
		{"4k3/8/8/8/8/8/8/4K3 w - - x", `halfmove clock: want a number from 0 to 255, got "x"`},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1.5", `fullmove number: want a number from 0 to 999999, got "1.5"`},
		{"qkqqqqqq/qqqqqqqq/qqqqqqqq/8/8/8/PPPPPPPP/4K3 b", "board: 33 pieces, but the evaluation adds up 32 at most"},
	} {
		p, mended, err := position.ParseFENLenient(c.fen)
		assert.Nil(t, p, c.fen)
		assert.Nil(t, mended, c.fen)
		assert.EqualError(t, err, "fen: "+c.want)
	}
}

// FuzzParseFENLenient checks that no text makes the parser panic. A position that it
// accepts is valid, and its FEN gives the same position. It mends something if and only if
// ParseFEN refuses the text, apart from the number of fields.
func FuzzParseFENLenient(f *testing.F) {
	for _, fen := range []string{
		position.StartFEN,
		"4k3/8/8/8/8/8/8/4K2R w KQkq e6 300 -1",
		"4k3/qqqqqqqq/qqqqqqqq/8/8/8/PPPPPPPP/RNBQK3 w Q",
		"rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
		"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
	} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		strict, refused := position.ParseFEN(fen)
		p, mended, err := position.ParseFENLenient(fen)
		if err != nil {
			var setupError *position.SetupError
			if !errors.As(err, &setupError) || refused == nil {
				t.Fatalf("%q: error %v, and of ParseFEN %v", fen, err, refused)
			}
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("%q: %v", fen, err)
		}
		if refused != nil && len(mended) == 0 {
			t.Fatalf("%q: nothing was mended, but ParseFEN says %v", fen, refused)
		}
		if refused == nil && (strict.FEN() != p.FEN() || len(mended) > 1 || len(mended) == 1 && !strings.HasPrefix(mended[0], "fields: ")) {
			t.Fatalf("%q: %q with %q, but ParseFEN makes it %q", fen, p.FEN(), mended, strict.FEN())
		}
		again, mended, err := position.ParseFENLenient(p.FEN())
		if err != nil || again.FEN() != p.FEN() || again.Hash() != p.Hash() {
			t.Fatalf("%q: formats to %q: %v", fen, p.FEN(), err)
		}
		for _, line := range mended {
			if !strings.HasPrefix(line, "board: ") {
				t.Fatalf("%q: %q is mended again: %q", fen, p.FEN(), line)
			}
		}
		var moves, counted movegen.List
		movegen.All(p, &moves)
		movegen.All(again, &counted)
		if moves != counted || movegen.Count(p) != moves.N {
			t.Fatalf("%q: other moves after formatting to %q", fen, p.FEN())
		}
	})
}
