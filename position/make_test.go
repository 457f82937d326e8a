package position_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
	"xorro/zobrist"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// trees has positions whose trees have every kind of move.
var trees = []string{
	position.StartFEN,
	kiwipete,
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"1r1k1r2/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/1R1K1R2 w KQkq - 0 1",  // Chess960
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", // Chess960
}

// TestHashConsistency walks trees of legal moves. At every node it compares the hash with
// the hash computed from scratch, and checks that taking the move back restores every byte.
// At a sample of the nodes it validates the position.
func TestHashConsistency(t *testing.T) {
	budget := 2_000_000
	if enginetest.Deep() {
		budget = 100_000_000
	}
	nodes := 0
	for i, fen := range trees {
		w := treeWalk{t: t, p: enginetest.Position(t, fen), left: (budget - nodes) / (len(trees) - i)}
		share := w.left
		for depth := 1; w.left > 0; depth++ {
			w.walk(depth)
		}
		nodes += share - w.left
	}
	assert.GreaterOrEqual(t, nodes, budget)
	t.Logf("%d nodes", nodes)
}

type treeWalk struct {
	t    *testing.T
	p    *position.Position
	left int // nodes still to be visited
}

func (w *treeWalk) walk(depth int) {
	p := w.p
	var list movegen.List
	movegen.All(p, &list)
	before, hash, fen := p.Snap(), p.Hash(), ""
	for _, m := range list.Slice() {
		if w.left <= 0 {
			return
		}
		w.left--
		p.Make(m)
		if p.Hash() != p.HashFromScratch() {
			w.t.Fatalf("%s: key and lock %x, from scratch %x, after %v", p.FEN(), p.Hash(), p.HashFromScratch(), m)
		}
		if w.left%64 == 0 {
			if err := p.Validate(); err != nil {
				w.t.Fatalf("%s after %v: %v", p.FEN(), m, err)
			}
			if again := enginetest.Position(w.t, p.FEN()); again.Hash() != p.Hash() {
				w.t.Fatalf("%s: another hash when read from its FEN", p.FEN())
			}
		}
		if depth > 1 {
			w.walk(depth - 1)
		}
		p.Unmake()
		if p.Hash() != hash || !p.Snap().Equal(before) {
			if fen == "" {
				fen = p.FEN()
			}
			w.t.Fatalf("%s: %v is not taken back", fen, m)
		}
	}
}

func TestPublishedKeys(t *testing.T) {
	// These are printed by the program that the numbers come from. A king steps from d8
	// to c8 and back.
	p := enginetest.Position(t, "3K4/1R4Q1/8/1P4p1/5p2/8/p3b2q/4n2k w - - 0 1")
	assert.EqualValues(t, uint64(14226429382419125366), p.Hash().Key)
	assert.EqualValues(t, uint64(15124945578233295113), enginetest.Position(t, "2K5/1R4Q1/8/1P4p1/5p2/8/p3b2q/4n2k w - - 0 1").Hash().Key)
	before := p.Hash()
	play(t, p, "d8c8")
	assert.EqualValues(t, uint64(15124945578233295113), p.Hash().Xor(zobrist.Side()).Key)
	p.Unmake()
	assert.Equal(t, before, p.Hash())
	assert.True(t, position.EmptyHash().IsZero())
}

func TestTranspositions(t *testing.T) {
	for _, c := range []struct {
		fen        string
		one, other []string
	}{
		{position.StartFEN, []string{"g1f3", "g8f6", "b1c3"}, []string{"b1c3", "g8f6", "g1f3"}},
		{position.StartFEN, []string{"d2d4", "g8f6", "c2c4"}, []string{"c2c4", "g8f6", "d2d4"}},
		{position.StartFEN, []string{"e2e3", "e7e6", "e3e4", "e6e5"}, []string{"e2e4", "e7e5"}},
		{kiwipete, []string{"e1h1", "e8a8", "a2a3"}, []string{"a2a3", "e8a8", "e1h1"}},
		{kiwipete, []string{"e1f1", "e8f8", "f1e1", "f8e8"}, []string{"h1g1", "h8g8", "g1h1", "g8h8", "a1b1", "a8b8", "b1a1", "b8a8"}},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", []string{"a7a8q", "e8e7", "a8a4"}, []string{"a7a8q", "e8e7", "a8a1", "e7e8", "a1a4", "e8e7", "e1d1", "e7f7", "d1e1", "f7e7"}},
	} {
		p, q := enginetest.Position(t, c.fen), enginetest.Position(t, c.fen)
		play(t, p, c.one...)
		play(t, q, c.other...)
		if p.SideToMove() != q.SideToMove() {
			q.MakeNull()
		}
		require.Equal(t, withoutCounters(p), withoutCounters(q))
		assert.Equal(t, p.Hash(), q.Hash(), c.fen)
		assert.Equal(t, p.PawnKey(), q.PawnKey())
		for side := chess.White; side <= chess.Black; side++ {
			assert.Equal(t, p.NonPawnKey(side), q.NonPawnKey(side))
		}
	}
}

