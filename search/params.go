//go:build !tune

package search

//go:generate go run params_gen.go

// The parameters of the search, each with the range of values worth trying.
// Margins are in centipawns, depths in plies, reductions in 1024ths of a ply, and
// bonuses in the points of the history tables, which lie within ±historyMax.
//
// With the build tag tune the parameters are variables: see Tunable.
const (
	// Aspiration windows.
	aspirationDepth  = 5   // [2, 10] first iteration with a window
	aspirationDelta  = 14  // [5, 60] half the width of the first window
	aspirationGiveUp = 600 // [100, 2000] half-width above which the window is opened on the side that failed

	// Reverse futility pruning.
	reverseFutilityDepth  = 8  // [3, 14] greatest depth
	reverseFutilityMargin = 68 // [20, 150] per ply
	reverseFutilityDoubt  = 12 // [0, 32] more where the static evaluation was corrected, in 16ths of the correction

	// Hindsight: the depth of a node changes by a ply if the move before was reduced
	// by a number of plies, depending on the sum of the evaluations of both sides.
	hindsightDeeper    = 3   // [1, 6] least reduction
	hindsightShallower = 1   // [1, 6] least reduction
	hindsightSurplus   = 210 // [20, 400] least sum for one ply less

	// Null move pruning.
	nullMoveDepth         = 3   // [1, 6] least depth
	nullMoveReduction     = 5   // [1, 8] plies
	nullMoveDepthDivisor  = 3   // [2, 8] plies of depth for one more ply of reduction
	nullMoveMarginDivisor = 180 // [60, 500] centipawns above beta for one more ply of reduction
	nullMoveMarginMost    = 3   // [1, 8] greatest reduction for that, in plies
	nullMoveThreatDepth   = 6   // [3, 12] depth from which the search after a null move has a ply or more
	nullMoveVerification  = 12  // [6, 20] depth from which a null move that fails high is verified

	// Internal iterative reduction.
	iterativeReductionDepth = 4 // [2, 10] least depth

	// ProbCut.
	probCutDepth     = 5   // [3, 10] least depth
	probCutMargin    = 240 // [60, 400] above beta
	probCutImproving = 50  // [0, 150] less if the position is improving
	probCutReduction = 4   // [2, 6] plies

	// Singular extensions.
	singularDepth        = 6  // [4, 10] least depth
	singularStaleness    = 3  // [1, 6] plies by which the table's depth may be less than the node's
	singularMargin       = 20 // [4, 48] below the table's score, in 16ths of a centipawn per ply
	singularPVMargin     = 16 // [0, 64] more at nodes that were in a PV
	doubleSingularMargin = 18 // [0, 80] further below for an extension of two plies
	doubleSingularDepth  = 14 // [8, 24] depth below which the node is searched a ply deeper after such an extension
	singularReach        = 2  // [1, 4] greatest ply at which moves are extended, in depths of the iteration

	// Late move pruning.
	lateMoveBase = 5 // [1, 12] moves at depth 0 before quiet moves are pruned

	// Futility pruning. The depth is that after the move's late move reduction.
	futilityDepth  = 8   // [3, 14] greatest depth
	futilityBase   = 90  // [0, 300]
	futilityMargin = 110 // [30, 200] per ply
	futilityNoBest = 70  // [0, 200] more while no move has raised alpha
	futilityDanger = 60  // [0, 200] more for a piece that a cheaper one can capture

	// Futility pruning of captures, by the depth after the reduction too.
	noisyFutilityDepth   = 6   // [3, 14] greatest depth
	noisyFutilityBase    = 120 // [0, 300]
	noisyFutilityMargin  = 135 // [30, 200] per ply
	noisyFutilityHistory = 100 // [30, 400] points of capture history for one centipawn more

	// SEE pruning. For quiet moves the depth is that after the reduction.
	seeDepth       = 8   // [3, 14] greatest depth
	seeQuietBase   = -32 // [-100, 0]
	seeQuietMargin = -17 // [-40, -4] per square of the depth
	seeNoisyMargin = -95 // [-250, -20] per ply

	// Late move reductions.
	reductionDepth          = 3    // [2, 5] least depth
	reductionDivisor        = 3720 // [2500, 6000] of the product of the logarithms of depth and move number
	reductionPerMove        = 60   // [0, 150] less for each move
	reductionOffset         = 100  // [-500, 1000]
	reductionBase           = 700  // [-500, 2000] for quiet moves
	reductionNoisyBase      = -200 // [-1500, 1500] for noisy moves
	reductionHistoryDivisor = 16   // [6, 40] points of history for one 1024th less
	reductionNoisyDivisor   = 16   // [6, 40] points of capture history for one 1024th less
	reductionPV             = 700  // [0, 2500] less at nodes that were in a PV
	reductionPVScore        = 600  // [0, 2000] less there if the table's score exceeds alpha
	reductionPVDepth        = 600  // [0, 2000] less there if the table's depth suffices
	reductionCut            = 1300 // [0, 3000] more at cut nodes
	reductionCutNoMove      = 1024 // [0, 3000] more at cut nodes without a table move
	reductionWorsening      = 700  // [0, 2000] more if the position is not improving
	reductionNoisyTableMove = 700  // [0, 2000] more if the table move is noisy
	reductionCutoffs        = 1100 // [0, 2500] more if more than childCutoffs children failed high
	childCutoffs            = 2    // [0, 6]

	// After a reduced search that fails high the depth of the full one changes by a
	// ply: it is deeper if the score exceeds the best one by a margin that grows with
	// the depth, and shallower if the score is hardly better.
	deeperMargin    = 45 // [10, 150]
	deeperPerDepth  = 3  // [0, 10]
	shallowerMargin = 8  // [0, 40]

	// The rest of the moves are searched a ply less deeply after one that raised
	// alpha, at depths between these.
	raisedDepthLeast = 2  // [0, 6]
	raisedDepthMost  = 12 // [6, 20]

	// Quiescence: what a capture may gain beyond the captured piece.
	quiescenceMargin = 260 // [60, 500]

	// The transposition table's scores do not take the fifty-move rule into account.
	// From this number of plies without progress on they end no search.
	rule50Trust = 90 // [50, 100] plies

	// Correction history.
	correctionUnit     = 230  // [64, 1024] points of each table for a centipawn
	correctionPerDepth = 3    // [1, 8] bonus per centipawn and ply of depth
	correctionMost     = 5000 // [512, 16384] greatest bonus

	// Order of noisy moves.
	noisyGainWeight = 24 // [4, 80] points of history for a centipawn of material

	// Order of quiet moves, in points of history.
	orderCheck    = 12000 // [0, 20000] for a check
	orderCheckSEE = -75   // [-300, 0] that loses no more than this, in centipawns
	orderDanger   = 7000  // [0, 20000] for leaving a square where a cheaper piece can capture

	// History bonuses.
	bonusPerDepth = 220  // [50, 500]
	bonusOffset   = 110  // [-300, 500]
	bonusMost     = 1700 // [500, 5000]
	malusPerDepth = 400  // [50, 800] of a quiet move
	malusOffset   = 100  // [-300, 500]
	malusMost     = 2100 // [500, 5000]
	malusPerMove  = 25   // [0, 80] less for each quiet move searched
	malusNoisy    = 30   // [4, 48] of a noisy move, in 16ths of the bonus

	// Continuation history: the bonus of a quiet move whose reduced search fails high,
	// and the malus of a quiet move that is refuted though it is the first to be
	// searched besides the table move.
	bonusAgain         = 900 // [0, 3000]
	malusPriorPerDepth = 130 // [0, 400]
	malusPriorMost     = 900 // [100, 4000]

	// Time of a move.
	clockHorizon     = 28   // [12, 60] moves for which the clock is to last if the limits do not say
	clockIncrement   = 75   // [30, 100] percent of the increment to use
	clockHard        = 4    // [1, 10] hard limit over soft limit
	clockMost        = 60   // [20, 90] percent of the clock for one move at most
	moveTimeOverhead = 5    // [1, 20] percent of the move time that overhead may take
	paceUnstable     = 1300 // [800, 2500] thousandths of the soft limit if the best move has just changed
	paceStable       = 70   // [0, 200] less for each iteration without a change
	paceStableMost   = 8    // [2, 16] greatest number of these iterations
	paceEffort       = 1700 // [1000, 3000] thousandths if the best move took none of the nodes; less its share
	paceFall         = 6    // [0, 30] thousandths more for each centipawn that the score fell
	paceFallLeast    = -15  // [-100, 0] centipawns
	paceFallMost     = 60   // [10, 300] centipawns

	// Threads.
	voteBase = 14 // [0, 100] centipawns that the vote of every thread has besides its score

	// Limited strength.
	handicapNodes     = 24  // [8, 200] of the weakest player
	handicapFaultless = 10  // [4, 16] skill from which the best line is always chosen
	handicapLines     = 4   // [2, 16] from which the strongest player chooses the move
	handicapMoreLines = 28  // [0, 60] for the weakest player
	handicapSoftness  = 600 // [20, 2000] of the weakest player, in centipawns
)
