package movegen_test

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

// mostPieces is the greatest number of pieces of one side. A position has at most 32
// pieces, and one of them is the other side's king.
const mostPieces = 31

// TestMaxMovesBoundsEveryPosition adds up an upper bound of the moves of a side. A sliding
// piece has at most 27 moves. It moves to a square without a piece of its side, along one
// of 8 directions, and in each of these at most one sliding piece can reach the square. So
// all sliding pieces together have at most 8 moves for each such square. A pawn before the
// last rank has 12 moves, and there are at most 8 such pawns. Any other pawn and each
// knight has 8. The king has 8 and castles in two ways.
func TestMaxMovesBoundsEveryPosition(t *testing.T) {
	most := 0
	for promoting := 0; promoting <= 8; promoting++ {
		for sliders := 0; 1+promoting+sliders <= mostPieces; sliders++ {
			for others := 0; 1+promoting+sliders+others <= mostPieces; others++ {
				own := 1 + promoting + sliders + others
				most = max(most, 8+2+12*promoting+8*others+min(27*sliders, 8*(64-own)))
			}
		}
	}
	assert.LessOrEqual(t, most, chess.MaxMoves)
	t.Logf("no more than %d moves", most)
}

// crowded holds positions with very many moves that no game can reach. They were found by
// hill climbing, with 16 pieces of one side and with more.
var crowded = []struct {
	fen   string
	moves int
}{
	{"2k2KQQ/Q6Q/1Q5Q/4Q3/Q6Q/Q4Q2/3Q4/1Q3QQ1 w - - 0 1", 219},
	{"kbQ4Q/br2Q3/KQ4Q1/3Q4/Q4Q1Q/Q1Q4Q/4Q3/1Q4Q1 w - - 0 1", 240},
	{"knKQQQQn/ppQ4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQQ w - - 0 1", 259},
	{"QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q4QQQ/Q4Qrb/QQQQQKnk w - - 0 1", 259},
}

// TestMostMovesOfCrowdedBoards checks that more than 256 moves are all listed.
func TestMostMovesOfCrowdedBoards(t *testing.T) {
	for _, c := range crowded {
		p, _, err := position.ParseFENLenient(c.fen)
		require.NoError(t, err, c.fen)
		assert.Equal(t, c.moves, movegen.Count(p), c.fen)
		checkMoves(t, p)
	}
}

// TestCrowdedBoards plays games from positions with up to 32 pieces, most of them queens
// of one side.
func TestCrowdedBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 31))
	most, boards := 0, 0
	for boards < 200 {
		p, err := position.FromSetup(crowdedSetup(rng))
		if err != nil {
			continue // a king in check
		}
		boards++
		for range 8 {
			most = max(most, checkMoves(t, p))
			if !enginetest.MakeRandomMove(p, rng) {
				break
			}
			require.NoError(t, p.Validate(), p.FEN())
		}
	}
	assert.Greater(t, most, 150)
}

// crowdedSetup returns a random position with at most 32 pieces, of which at most 31 are
// White's. Four fifths of those are queens.
func crowdedSetup(rng *rand.Rand) position.Setup {
	s := position.EmptySetup()
	s.AnyPieces = true
	white := 10 + rng.IntN(mostPieces-9)
	black := 1 + rng.IntN(32-white)
	squares := rng.Perm(64)
	for i, square := range squares[:white+black] {
		side := chess.White
		if i >= white {
			side = chess.Black
		}
		kind := chess.Queen
		if i == 0 || i == white {
			kind = chess.King
		} else if rng.IntN(5) == 0 || side == chess.Black {
			kind = chess.PieceType(rng.IntN(5))
		}
		if rank := chess.Square(square).Rank(); kind == chess.Pawn && (rank == chess.Rank1 || rank == chess.Rank8) {
			kind = chess.Knight
		}
		s.Squares[square] = chess.PieceOf(side, kind)
	}
	return s
}

// checkMoves checks that exactly the listed moves are legal and that Count agrees. It
// returns their number.
func checkMoves(t *testing.T, p *position.Position) int {
	t.Helper()
	var list movegen.List
	movegen.All(p, &list)
	require.Equal(t, movegen.Count(p), list.N, p.FEN())
	listed := map[chess.Move]bool{}
	for _, m := range list.Slice() {
		listed[m] = true
	}
	legal := 0
	for m := range 1 << 16 {
		if p.IsLegal(chess.Move(m)) {
			legal++
			require.True(t, listed[chess.Move(m)], "%s: %v", p.FEN(), chess.Move(m))
		}
	}
	require.Equal(t, legal, list.N, p.FEN())
	return list.N
}
