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
	"xorro/position"
)

// TestOracle plays random games with fixed seeds in step with another implementation of
// the rules. Both must agree on the legal moves, the FEN, checkmate and stalemate of each
// position.
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

// spell returns a move with castling written as two steps of the king.
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

// theirFEN returns the FEN of the other implementation, which names the en-passant square
// after every double push. The square is left out if no capture on it is legal.
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

// TestOracleAfterMending damages the FENs of random games. If ParseFENLenient accepts the
// damaged FEN, another implementation must find the same moves in the position.
func TestOracleAfterMending(t *testing.T) {
	random := rand.New(rand.NewPCG(1994, 3))
	counters := []string{"0", "1", "-1", "99", "300", "+4", "9999999999"}
	accepted, mendedFENs := 0, 0
	for range 300 {
		p := enginetest.Position(t, starts[random.IntN(4)])
		for range 40 {
			if !enginetest.MakeRandomMove(p, random) {
				break
			}
			fields := strings.Fields(p.FEN())
			switch random.IntN(6) {
			case 0:
				fields = fields[:2+random.IntN(4)]
			case 1:
				fields[2] = []string{"KQkq", "KQ", "kq", "Kq", "AHah"}[random.IntN(5)]
			case 2:
				fields[3] = chess.Square(random.IntN(64)).String()
			case 3:
				fields[4], fields[5] = counters[random.IntN(len(counters))], counters[random.IntN(len(counters))]
			case 4:
				fields[1] = "wb"[random.IntN(2):][:1]
			case 5:
				fields[0] = strings.Replace(fields[0], "1", string("pPnNrRqQ"[random.IntN(8)]), 1)
			}
			fen := strings.Join(fields, " ")
			q, mended, err := position.ParseFENLenient(fen)
			if err != nil || q.Chess960() {
				continue // the other implementation does not know Chess960
			}
			accepted++
			if len(mended) > 0 {
				mendedFENs++
			}
			var list movegen.List
			movegen.All(q, &list)
			their := theirPosition(t, q.FEN())
			if ours, theirs := ourSpelling(list.Slice()), theirSpelling(their.ValidMoves()); ours != theirs {
				t.Fatalf("%s, mended to %s: %q\nours   %s\ntheirs %s", fen, q.FEN(), mended, ours, theirs)
			}
		}
	}
	if accepted < 5000 || mendedFENs < 2000 {
		t.Errorf("only %d FENs were accepted, %d of them mended", accepted, mendedFENs)
	}
}