// withoutCounters returns the FEN of a position up to the en-passant square.
func withoutCounters(p *position.Position) string {
	fen := p.FEN()
	for range 2 {
		fen = fen[:strings.LastIndexByte(fen, ' ')]
	}
	return fen
}

// TestHashTellsStatesApart checks that the same pieces have other keys and other locks with
// the other side to move, with other castling rights or with an en-passant capture.
func TestHashTellsStatesApart(t *testing.T) {
	keys, locks := map[uint64]string{}, map[uint64]string{}
	for _, fen := range []string{
		"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
		"r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
		"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq - 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kkq - 0 1",
		"r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",
	} {
		h := enginetest.Position(t, fen).Hash()
		assert.Empty(t, keys[h.Key], fen)
		assert.Empty(t, locks[h.Lock], fen)
		keys[h.Key], locks[h.Lock] = fen, fen
	}
	// A double push without a legal en-passant capture gives the hash of two single pushes.
	p, q := enginetest.Position(t, "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"), enginetest.Position(t, "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1")
	assert.Equal(t, p.Hash(), q.Hash())
}

// TestEnPassantOffer checks that the en-passant square is set if and only if a capture on
// it is legal.
func TestEnPassantOffer(t *testing.T) {
	for _, c := range []struct {
		fen, push string
		want      chess.Square
	}{
		{"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", chess.E3},
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", chess.NoSquare},     // nobody there
		{"4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1", "e2e4", chess.NoSquare},   // too far
		{"8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", chess.NoSquare},   // both pawns leave the rank
		{"3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", chess.NoSquare},  // pinned on the file
		{"8/6k1/8/8/3p4/8/1B2P3/4K3 w - - 0 1", "e2e4", chess.NoSquare}, // pinned on the other diagonal
		{"8/8/8/k7/3p4/8/4P3/4KB2 w - - 0 1", "e2e4", chess.E3},         // the line opens away from the king
		{"8/8/8/8/3p4/7k/4P3/4K3 w - - 0 1", "e2e4", chess.E3},          // nothing in the way
		{"8/8/8/5k2/3p4/8/4P3/4K3 w - - 0 1", "e2e4", chess.E3},         // takes the checker
		{"8/8/8/8/3p1p2/8/k3P2R/4K3 w - - 0 1", "e2e4", chess.NoSquare}, // discovered check stays
		{"4k3/8/8/8/2bp4/8/4P3/4K2R w K - 0 1", "e2e4", chess.E3},       // own bishop in no way
		{"3rk3/4p3/8/3P1P2/8/8/8/4K3 b - - 0 1", "e7e5", chess.E6},      // two capturers
		{"8/3rpk2/8/3P4/8/8/8/3K4 b - - 0 1", "e7e5", chess.NoSquare},   // capturer pinned on the file
		{"4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1", "a7a5", chess.A6},          // edge
		{"4k3/7p/8/6P1/8/8/8/4K3 b - - 0 1", "h7h5", chess.H6},          // edge
		{"4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", "h7h5", chess.NoSquare},     // not around the edge
	} {
		p := enginetest.Position(t, c.fen)
		play(t, p, c.push)
		assert.Equal(t, c.want, p.EnPassant(), c.fen)
		assert.NoError(t, p.Validate(), c.fen)
	}
}

func TestNullMove(t *testing.T) {
	p := enginetest.Position(t, "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3")
	before := p.Snap()
	p.MakeNull()
	assert.NoError(t, p.Validate())
	assert.Equal(t, "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 4", p.FEN())
	assert.Equal(t, chess.NoMove, p.LastMove())
	assert.Equal(t, position.Delta{}, p.Delta())
	p.UnmakeNull()
	assert.True(t, p.Snap().Equal(before))
}

