package movegen_test

import (
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	oracle "github.com/notnil/chess"
	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
)

// TestOracle plays seeded random games in step with another implementation of
// the rules. At each position both must agree on the legal moves, the FEN, and
// on checkmate and stalemate.
func TestOracle(t *testing.T) {
	positions := 200_000
	if enginetest.Deep() {
		positions = 1_000_000
	}
	random := rand.New(rand.NewPCG(1970, 4))
	mates, stalemates, checks := 0, 0, 0
	for seen := 0; seen < positions; {
		p := enginetest.Position(t, starts[random.IntN(4)])
		their := theirPosition(t, p.FEN())
		for p.Rule50() < 150 { // by then every game is over
			seen++
			var list movegen.List
			movegen.All(p, &list)
			theirMoves := their.ValidMoves()
			if ours, theirs := ourSpelling(list.Slice()), theirSpelling(theirMoves); ours != theirs {
				t.Fatalf("%s:\nours   %s\ntheirs %s", p.FEN(), ours, theirs)
			}
			if ours, theirs := p.FEN(), theirFEN(their, theirMoves); ours != theirs {
				t.Fatalf("%s:\nours   %s\ntheirs %s", p.LastMove(), ours, theirs)
			}
			if p.InCheck() {
				checks++
			}
			if list.N == 0 {
				want := oracle.Stalemate
				if p.InCheck() {
					want = oracle.Checkmate
					mates++
				} else {
					stalemates++
				}
				require.Equal(t, want, their.Status(), p.FEN())
				break
			}
			require.Equal(t, oracle.NoMethod, their.Status(), p.FEN())
			m := list.Moves[random.IntN(list.N)]
			p.Make(m)
			their = their.Update(theirMove(theirMoves, spell(m)))
		}
	}
	if mates < 20 || stalemates < 5 || checks < 1000 {
		t.Errorf("only %d mates, %d stalemates and %d checks were met", mates, stalemates, checks)
	}
	t.Logf("%d mates, %d stalemates, %d checks", mates, stalemates, checks)
}

func theirPosition(t *testing.T, fen string) *oracle.Position {
	option, err := oracle.FEN(fen)
	require.NoError(t, err, fen)
	return oracle.NewGame(option).Position()
}

// spell writes a move with castling as the king's two steps.
func spell(m chess.Move) string {
	if m.IsCastle() {
		return m.From().String() + m.KingTo().String()
	}
	return m.String()
}

func ourSpelling(moves []chess.Move) string {
	var list []string
	for _, m := range moves {
		list = append(list, spell(m))
	}
	sort.Strings(list)
	return strings.Join(list, " ")
}

func theirSpelling(moves []*oracle.Move) string {
	var list []string
	for _, m := range moves {
		list = append(list, m.String())
	}
	sort.Strings(list)
	return strings.Join(list, " ")
}

func theirMove(moves []*oracle.Move, text string) *oracle.Move {
	for _, m := range moves {
		if m.String() == text {
			return m
		}
	}
	return nil
}

// theirFEN is the other implementation's FEN with the en-passant square left out
// where no capture is legal, which it names after every double step.
func theirFEN(p *oracle.Position, moves []*oracle.Move) string {
	fields := strings.Fields(p.String())
	capture := false
	for _, m := range moves {
		capture = capture || m.HasTag(oracle.EnPassant)
	}
	if !capture {
		fields[3] = "-"
	}
	return strings.Join(fields, " ")
}
