package search

import (
	"math/bits"

	"xorro/chess"
	"xorro/tt"
)

// reductions is the late move reduction in 1024ths of a ply, by the logarithms of
// depth and move number. [depth][moves searched]
var reductions [64][64]int

func init() { fillReductions() }

func fillReductions() {
	for depth := 1; depth < len(reductions); depth++ {
		for moves := 1; moves < len(reductions[depth]); moves++ {
			reductions[depth][moves] = log2(depth)*log2(moves)/reductionDivisor - reductionPerMove*moves + reductionOffset
		}
	}
}

// log2 is the binary logarithm of n > 0 in 1024ths. It is computed with integers so
// that every machine searches the same tree.
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

// moveReduction is the reduction of a move by its number and its history, in 1024ths
// of a ply.
func moveReduction(depth chess.Depth, number, history int, isQuiet bool) int {
	r := reductions[min(depth, len(reductions)-1)&63][min(number, len(reductions)-1)&63]
	if isQuiet {
		return r + reductionBase - history/reductionHistoryDivisor
	}
	return r + reductionNoisyBase - history/reductionNoisyDivisor
}

// nodeReduction is what the node adds to the reduction of each of its moves, in 1024ths
// of a ply. The entry is the table's for the node.
func nodeReduction(entry tt.Entry, tableMove chess.Move, alpha chess.Score, depth chess.Depth, wasPV, cutNode, worsening bool) int {
	r := 0
	if wasPV {
		r -= reductionPV
		if entry.Bound != tt.None && entry.Score > alpha {
			r -= reductionPVScore
		}
		if entry.Bound != tt.None && entry.Depth >= depth {
			r -= reductionPVDepth
		}
	}
	if cutNode {
		r += reductionCut
		if tableMove == chess.NoMove {
			r += reductionCutNoMove
		}
	}
	if worsening {
		r += reductionWorsening
	}
	if tableMove != chess.NoMove && !tableMove.IsQuiet() {
		r += reductionNoisyTableMove
	}
	return r
}
