package position_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
)

// TestSetupRoundTrip checks that the description of a position gives the same position, in
// random games.
func TestSetupRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	q := new(position.Position)
	for _, fen := range append(trees, "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 255 999999") {
		p := enginetest.Position(t, fen)
		for range 100 {
			s := p.Setup()
			require.NoError(t, q.SetSetup(s))
			require.NoError(t, q.Validate())
			require.Equal(t, p.FEN(), q.FEN())
			require.Equal(t, p.Hash(), q.Hash(), p.FEN())
			require.Equal(t, s, q.Setup(), p.FEN())
			if !enginetest.MakeRandomMove(p, rng) {
				break
			}
		}
	}
}

// TestSetupErrors checks that faults that a FEN cannot have are refused too.
func TestSetupErrors(t *testing.T) {
	for _, c := range []struct {
		spoil func(s *position.Setup)
		want  string
	}{
		{func(s *position.Setup) { *s = position.EmptySetup() }, "board: white has 0 kings"},
		{func(s *position.Setup) { s.Squares[chess.E4] = 7 }, "board: no piece has the number 7, which stands on e4"},
		{func(s *position.Setup) { s.Squares[chess.E4] = 200 }, "board: no piece has the number 200, which stands on e4"},
		{func(s *position.Setup) { s.Side = 2 }, "side to move: want 0 or 1, got 2"},
		{func(s *position.Setup) { s.Rooks[0][0] = 99 }, "castling: no white rook stands on -"},
		{func(s *position.Setup) { s.Rooks[1][0] = chess.H1 }, "castling: no black rook stands on h1"},
		{func(s *position.Setup) { s.Rooks[0][1] = chess.H1 }, "castling: the white rook on h1 stands on the other side of the king"},
		{func(s *position.Setup) {
			s.Squares[chess.A1], s.Squares[chess.A3] = chess.NoPiece, chess.WhiteRook
			s.Rooks[0][1] = chess.A3
		}, "castling: the white rook on a3 does not stand on its first rank"},
		{func(s *position.Setup) { s.EnPassant = 65 }, "en passant: there is no square 65"},
		{func(s *position.Setup) { s.EnPassant = chess.E6 }, "en passant: no black pawn stands before e6"},
		{func(s *position.Setup) { s.Rule50 = -1 }, "halfmove clock: want a number from 0 to 255, got -1"},
		{func(s *position.Setup) { s.Rule50 = 256 }, "halfmove clock: want a number from 0 to 255, got 256"},
		{func(s *position.Setup) { s.FullMove = -1 }, "fullmove number: want a number from 0 to 999999, got -1"},
		{func(s *position.Setup) { s.FullMove = 1_000_000 }, "fullmove number: want a number from 0 to 999999, got 1000000"},
	} {
		s := enginetest.Position(t, position.StartFEN).Setup()
		c.spoil(&s)
		p, err := position.FromSetup(s)
		assert.Nil(t, p)
		var setupError *position.SetupError
		if assert.True(t, errors.As(err, &setupError), c.want) {
			assert.Equal(t, c.want, err.Error())
		}
	}
}

// TestAddRook checks that wrong rooks are refused with a reason.
func TestAddRook(t *testing.T) {
	s := position.EmptySetup()
	assert.EqualError(t, s.AddRook(chess.White, chess.H1), "board: white has 0 kings")
	s.Squares[chess.F1], s.Squares[chess.B8] = chess.WhiteKing, chess.BlackKing
	s.Squares[chess.G1], s.Squares[chess.H1], s.Squares[chess.A8], s.Squares[chess.C3] = chess.WhiteRook, chess.WhiteRook, chess.BlackRook, chess.WhiteRook
	require.NoError(t, s.AddRook(chess.White, chess.G1))
	require.NoError(t, s.AddRook(chess.Black, chess.A8))
	assert.ErrorContains(t, s.AddRook(chess.White, chess.G1), "the right with the white rook on g1 is given twice")
	assert.ErrorContains(t, s.AddRook(chess.White, chess.H1), "rights with the rooks on g1 and h1")
	assert.ErrorContains(t, s.AddRook(chess.White, chess.A8), "no white rook stands on a8")
	assert.ErrorContains(t, s.AddRook(chess.White, chess.C3), "the white rook on c3 does not stand on its first rank")
	p, err := position.FromSetup(s)
	require.NoError(t, err)
	require.NoError(t, p.Validate())
	assert.Equal(t, chess.WhiteKingside|chess.BlackQueenside, p.Castling())
	assert.True(t, p.Chess960())
}

// TestDropHistory checks that earlier moves have no effect afterwards.
func TestDropHistory(t *testing.T) {
	p := enginetest.Position(t, position.StartFEN)
	play(t, p, "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8")
	require.True(t, p.IsRepetition(0))
	fen, hash := p.FEN(), p.Hash()
	p.DropHistory()
	require.NoError(t, p.Validate())
	assert.Equal(t, fen, p.FEN())
	assert.Equal(t, hash, p.Hash())
	assert.Zero(t, p.Ply())
	assert.Equal(t, chess.NoMove, p.LastMove())
	assert.False(t, p.IsRepetition(0) || p.HasRepeated())
}

// BenchmarkSetSetup measures what a reader of data files does for each position.
func BenchmarkSetSetup(b *testing.B) {
	s, p := enginetest.Position(b, kiwipete).Setup(), new(position.Position)
	b.ReportAllocs()
	for b.Loop() {
		if err := p.SetSetup(s); err != nil {
			b.Fatal(err)
		}
	}
}
