package position

import (
	"math/rand/v2"

	"xorro/chess"
)

// RandomChess960 returns a random start position of Chess960.
func RandomChess960(rng *rand.Rand) Setup {
	row := [8]chess.PieceType{}
	for i := range row {
		row[i] = chess.NoPieceType
	}
	place := func(t chess.PieceType, free int) { // on the free-th square that is still empty
		for i := range row {
			if row[i] != chess.NoPieceType {
				continue
			}
			if free == 0 {
				row[i] = t
				return
			}
			free--
		}
	}
	row[2*rng.IntN(4)] = chess.Bishop
	row[2*rng.IntN(4)+1] = chess.Bishop
	place(chess.Queen, rng.IntN(6))
	place(chess.Knight, rng.IntN(5))
	place(chess.Knight, rng.IntN(4))
	for _, t := range []chess.PieceType{chess.Rook, chess.King, chess.Rook} {
		place(t, 0)
	}

	s := EmptySetup()
	for side := chess.White; side <= chess.Black; side++ {
		for file, t := range row {
			first := chess.SquareAt(chess.File(file), chess.Rank1)
			s.Squares[first.Relative(side)] = chess.PieceOf(side, t)
			s.Squares[(first + 8).Relative(side)] = chess.PieceOf(side, chess.Pawn)
		}
		s.Rooks[side][0], _ = s.findRook(side, 'K')
		s.Rooks[side][1], _ = s.findRook(side, 'Q')
	}
	return s
}
