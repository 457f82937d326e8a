package uci

import (
	"math"

	"xorro/chess"
	"xorro/position"
)

// The model behind UCI_ShowWDL is logistic: the chance to win grows with the
// score along an S-curve, of which two things depend on the men on the board.
//
// half is the score in centipawns with which every second game is won. With few
// men left an advantage is less easily made into a win, so that it takes more.
//
// spread is how many centipawns take the odds of a win up or down by a factor of
// e. With many men left the game is long, and much can happen to any score.
//
// The chance to lose is that of the other side to win, and what is left is drawn.
// With half well above spread, that is the most likely end of an even game.
const (
	halfOfBareBoard, halfOfFullBoard     = 220.0, 130.0
	spreadOfBareBoard, spreadOfFullBoard = 55.0, 85.0
)

// fullMaterial is the sum of menWeight in the start position.
const fullMaterial = 78

// menWeight is the usual count of what men are worth. [piece type]
var menWeight = [6]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9}

// material sums up menWeight over both sides.
func material(p *position.Position) int {
	sum := 0
	for t := chess.Pawn; t <= chess.Queen; t++ {
		sum += menWeight[t] * p.Pieces(t).Count()
	}
	return sum
}

// wdl is how often a game is won, drawn and lost from the side to move's view, in
// permille. The three make up 1000.
type wdl struct{ win, draw, loss int }

// chances turns a score into the chances it gives with so much material.
func chances(score chess.Score, material int) wdl {
	switch {
	case score >= chess.Decisive:
		return wdl{win: 1000}
	case score <= -chess.Decisive:
		return wdl{loss: 1000}
	}
	full := min(float64(material)/fullMaterial, 1)
	half := halfOfBareBoard + full*(halfOfFullBoard-halfOfBareBoard)
	spread := spreadOfBareBoard + full*(spreadOfFullBoard-spreadOfBareBoard)
	win := permilleOfWins((float64(score) - half) / spread)
	loss := permilleOfWins((float64(-score) - half) / spread)
	return wdl{win, 1000 - win - loss, loss}
}

// permilleOfWins is the S-curve.
func permilleOfWins(x float64) int { return int(math.Round(1000 / (1 + math.Exp(-x)))) }
