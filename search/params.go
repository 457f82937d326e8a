package search

import (
	"math/bits"
	"time"

	"xorro/chess"
)

// Margins are in centipawns, depths in plies, reductions in 1024ths of a ply.
const (
	// Aspiration windows.
	aspirationDepth  = 5   // first iteration with a window
	aspirationDelta  = 18  // half of the first window
	aspirationGiveUp = 600 // half-width beyond which a side is opened wholly

	// Reverse futility pruning.
	reverseFutilityDepth  = 8
	reverseFutilityMargin = 75 // a ply

	// Hindsight: plies that the move before was reduced by, and how much both sides'
	// evaluations together exceed nothing.
	hindsightDeeper    = 3
	hindsightShallower = 1
	hindsightSurplus   = 160

	// Null move pruning.
	nullMoveDepth         = 3
	nullMoveReduction     = 3   // plies
	nullMoveDepthDivisor  = 4   // one ply more for so much depth
	nullMoveMarginDivisor = 220 // one ply more for so far above beta
	nullMoveMarginMost    = 3   // plies at most for that

	// ProbCut.
	probCutDepth     = 5   // least depth
	probCutMargin    = 180 // above beta
	probCutImproving = 50  // less where the position improves
	probCutReduction = 4   // plies

	// Internal iterative reduction.
	iterativeReductionDepth = 4

	// Late move pruning: quiet moves searched before the rest is left out.
	lateMoveDepth = 8
	lateMoveBase  = 4

	// Futility pruning.
	futilityDepth  = 7
	futilityBase   = 150
	futilityMargin = 90 // a ply

	// SEE pruning.
	seeDepth       = 8
	seeQuietMargin = -55  // a ply
	seeNoisyMargin = -110 // a ply

	// Late move reductions.
	reductionDepth          = 3
	reductionBase           = 700
	reductionNoisyBase      = -200
	reductionNoisyDivisor   = 16 // points of capture history that save a 1024th
	reductionPV             = 1024
	reductionCut            = 1300
	reductionWorsening      = 700
	reductionNoisyTableMove = 700
	reductionCutoffs        = 800
	reductionHistoryDivisor = 16 // points of history that save a 1024th

	// childCutoffs is how many children's children may fail high before later
	// moves are reduced more.
	childCutoffs = 2
	// A reduced search that comes out so far above the best score so far is
	// repeated a ply deeper, one that is hardly better a ply shallower.
	deeperMargin    = 55 // and
	deeperPerDepth  = 3  // a ply
	shallowerMargin = 8

	// raisedDepthLeast and raisedDepthMost enclose the depths at which moves are
	// searched a ply less deeply after one that has raised alpha.
	raisedDepthLeast, raisedDepthMost = 2, 12

	// Quiescence: what a capture may be expected to gain beyond the man taken.
	quiescenceMargin = 240

	// Singular extensions.
	singularDepth        = 6  // least depth
	singularStaleness    = 3  // plies that the table's score may be shallower
	singularMargin       = 16 // below that score, in 16ths of a centipawn a ply
	singularPVMargin     = 16 // more where there was a PV
	doubleSingularMargin = 18 // further below for two plies
	// singularReach is how often the depth of the iteration lies above a node at
	// the greatest ply at which moves are extended.
	singularReach = 2

	// Correction history.
	correctionUnit     = 256  // of each table's value to a centipawn
	correctionPerDepth = 2    // bonus for a centipawn and a ply of depth
	correctionMost     = 4096 // bonus at most

	// Order of noisy moves: points of history that a centipawn counts.
	noisyGainWeight = 24

	// Order of quiet moves, in points of history.
	orderCheck    = 8000 // for a check
	orderCheckSEE = -75  // that may lose so much
	orderDanger   = 7000 // for leaving a square where a cheaper man can take

	// History bonuses.
	bonusPerDepth = 220
	bonusOffset   = 110
	bonusMost     = 1700
	// malusNoisy is what a noisy move is debited, in 16ths of the bonus.
	malusNoisy = 22
)

// Time.
const (
	clockInterval = 1024 // nodes between two looks at the clock

	defaultOverhead = 10 * time.Millisecond

	defaultHorizon = 28 // moves that the clock is to last for if not told
	hardFactor     = 4  // hard limit over soft limit
	// hardShare and hardShareOf are the part of the clock that one move may use.
	hardShare, hardShareOf = 3, 5
	// forcedMoveTime is the soft limit if there is only one legal move.
	forcedMoveTime = 10 * time.Millisecond

	// detailAfter is how long a search runs before the move that is searched and
	// failed aspiration windows are worth telling of.
	detailAfter = 3 * time.Second
)

// Threads: what each one's vote counts beside its score, in centipawns.
const voteBase = 14

// Limited strength.
const (
	handicapNodes     = 24 // of the weakest player
	handicapDoublings = 10 // of the nodes from the weakest to the strongest
	handicapLines     = 6
	handicapSoftness  = 120.0 // of the weakest player, in centipawns
)

// rule50Trust is the number of plies without progress from which the table's
// scores, which know nothing of it, end no search.
const rule50Trust = 90

// reductions is the late move reduction by the logarithms of depth and move
// number, in 1024ths of a ply. [depth][moves searched]
var reductions [64][64]int

func init() {
	for depth := 1; depth < len(reductions); depth++ {
		for moves := 1; moves < len(reductions[depth]); moves++ {
			reductions[depth][moves] = log2(depth) * log2(moves) / 4650
		}
	}
}

// log2 is the binary logarithm of n > 0 in 1024ths. It is worked out in integers
// so that every machine searches the same tree.
func log2(n int) int {
	whole := bits.Len(uint(n)) - 1
	result := whole
	x := uint64(n) << 31 >> whole // n / 2^whole, from 1 up to 2, in units of 2^-31
	for range 10 {
		x = x * x >> 31
		result <<= 1
		if x >= 1<<32 {
			x >>= 1
			result |= 1
		}
	}
	return result
}

// reduction is what a move searched after so many others is reduced by before
// anything is known of it.
func reduction(depth chess.Depth, moves int) int {
	return reductions[min(depth, len(reductions)-1)&63][min(moves, len(reductions)-1)&63]
}
