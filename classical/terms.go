package classical

import "xorro/chess"

// The numbers were fitted to 405,000 quiet positions of games that the engine
// played with itself, so that the evaluation foretells their results (P. Österlund's
// method, "Texel's Tuning Method", 2014). Where few positions had a say they stay
// near the guesses from which the fit began.

// pair is a middlegame and an endgame value in centipawns, so packed that both
// are added at once: the endgame in the high half, the middlegame in the low.
type pair int64

func mix(middlegame, endgame int) pair { return pair(endgame)<<32 + pair(middlegame) }

func (p pair) middlegame() int { return int(int32(p)) }
func (p pair) endgame() int    { return int((p + 1<<31) >> 32) }

// material is what a man is worth by itself. [piece type]
var material = [6]pair{
	chess.Pawn:   mix(92, 128),
	chess.Knight: mix(368, 341),
	chess.Bishop: mix(385, 413),
	chess.Rook:   mix(544, 646),
	chess.Queen:  mix(1172, 1019),
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
		middlegameRank: rankValues{0, -1, -2, 6, 12, 11, 59, 0},
		endgameRank:    rankValues{0, 2, -7, -4, 6, 48, 70, 0},
		middlegameFile: fileValues{-14, 2, 4, 10},
		endgameFile:    fileValues{11, -2, -4, 4},
	},
	// Knights are short-legged: they belong in the middle.
	chess.Knight: {
		middlegameRank: rankValues{6, -2, 8, 19, 19, 27, -9, -52},
		endgameRank:    rankValues{-6, 1, 3, 20, 13, -11, -18, -28},
		middlegameFile: fileValues{-11, 1, 14, 23},
		endgameFile:    fileValues{6, -15, 5, -1},
	},
	// Bishops want to leave the first rank.
	chess.Bishop: {
		middlegameRank: rankValues{-4, 31, 10, 9, 10, 1, -29, -8},
		endgameRank:    rankValues{-32, -30, -4, -7, -1, -4, -7, -34},
		middlegameFile: fileValues{7, 9, 20, 11},
		endgameFile:    fileValues{-23, -15, -14, -5},
	},
	// Rooks stand behind the centre, or on the seventh rank.
	chess.Rook: {
		middlegameRank: rankValues{20, 8, -12, -7, 8, 4, 43, 13},
		endgameRank:    rankValues{-14, -28, -4, 6, 10, 17, 8, 15},
		middlegameFile: fileValues{4, 6, 23, 31},
		endgameFile:    fileValues{-7, -11, -11, -24},
	},
	// Queens stay back while the board is full, and go forward on an empty one.
	chess.Queen: {
		middlegameRank: rankValues{37, 41, 30, 29, 28, 24, 23, 14},
		endgameRank:    rankValues{-48, -46, -21, 14, 28, 15, 26, 27},
		middlegameFile: fileValues{50, 53, 51, 50},
		endgameFile:    fileValues{-22, 0, -3, 0},
	},
	// Kings hide in a corner until few men are left, then walk to the centre.
	chess.King: {
		middlegameRank: rankValues{16, -7, -51, -80, -82, -66, -55, -39},
		endgameRank:    rankValues{-105, -74, -61, -49, -29, -15, -13, 13},
		middlegameFile: fileValues{14, 31, -5, -18},
		endgameFile:    fileValues{-43, -32, -20, -23},
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

// mobilityValues is what it is worth how many squares a man reaches that no enemy
// pawn guards. [piece type][squares]
var mobilityValues = [6]struct{ middlegame, endgame []int }{
	chess.Knight: {
		middlegame: []int{-28, -9, -6, 4, 10, 16, 12, 22, 18},
		endgame:    []int{-24, -45, -8, -10, 11, 15, 28, 31, 10},
	},
	chess.Bishop: {
		middlegame: []int{-33, -18, -14, -9, -5, -7, -3, 8, 15, 5, 28, 31, 29, 52},
		endgame:    []int{-73, -52, -34, -7, 5, 15, 21, 11, 20, 15, 17, 4, -3, -11},
	},
	chess.Rook: {
		middlegame: []int{-35, -15, -9, -6, -1, 1, 0, -3, 1, 10, 10, 10, 26, 0, 95},
		endgame:    []int{-90, -38, -22, -12, -3, 13, 12, 27, 28, 32, 41, 47, 37, 44, 13},
	},
	chess.Queen: {
		middlegame: []int{-18, -18, -12, -7, -9, -1, 2, 4, 7, 11, 5, 10, 14, 26, 17, 26, 18, 7, 43, 33, 21, 14, 11, -7, 10, -14, 15, 8},
		endgame:    []int{-49, -44, -67, -76, -35, -48, -29, -18, -11, -2, 23, 28, 39, 29, 39, 35, 68, 44, 31, 23, 14, -3, 13, -15, 15, -44, 52, 31},
	},
}

// kingPressure is what it is worth how often knights, bishops, rooks and queens
// attack squares beside the enemy king. [there is a queen][attacks]
var kingPressure = [2][16]pair{
	{mix(-23, -21), mix(-28, -21), mix(-10, -25), mix(6, -26), mix(13, -19), mix(22, -16), mix(28, -24), mix(43, -27), mix(71, -2), mix(81, 0), mix(90, 0), mix(99, 0), mix(108, 0), mix(117, 0), mix(126, 0), mix(135, 0)},
	{mix(17, -36), mix(11, -4), mix(29, -12), mix(27, 2), mix(69, -24), mix(97, -1), mix(107, 37), mix(87, 19), mix(81, 4), mix(83, 1), mix(89, 0), mix(99, 0), mix(108, 0), mix(117, 0), mix(126, 0), mix(135, 0)},
}

// outpostRanks are where a minor piece is a thorn in the enemy's side. [color]
var outpostRanks = [2]chess.Bitboard{
	chess.White: chess.Rank4BB | chess.Rank5BB | chess.Rank6BB,
	chess.Black: chess.Rank5BB | chess.Rank4BB | chess.Rank3BB,
}

const (
	// allWinnable is the share of an endgame's worth that is the whole of it, and
	// hardlyWinnable what is left where there is next to nothing to win with.
	allWinnable    = 16
	hardlyWinnable = 3
)

var (
	bishopPair    = mix(30, 51)
	knightOutpost = mix(18, 11)
	bishopOutpost = mix(13, 5)
	openFile      = mix(60, -14) // a rook on a file without pawns
	halfOpen      = mix(20, 13)  // a rook on a file without own pawns
	shelter       = mix(12, -1)  // an own pawn on the two ranks before the king
	storm         = mix(4, 3)    // an enemy pawn on the three ranks before it

	pawnThreat  = mix(45, 32) // a pawn attacks a knight, bishop, rook or queen
	minorThreat = mix(47, -2) // a knight or bishop attacks a rook or queen
	rookThreat  = mix(50, 8)  // a rook attacks a queen
	loose       = mix(17, 40) // an enemy man is attacked and not defended

	isolated  = mix(-4, -12)  // a pawn with none beside it on the next files
	doubled   = mix(-15, -10) // a pawn with an own one in front of it
	phalanx   = mix(5, 6)     // a pawn with an own one right beside it
	supported = mix(11, 2)    // a pawn that a pawn defends
	backwards = mix(1, -5)    // a pawn that cannot advance and has no pawn to help it

	// passed is what a pawn adds that no enemy pawn can stop or take any more.
	// [own rank]
	passed = [8]pair{1: mix(2, 23), mix(-9, 47), mix(19, 59), mix(24, 102), mix(63, 120), mix(84, 160)}
	// blocked is what a passed pawn loses for each rank it has come from the
	// second, if a man stands before it.
	blocked = mix(-12, -10)
	// escort and hunt are what each move costs or earns that the own and the enemy
	// king need to the square before a passed pawn, from its fourth rank on.
	escort = mix(13, -21)
	hunt   = mix(-19, 28)
)

// mobility is mobilityValues in pairs. [piece type][squares]
var mobility [6][32]pair

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
	for t, values := range mobilityValues {
		for n := range values.middlegame {
			mobility[t][n] = mix(values.middlegame[n], values.endgame[n])
		}
	}
}
