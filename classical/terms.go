package classical

import "xorro/chess"

// pair is a middlegame and an endgame value in centipawns, so packed that both
// are added at once: the endgame in the high half, the middlegame in the low.
type pair int64

func mix(middlegame, endgame int) pair { return pair(endgame)<<32 + pair(middlegame) }

func (p pair) middlegame() int { return int(int32(p)) }
func (p pair) endgame() int    { return int((p + 1<<31) >> 32) }

// material is what a man is worth by itself. [piece type]
var material = [6]pair{
	chess.Pawn:   mix(90, 125),
	chess.Knight: mix(340, 330),
	chess.Bishop: mix(355, 350),
	chess.Rook:   mix(490, 590),
	chess.Queen:  mix(1020, 1080),
}

// A man's square is worth the sum of what its rank and its file are worth. Ranks
// run from the own first one; files from the edge to the middle, both wings
// alike.
type rankValues [8]int
type fileValues [4]int

var placement = [6]struct {
	middlegameRank, endgameRank rankValues
	middlegameFile, endgameFile fileValues
}{
	// Pawns hold the centre first and run for promotion later.
	chess.Pawn: {
		middlegameRank: rankValues{0, -4, -2, 6, 14, 25, 45, 0},
		endgameRank:    rankValues{0, -6, -4, 2, 14, 35, 70, 0},
		middlegameFile: fileValues{-12, -2, 0, 12},
		endgameFile:    fileValues{4, 3, 0, -3},
	},
	// Knights are short-legged: they belong in the middle, a little forward.
	chess.Knight: {
		middlegameRank: rankValues{-28, -12, 4, 12, 20, 20, 2, -22},
		endgameRank:    rankValues{-18, -8, 2, 10, 10, 2, -8, -18},
		middlegameFile: fileValues{-24, -6, 6, 10},
		endgameFile:    fileValues{-18, -4, 4, 8},
	},
	// Bishops only want to leave the first rank.
	chess.Bishop: {
		middlegameRank: rankValues{-16, 4, 6, 6, 8, 6, -4, -12},
		endgameRank:    rankValues{-8, -2, 2, 4, 4, 2, -2, -6},
		middlegameFile: fileValues{-6, 4, 2, 4},
		endgameFile:    fileValues{-4, 0, 2, 3},
	},
	// Rooks stand behind the centre, or on the seventh rank.
	chess.Rook: {
		middlegameRank: rankValues{0, -8, -8, -6, 0, 6, 18, 10},
		endgameRank:    rankValues{-4, -4, -2, 2, 6, 8, 12, 8},
		middlegameFile: fileValues{-6, -2, 4, 8},
		endgameFile:    fileValues{0, 0, 0, 0},
	},
	// Queens stay back while the board is full, and rule the centre of an empty
	// one.
	chess.Queen: {
		middlegameRank: rankValues{-4, 2, 2, 0, 2, 6, 4, 6},
		endgameRank:    rankValues{-24, -14, 0, 12, 18, 16, 10, 2},
		middlegameFile: fileValues{-6, 0, 2, 3},
		endgameFile:    fileValues{-12, -2, 6, 10},
	},
	// Kings hide in a corner until few men are left, then walk to the centre.
	chess.King: {
		middlegameRank: rankValues{20, -4, -40, -60, -70, -70, -70, -70},
		endgameRank:    rankValues{-34, -12, 4, 16, 22, 20, 8, -16},
		middlegameFile: fileValues{20, 26, -10, -14},
		endgameFile:    fileValues{-20, -2, 10, 16},
	},
}

const (
	// fullPhase is the phase of the start position; the phase falls to 0 as the
	// men are taken that phaseWeight counts.
	fullPhase = 24
	// tempo is what the right to move is worth.
	tempo = 14
)

// phaseWeight is what a man adds to the phase. [piece type]
var phaseWeight = [6]int{chess.Knight: 1, chess.Bishop: 1, chess.Rook: 2, chess.Queen: 4}

var (
	// mobility is what each square costs or earns that a man reaches and that no
	// enemy pawn guards, above or below usualMobility. [piece type]
	mobility      = [6]pair{chess.Knight: mix(5, 4), chess.Bishop: mix(5, 5), chess.Rook: mix(2, 5), chess.Queen: mix(1, 4)}
	usualMobility = [6]int{chess.Knight: 4, chess.Bishop: 6, chess.Rook: 7, chess.Queen: 13}

	bishopPair = mix(26, 52)
	isolated   = mix(-10, -12) // a pawn with none beside it on the next files
	doubled    = mix(-6, -16)  // a pawn with an own one in front of it
	openFile   = mix(28, 8)    // a rook on a file without pawns
	halfOpen   = mix(12, 6)    // a rook on a file without own pawns
	shelter    = mix(24, -4)   // an own pawn on the two ranks before the king
	kingZone   = mix(9, 0)     // a square beside the king that an enemy piece attacks

	// passed is what a pawn adds that no enemy pawn can stop or take any more.
	// [own rank]
	passed = [8]pair{1: mix(0, 8), mix(0, 14), mix(6, 32), mix(22, 62), mix(45, 105), mix(70, 160)}
	// blocked is what a passed pawn loses for each rank it has come from the
	// second, if a man stands before it.
	blocked = mix(-2, -11)
)

// placed is material and placement together. [piece][square]
var placed [16][64]pair

func init() {
	for _, piece := range chess.Pieces {
		t := piece.Type()
		p := &placement[t]
		for s := chess.A1; s <= chess.H8; s++ {
			rank, file := s.Relative(piece.Color()).Rank(), min(s.File(), chess.FileH-s.File())
			value := material[t] + mix(
				p.middlegameRank[rank]+p.middlegameFile[file],
				p.endgameRank[rank]+p.endgameFile[file])
			if piece.Color() == chess.Black {
				value = -value
			}
			placed[piece][s] = value
		}
	}
}
