package position_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"xorro/attacks"
	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
)

func TestSEE(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      int // what the exchange wins
	}{
		{"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100},
		{"3rk3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500},
		{"3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100}, // the second rook looks through the first
		{"3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500},
		{"4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0},
		{"4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", 200},
		{"4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", 100 - 300},
		{"4k3/8/2n5/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", 100 - 300},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", 100},             // en passant
		{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 300 + 800},       // promotion with capture
		{"rn2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 300 + 800 - 900}, // and recapture
		{"r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", 800 - 900},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", 0},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1a8", 0},
		{"1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1b1", -500},
		{"8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100},      // the king may not take back
		{"8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 100 - 500}, // and here it may
		{"4k3/4n3/8/3p4/8/8/8/3RR1K1 w - - 0 1", "d1d5", 100},    // the knight is pinned
	} {
		p := enginetest.Position(t, c.fen)
		m := enginetest.Move(t, p, c.move)
		assert.True(t, p.SEE(m, c.want), "%s %s at %d", c.fen, c.move, c.want)
		assert.False(t, p.SEE(m, c.want+1), "%s %s at %d", c.fen, c.move, c.want+1)
	}
}

// exchange computes the value of an exchange on a square by plain recursion over the
// pieces.
type exchange struct {
	pieces  [64]chess.Piece
	to      chess.Square
	pinned  [2]chess.Bitboard
	pinners [2]chess.Bitboard
}

func (e *exchange) occupied() (b chess.Bitboard) {
	for s, piece := range e.pieces {
		if piece != chess.NoPiece {
			b |= chess.Square(s).Bitboard()
		}
	}
	return b
}

// attackers returns the pieces of a side that attack the square. Pinned pieces attack but
// may not move.
func (e *exchange) attackers(side chess.Color, mayMove bool) (list []chess.Square) {
	occupied := e.occupied()
	for s := chess.A1; s <= chess.H8; s++ {
		piece := e.pieces[s]
		if piece == chess.NoPiece || piece.Color() != side || s == e.to {
			continue
		}
		var reach chess.Bitboard
		switch piece.Type() {
		case chess.Pawn:
			reach = attacks.Pawn(side, s)
		case chess.Knight:
			reach = attacks.Knight(s)
		case chess.Bishop:
			reach = attacks.Bishop(s, occupied)
		case chess.Rook:
			reach = attacks.Rook(s, occupied)
		case chess.Queen:
			reach = attacks.Queen(s, occupied)
		case chess.King:
			reach = attacks.King(s)
		}
		if !reach.Has(e.to) || mayMove && e.pinned[side].Has(s) && e.pinners[side]&occupied&^e.to.Bitboard() != 0 {
			continue
		}
		list = append(list, s)
	}
	return list
}

// best returns the most that a side wins by capturing or by not capturing, given the value
// of the piece on the square.
func (e *exchange) best(side chess.Color, taken int) int {
	var least chess.Square = chess.NoSquare
	for _, s := range e.attackers(side, true) {
		if least == chess.NoSquare || e.pieces[s].Type() < e.pieces[least].Type() {
			least = s
		}
	}
	if least == chess.NoSquare {
		return 0
	}
	piece := e.pieces[least]
	e.pieces[least] = chess.NoPiece
	defer func() { e.pieces[least] = piece }()
	if piece.Type() == chess.King && len(e.attackers(side.Other(), false)) > 0 {
		return 0
	}
	return max(0, taken-e.best(side.Other(), position.SEEValue(piece.Type())))
}

// slowSEE computes an exchange by plain recursion.
func slowSEE(p *position.Position, m chess.Move) int {
	if m.IsCastle() {
		return 0
	}
	us := p.SideToMove()
	e := exchange{pieces: mailbox(p), to: m.To()}
	for side := chess.White; side <= chess.Black; side++ {
		e.pinned[side], e.pinners[side] = pinsOf(p, side)
	}
	gain := position.SEEValue(e.pieces[m.To()].Type())
	piece := e.pieces[m.From()]
	if m.Kind() == chess.EnPassant {
		gain = position.SEEValue(chess.Pawn)
		e.pieces[m.To()^8] = chess.NoPiece
	}
	if m.IsPromotion() {
		piece = chess.PieceOf(us, m.Promotion())
		gain += position.SEEValue(m.Promotion()) - position.SEEValue(chess.Pawn)
	}
	e.pieces[m.From()] = chess.NoPiece
	e.pieces[m.To()] = piece
	return gain - e.best(us.Other(), position.SEEValue(piece.Type()))
}

func pinsOf(p *position.Position, side chess.Color) (pinned, pinners chess.Bitboard) {
	king, own := p.King(side), p.ByColor(side)
	for s := chess.A1; s <= chess.H8; s++ {
		piece := p.PieceOn(s)
		if piece == chess.NoPiece || piece.Color() == side {
			continue
		}
		t := piece.Type()
		aligned := (t == chess.Rook || t == chess.Queen) && attacks.RookRays(king).Has(s) ||
			(t == chess.Bishop || t == chess.Queen) && attacks.BishopRays(king).Has(s)
		between := attacks.Between(king, s) & p.Occupied()
		if aligned && between.Count() == 1 && between&own != 0 {
			pinned |= between
			pinners |= s.Bitboard()
		}
	}
	return pinned, pinners
}

func TestSEEAgainstRecursion(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	moves, captures := 0, 0
	for _, fen := range trees {
		for range 25 {
			p := enginetest.Position(t, fen)
			for range 80 {
				var list movegen.List
				movegen.All(p, &list)
				if list.N == 0 {
					break
				}
				for _, m := range list.Slice() {
					want := slowSEE(p, m)
					if !p.SEE(m, want) || p.SEE(m, want+1) {
						t.Fatalf("%s %v: the exchange wins %d, SEE says at least that is %v, more is %v", p.FEN(), m, want, p.SEE(m, want), p.SEE(m, want+1))
					}
					moves++
					if m.IsCapture() {
						captures++
					}
				}
				p.Make(list.Moves[random.IntN(list.N)])
			}
		}
	}
	assert.Greater(t, captures, 10_000)
	t.Logf("%d moves, %d captures", moves, captures)
}
