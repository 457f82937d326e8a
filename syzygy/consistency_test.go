package syzygy_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
	"xorro/syzygy"
)

// endings has the endings of three and four pieces that the tests use.
func endings() (all []string) {
	const kinds = "QRBNP"
	for i, a := range kinds {
		all = append(all, "K"+string(a)+"vK")
		for _, b := range kinds[i:] {
			all = append(all, "K"+string(a)+string(b)+"vK", "K"+string(a)+"vK"+string(b))
		}
	}
	return all
}

// randomPosition returns a random legal position of an ending. Either side is to move,
// either color has the first side's pieces, and sometimes there is an en-passant square.
func randomPosition(random *rand.Rand, ending string) *position.Position {
	for {
		var board [64]byte
		first := random.IntN(2)
		for side, pieces := range strings.Split(ending, "v") {
			for _, piece := range []byte(pieces) {
				s := random.IntN(64)
				for board[s] != 0 || piece == 'P' && (s < 8 || s >= 56) {
					s = random.IntN(64)
				}
				if side != first {
					piece += 'a' - 'A'
				}
				board[s] = piece
			}
		}
		turn := "wb"[random.IntN(2):][:1]
		if p, err := position.ParseFEN(placement(&board) + " " + turn + " - " + passed(&board, turn)); err == nil {
			return p
		}
	}
}

// placement returns the first field of a FEN.
func placement(board *[64]byte) string {
	var text strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := range 8 {
			piece := board[8*rank+file]
			if piece == 0 {
				empty++
			}
			if empty > 0 && (piece != 0 || file == 7) {
				text.WriteByte('0' + byte(empty))
				empty = 0
			}
			if piece != 0 {
				text.WriteByte(piece)
			}
		}
		if rank > 0 {
			text.WriteByte('/')
		}
	}
	return text.String()
}

// passed returns the square behind a pawn that may just have moved two squares and stands
// beside a pawn of the side to move, or "-" if there is none.
func passed(board *[64]byte, turn string) string {
	pawn, enemy, rank, back := byte('P'), byte('p'), 4, 8
	if turn == "b" {
		pawn, enemy, rank, back = 'p', 'P', 3, -8
	}
	for file := range 8 {
		s := 8*rank + file
		if board[s] != enemy || board[s+back] != 0 || board[s+2*back] != 0 {
			continue
		}
		if file > 0 && board[s-1] == pawn || file < 7 && board[s+1] == pawn {
			return chess.Square(s + back).String()
		}
	}
	return "-"
}

// TestConsistency compares every outcome with the outcomes of the moves, and every distance
// with the outcome and with the distances of the moves.
func TestConsistency(t *testing.T) {
	tables := open(t)
	random := rand.New(rand.NewPCG(2013, 4))
	enPassant := 0
	outcomes := map[syzygy.WDL]int{}
	for _, ending := range endings() {
		positions := 200
		if ending == "KPvKP" {
			positions = 4000 // for the sake of en passant
		}
		for range positions {
			p := randomPosition(random, ending)
			if p.EnPassant() != chess.NoSquare {
				enPassant++
			}
			before := p.FEN()
			wdl, ok := tables.ProbeWDL(p)
			dtz, known := tables.ProbeDTZ(p)
			require.True(t, ok && known, before)
			require.Equal(t, before, p.FEN())
			outcomes[wdl]++
			require.Equal(t, wdl, outcomeOf(dtz), "%s: dtz %d", before, dtz)

			var list movegen.List
			movegen.All(p, &list)
			if list.N == 0 {
				want, wantDTZ := syzygy.Draw, 0
				if p.InCheck() {
					want, wantDTZ = syzygy.Loss, -1
				}
				require.Equal(t, want, wdl, before)
				require.Equal(t, wantDTZ, dtz, before)
				continue
			}
			best, distance := bestMove(t, tables, p, list.Slice())
			require.Equal(t, best, wdl, before)
			// A table that counts in moves may be one ply too high.
			require.InDelta(t, distance, dtz, 1, before)
		}
	}
	t.Logf("%v, %d with en passant", outcomes, enPassant)
	require.Greater(t, enPassant, 15)
	for _, wdl := range []syzygy.WDL{syzygy.Loss, syzygy.Draw, syzygy.Win} {
		require.Greater(t, outcomes[wdl], 500)
	}
}

// outcomeOf returns the outcome of a distance.
func outcomeOf(dtz int) syzygy.WDL {
	switch {
	case dtz > 100:
		return syzygy.CursedWin
	case dtz > 0:
		return syzygy.Win
	case dtz == 0:
		return syzygy.Draw
	case dtz >= -100:
		return syzygy.Loss
	}
	return syzygy.BlessedLoss
}

// bestMove returns the best outcome of all moves, and its distance to zeroing.
func bestMove(t *testing.T, tables *syzygy.Tables, p *position.Position, moves []chess.Move) (best syzygy.WDL, distance int) {
	for i, m := range moves {
		zeroes := m.IsCapture() || p.PieceOn(m.From()).Type() == chess.Pawn
		p.Make(m)
		wdl, ok := tables.ProbeWDL(p)
		dtz, known := tables.ProbeDTZ(p)
		if !ok || !known {
			t.Fatal("unknown:", p.FEN())
		}
		mated := p.InCheck() && !movegen.HasLegal(p)
		p.Unmake()

		wdl, dtz = -wdl, -dtz
		switch {
		case zeroes || mated:
			dtz = map[syzygy.WDL]int{syzygy.Win: 1, syzygy.CursedWin: 101, syzygy.BlessedLoss: -101, syzygy.Loss: -1}[wdl]
		case dtz > 0:
			dtz++
		case dtz < 0:
			dtz--
		}
		if i == 0 || wdl > best || wdl == best && dtz < distance {
			best, distance = wdl, dtz
		}
	}
	return best, distance
}