func TestClocksAndCounters(t *testing.T) {
	p := enginetest.Position(t, "4k2r/8/8/8/8/8/4P3/R3K3 w Qk - 7 30")
	for _, c := range []struct {
		move         string
		rule50, full int
		castling     chess.CastlingRights
	}{
		{"a1a2", 8, 30, chess.BlackKingside},
		{"e8h8", 9, 31, chess.NoCastling},
		{"e2e4", 0, 31, chess.NoCastling},
		{"f8f1", 1, 32, chess.NoCastling},
		{"e1f1", 0, 32, chess.NoCastling},
	} {
		play(t, p, c.move)
		assert.Equal(t, c.rule50, p.Rule50(), c.move)
		assert.Equal(t, c.full, p.FullMove(), c.move)
		assert.Equal(t, c.castling, p.Castling(), c.move)
		assert.Equal(t, c.move, p.LastMove().String())
	}
	assert.Equal(t, 5, p.Ply())
}

// TestLongGame checks that a game longer than the ring keeps its counters and its last
// moves, and that the clocks stop and do not overflow.
func TestLongGame(t *testing.T) {
	p := enginetest.Position(t, "4k3/8/8/8/8/8/8/4K2R w - - 0 1")
	shuffle := []string{"h1h2", "e8d8", "h2h1", "d8e8"}
	for i := range 2000 {
		play(t, p, shuffle[i%4])
	}
	assert.NoError(t, p.Validate())
	assert.Equal(t, 255, p.Rule50())
	assert.Equal(t, 1001, p.FullMove())
	assert.True(t, p.IsRepetition(0))
	for range 256 {
		p.Unmake()
		require.NoError(t, p.Validate())
	}
	assert.Equal(t, 2000-256, p.Ply())
}

// TestBoardsFillLines checks that no two boards share a cache line, in a new position and
// in a clone.
func TestBoardsFillLines(t *testing.T) {
	for range 20 {
		p := enginetest.Position(t, kiwipete)
		assert.Zero(t, p.StackAddress()%64)
		assert.Zero(t, p.Clone().StackAddress()%64)
	}
}

func TestClone(t *testing.T) {
	p := enginetest.Position(t, kiwipete)
	play(t, p, "e1h1", "e8a8")
	q := p.Clone()
	assert.True(t, q.Snap().Equal(p.Snap()))
	before := p.Snap()
	play(t, q, "a2a3")
	q.Unmake()
	q.Unmake()
	play(t, q, "e8h8")
	assert.True(t, p.Snap().Equal(before), "the original is untouched")
	assert.NoError(t, q.Validate())
}

// TestSet checks that nothing is left of the old game, however long it was.
func TestSet(t *testing.T) {
	used := enginetest.Position(t, "4k3/8/8/8/8/8/8/4K2R w K - 50 70")
	shuffle := []string{"h1h2", "e8d8", "h2h1", "d8e8"}
	for i := range 602 {
		play(t, used, shuffle[i%4])
	}
	game := enginetest.Position(t, kiwipete)
	play(t, game, "e1h1", "e8a8", "g1h1", "c8b8", "h1g1", "b8c8", "g1h1")
	q := used.Clone()
	q.Set(game)
	require.True(t, q.Snap().Equal(game.Snap()))
	require.Equal(t, game.FEN(), q.FEN())
	play(t, q, "c8b8", "h1g1", "b8c8")
	require.True(t, q.IsRepetition(0), "the history is copied too")

	q.Set(used)
	require.Equal(t, used.FEN(), q.FEN())
	for range 500 {
		q.Unmake()
		require.NoError(t, q.Validate())
	}
	require.Equal(t, 102, q.Ply())
	require.Equal(t, 152, q.Rule50())

	for _, fen := range []string{kiwipete, position.StartFEN, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 3", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b KQ - 7 9"} {
		q.Set(used)
		require.NoError(t, q.SetFEN(fen))
		require.True(t, q.Snap().Equal(enginetest.Position(t, fen).Snap()), fen)
		require.Equal(t, fen, q.FEN())
	}
	require.Error(t, q.SetFEN("8/8/8/8/8/8/8/8 w - - 0 1"))
	require.NoError(t, q.SetFEN(kiwipete), "an error does no harm to the next FEN")
	require.True(t, q.Snap().Equal(enginetest.Position(t, kiwipete).Snap()))
}

// TestDelta plays random games and updates a second mailbox by Deltas only.
func TestDelta(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	kinds := map[chess.MoveKind]int{}
	for _, fen := range trees {
		for range 20 {
			p := enginetest.Position(t, fen)
			pieces := mailbox(p)
			for range 120 {
				if !enginetest.MakeRandomMove(p, random) {
					break
				}
				d := p.Delta()
				for _, left := range d.Left[:d.Leaving] {
					require.Equal(t, left.Piece, pieces[left.Square], p.FEN())
					pieces[left.Square] = chess.NoPiece
				}
				for _, came := range d.Came[:d.Coming] {
					require.Equal(t, chess.NoPiece, pieces[came.Square], p.FEN())
					pieces[came.Square] = came.Piece
				}
				require.Equal(t, mailbox(p), pieces, p.FEN())
				kinds[p.LastMove().Kind()]++
			}
		}
	}
	for _, kind := range []chess.MoveKind{chess.Quiet, chess.DoublePush, chess.Castle, chess.Capture, chess.EnPassant, chess.PromoteQueen, chess.PromoteKnight | chess.CaptureBit} {
		assert.NotZero(t, kinds[kind], "kind %d was never played", kind)
	}
}

