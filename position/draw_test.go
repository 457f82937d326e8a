package position_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

func TestRepetition(t *testing.T) {
	there, back := []string{"g1f3", "g8f6"}, []string{"f3g1", "f6g8"}
	p := enginetest.Position(t, position.StartFEN)
	for range 2 {
		assert.False(t, p.IsRepetition(0))
		play(t, p, there...)
		assert.False(t, p.IsRepetition(0))
		play(t, p, back...)
	}
	assert.True(t, p.IsRepetition(0), "threefold with the game's history")
	p.Unmake()
	assert.False(t, p.IsRepetition(0), "black has had the start position's reply twice only")

	p = enginetest.Position(t, position.StartFEN)
	play(t, p, there...)
	play(t, p, back...)
	assert.False(t, p.IsRepetition(4), "the root itself came twice")
	assert.True(t, p.IsRepetition(5), "once inside the search")
	assert.True(t, p.IsDraw(5))
	assert.False(t, p.IsDraw(0))
}

func TestRepetitionNeedsTheSameRights(t *testing.T) {
	p := enginetest.Position(t, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	play(t, p, "a1b1", "a8b8", "b1a1", "b8a8")
	assert.False(t, p.IsRepetition(100), "the rights are lost")
	play(t, p, "a1b1", "a8b8", "b1a1", "b8a8")
	assert.True(t, p.IsRepetition(100))
	assert.False(t, p.IsRepetition(0))

	// The first time, an en-passant capture was possible.
	p = enginetest.Position(t, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
	play(t, p, "e2e4", "e8e7", "e1e2", "e7e8", "e2e1")
	assert.False(t, p.IsRepetition(100))
	play(t, p, "e8e7", "e1e2", "e7e8", "e2e1")
	assert.True(t, p.IsRepetition(100))
}

func TestNoRepetitionAcrossNullMoves(t *testing.T) {
	p := enginetest.Position(t, position.StartFEN)
	play(t, p, "g1f3", "g8f6", "f3g1")
	p.Unmake()
	p.Unmake()
	p.MakeNull()
	play(t, p, "f3g1")
	p.MakeNull()
	assert.False(t, p.IsRepetition(100), "both sides passed")
	assert.False(t, p.HasUpcomingRepetition(100))
	p.UnmakeNull()
	p.Unmake()
	p.UnmakeNull()
	play(t, p, "g8f6", "f3g1", "f6g8")
	assert.True(t, p.IsRepetition(100))
}

func TestFiftyMoves(t *testing.T) {
	p := enginetest.Position(t, "4k3/8/8/8/8/8/8/R3K3 w - - 99 80")
	assert.False(t, p.IsDraw(0))
	play(t, p, "a1b1")
	assert.True(t, p.IsDraw(0))
	p.Unmake()
	play(t, p, "a1a8")
	assert.False(t, p.IsDraw(0), "in check a mate would count first")
	p = enginetest.Position(t, "4k3/8/8/8/8/8/4P3/R3K3 w - - 99 80")
	play(t, p, "e2e3")
	assert.False(t, p.IsDraw(0))
}

func TestInsufficientMaterial(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":     true,
		"4k3/8/8/8/8/8/8/4KB2 w - - 0 1":    true,
		"4kn2/8/8/8/8/8/8/4K3 w - - 0 1":    true,
		"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1":  true,  // bishops on dark squares
		"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1":   false, // on both
		"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1":  false,
		"4kn2/8/8/8/8/8/8/4KB2 w - - 0 1":   false, // a helpmate exists
		"4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1": false, // likewise
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/R3K3 w - - 0 1":    false,
		"3qk3/8/8/8/8/8/8/4K3 w - - 0 1":    false,
		"4k3/8/8/8/1B6/8/8/2B1K3 w - - 0 1": true, // two of one colour
	} {
		p := enginetest.Position(t, fen)
		assert.Equal(t, want, p.IsInsufficientMaterial(), fen)
		assert.Equal(t, want, p.IsDraw(0), fen)
	}
}

func TestCycleTable(t *testing.T) {
	// The number of reversible moves, each with the move back counted once.
	assert.Equal(t, 3668, position.CycleCount())
}

// TestUpcomingRepetition plays random games with few pieces. If a legal move repeats a
// position, HasUpcomingRepetition must report it. If it reports one, the position must
// differ from an earlier one by a reversible move of one piece.
func TestUpcomingRepetition(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	announced, unannounced := 0, 0
	for _, fen := range []string{
		position.StartFEN,
		"4k3/8/8/3b4/8/8/4N3/R3K3 w - - 0 1",
		"r3k3/8/8/8/8/8/8/1N2K3 b - - 0 1",
		"6k1/5q2/8/8/8/2Q5/1K6/8 w - - 0 1",
	} {
		for range 60 {
			p := enginetest.Position(t, fen)
			for range 40 {
				var list movegen.List
				movegen.All(p, &list)
				if list.N == 0 {
					break
				}
				for _, ply := range []int{0, 2, 5, 100} {
					repeats := false
					for _, m := range list.Slice() {
						p.Make(m)
						repeats = repeats || p.IsRepetition(ply+1)
						p.Unmake()
					}
					got := p.HasUpcomingRepetition(ply)
					if repeats && !got {
						t.Fatalf("%s at ply %d: a repetition is not seen coming", p.FEN(), ply)
					}
					if got && !repeats {
						require.True(t, oneManAway(p), "%s at ply %d: announced without reason", p.FEN(), ply)
					}
					if got {
						announced++
					} else {
						unannounced++
					}
				}
				p.Make(list.Moves[random.IntN(list.N)])
			}
		}
	}
	assert.Greater(t, announced, 100)
	assert.Greater(t, unannounced, 1000)
}

// TestUpcomingRepetitionNeedsAWay checks that a rook that went from a1 to a3 by a detour
// can return in one move only if a2 is empty.
func TestUpcomingRepetitionNeedsAWay(t *testing.T) {
	for fen, want := range map[string]bool{
		"7k/8/8/8/8/8/P7/R3K3 w - - 0 1":  false,
		"7k/8/8/8/8/8/2P5/R3K3 w - - 0 1": true,
	} {
		p := enginetest.Position(t, fen)
		play(t, p, "e1e2", "h8g8", "a1b1", "g8g7", "b1b3", "g7h7", "b3a3", "h7h8")
		assert.Equal(t, want, p.HasUpcomingRepetition(100), fen)
		assert.Equal(t, want, p.HasUpcomingRepetition(8), fen)
		assert.False(t, p.HasUpcomingRepetition(7), "before the root once is no draw")
	}
}

// oneManAway reports whether an earlier position with the other side to move differs only
// in the square of one piece.
func oneManAway(p *position.Position) bool {
	now, q := mailbox(p), p.Clone()
	for q.Ply() > 0 {
		q.Unmake()
		if q.SideToMove() == p.SideToMove() {
			continue
		}
		var left, came []chess.Piece
		for s, piece := range mailbox(q) {
			if piece != now[s] {
				if piece != chess.NoPiece {
					left = append(left, piece)
				}
				if now[s] != chess.NoPiece {
					came = append(came, now[s])
				}
			}
		}
		if len(left) == 1 && len(came) == 1 && left[0] == came[0] {
			return true
		}
	}
	return false
}

func TestHasRepeated(t *testing.T) {
	p := enginetest.Position(t, position.StartFEN)
	play(t, p, "g1f3", "g8f6", "f3g1")
	assert.False(t, p.HasRepeated())
	play(t, p, "f6g8")
	assert.True(t, p.HasRepeated(), "the start position")
	play(t, p, "b1c3", "b8c6")
	assert.True(t, p.HasRepeated(), "some moves ago")
	play(t, p, "e2e4")
	assert.False(t, p.HasRepeated(), "it cannot come back")
	play(t, p, "c6b8", "c3b1", "b8c6", "b1c3")
	assert.True(t, p.HasRepeated())
}
