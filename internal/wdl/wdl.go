// Package wdl is the model behind UCI_ShowWDL: the chances to win, to draw and to lose
// that a score gives.
package wdl

import (
	"math"

	"xorro/chess"
	"xorro/position"
)

// Model is a logistic model: the chance to win grows with the score along an S-curve.
// Its two parameters are cubic polynomials of the material on the board, where that of
// the start position is 1; the lowest power is first.
type Model struct {
	// Half is the score in centipawns at which half of the games are won. It is greater
	// with little material, where an advantage is harder to win with.
	Half [4]float64
	// Spread is how many centipawns change the odds of a win by a factor of e.
	Spread [4]float64
}

// Engine is the engine's model. The command in contrib/wdl fits a model to games.
var Engine = Model{
	Half:   [4]float64{468.4, -1143.1, 1288.8, -537.6},
	Spread: [4]float64{64.2, 24.7, -3.7, -12.9},
}

// The range of material in which the parameters change: FullMaterial is that of the
// start position.
const (
	LeastMaterial = 10
	FullMaterial  = 78
)

// Parameters returns the values of both polynomials, in centipawns. The spread is at
// least 1.
func (m *Model) Parameters(material int) (half, spread float64) {
	x := float64(min(max(material, LeastMaterial), FullMaterial)) / FullMaterial
	return polynomial(m.Half, x), max(polynomial(m.Spread, x), 1)
}

// polynomial returns the value of a cubic polynomial at x.
func polynomial(p [4]float64, x float64) float64 { return p[0] + x*(p[1]+x*(p[2]+x*p[3])) }

// Chances are the chances to win, to draw and to lose. Their sum is 1.
type Chances struct{ Win, Draw, Loss float64 }

// Chances returns the chances of the side whose score it is, in centipawns.
func (m *Model) Chances(score chess.Score, material int) Chances {
	half, spread := m.Parameters(material)
	return At(float64(score), half, spread)
}

// At returns the chances that a score gives with the given parameters, all three in
// centipawns. The chance to lose is the other side's chance to win.
func At(score, half, spread float64) Chances {
	win := 1 / (1 + math.Exp((half-score)/spread))
	loss := 1 / (1 + math.Exp((half+score)/spread))
	return Chances{win, 1 - win - loss, loss}
}

// pawns is the usual value of each piece in pawns. [piece type]
var pawns = [6]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9}

// Material returns the sum of the usual values of all pieces on the board in pawns.
func Material(p *position.Position) int {
	sum := 0
	for t := chess.Pawn; t <= chess.Queen; t++ {
		sum += pawns[t] * p.Pieces(t).Count()
	}
	return sum
}