func mailbox(p *position.Position) (pieces [64]chess.Piece) {
	for s := range pieces {
		pieces[s] = p.PieceOn(chess.Square(s))
	}
	return pieces
}

// TestValidateFinds makes one part of a position wrong at a time.
func TestValidateFinds(t *testing.T) {
	for what, message := range map[string]string{
		"key": "key: ", "lock": "lock: ", "pawn key": "key of part 0", "white key": "key of part 1",
		"mailbox": "set ", "set": "set 0", "colour": "set 6", "rights": "key: ", "en passant": "en passant",
		"checkers": "checkers", "pins": "pins", "side": "",
	} {
		p := enginetest.Position(t, kiwipete)
		p.Spoil(what)
		if err := p.Validate(); assert.Error(t, err, what) {
			assert.Contains(t, err.Error(), message, what)
		}
	}
}

// FuzzMakeUnmake lets bytes choose moves, null moves and moves to take back. The position
// must stay valid, and taking back all moves must restore it.
func FuzzMakeUnmake(f *testing.F) {
	f.Add(uint8(0), []byte("\x01\x02\x03\xff\x05\xfe\x07"))
	f.Add(uint8(1), []byte{10, 20, 30, 40, 255, 255, 50, 60, 254, 1, 255, 2})
	f.Add(uint8(6), []byte{1, 1, 1, 1, 1, 1, 1, 1, 1, 1})
	f.Fuzz(func(t *testing.T, start uint8, choices []byte) {
		p := enginetest.Position(t, trees[int(start)%len(trees)])
		var before []position.Snapshot
		var nulls []bool
		takeBack := func() {
			if nulls[len(nulls)-1] {
				p.UnmakeNull()
			} else {
				p.Unmake()
			}
			if !p.Snap().Equal(before[len(before)-1]) {
				t.Fatalf("%s: not what it was before", p.FEN())
			}
			before, nulls = before[:len(before)-1], nulls[:len(nulls)-1]
		}
		for _, choice := range choices[:min(len(choices), 200)] {
			var list movegen.List
			movegen.All(p, &list)
			switch {
			case choice == 255 && len(before) > 0:
				takeBack()
			case choice == 254 && !p.InCheck():
				before, nulls = append(before, p.Snap()), append(nulls, true)
				p.MakeNull()
			case list.N > 0:
				before, nulls = append(before, p.Snap()), append(nulls, false)
				p.Make(list.Moves[int(choice)%list.N])
			}
			if err := p.Validate(); err != nil {
				t.Fatalf("%s: %v", p.FEN(), err)
			}
		}
		for len(before) > 0 {
			takeBack()
		}
	})
}

func TestNothingAllocates(t *testing.T) {
	for _, fen := range trees {
		p := enginetest.Position(t, fen)
		var list movegen.List
		movegen.All(p, &list)
		assert.Zero(t, testing.AllocsPerRun(100, func() {
			for _, m := range list.Slice() {
				p.Make(m)
				p.IsRepetition(1)
				p.HasUpcomingRepetition(1)
				p.Unmake()
				p.SEE(m, 0)
				p.IsLegal(m)
			}
		}), fen)
	}
}

func BenchmarkMakeUnmake(b *testing.B) {
	p := enginetest.Position(b, kiwipete)
	var list movegen.List
	movegen.All(p, &list)
	for i := 0; b.Loop(); i++ {
		p.Make(list.Moves[i%list.N])
		p.Unmake()
	}
}

func BenchmarkSEE(b *testing.B) {
	p := enginetest.Position(b, kiwipete)
	var list movegen.List
	movegen.Noisy(p, &list)
	for i := 0; b.Loop(); i++ {
		p.SEE(list.Moves[i%list.N], 0)
	}
}

func BenchmarkParseFEN(b *testing.B) {
	for b.Loop() {
		if _, err := position.ParseFEN(kiwipete); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFEN(b *testing.B) {
	p := enginetest.Position(b, kiwipete)
	for b.Loop() {
		p.FEN()
	}
}
