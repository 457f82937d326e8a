package attacks

import "xorro/chess"

// seed is what the search for a magic found: the multiplier and where in the
// table the square's window begins.
type seed struct {
	factor uint64
	offset int
}

// rookMagic and bishopMagic look up the attacks from one square: the men on mask
// are multiplied, and the product's top bits, as many as the fullest mask of the
// kind has squares, index the window.
type (
	rookMagic struct {
		mask   chess.Bitboard
		factor uint64
		window *[1 << rookBits]chess.Bitboard
	}
	bishopMagic struct {
		mask   chess.Bitboard
		factor uint64
		window *[1 << bishopBits]chess.Bitboard
	}
)

const (
	rookBits   = 12
	bishopBits = 9
)

var (
	rooks   [size]rookMagic
	bishops [size]bishopMagic
	// table holds the windows and ends with an empty one for NoSquare.
	table [tableSize + 1<<rookBits]chess.Bitboard

	rookRays   [size]chess.Bitboard
	bishopRays [size]chess.Bitboard
)

// Rook is the set that a rook attacks over the occupied squares, the first man
// in each direction included.
func Rook(s chess.Square, occupied chess.Bitboard) chess.Bitboard {
	m := &rooks[s]
	return m.window[uint64(occupied&m.mask)*m.factor>>(64-rookBits)]
}

// Bishop is the set that a bishop attacks over the occupied squares.
func Bishop(s chess.Square, occupied chess.Bitboard) chess.Bitboard {
	m := &bishops[s]
	return m.window[uint64(occupied&m.mask)*m.factor>>(64-bishopBits)]
}

// Queen is the set that a queen attacks over the occupied squares.
func Queen(s chess.Square, occupied chess.Bitboard) chess.Bitboard {
	return Rook(s, occupied) | Bishop(s, occupied)
}

// RookRays is the set that a rook attacks on an empty board.
func RookRays(s chess.Square) chess.Bitboard { return rookRays[s] }

// BishopRays is the set that a bishop attacks on an empty board.
func BishopRays(s chess.Square) chess.Bitboard { return bishopRays[s] }

// direction is one step of a slider.
type direction func(chess.Bitboard) chess.Bitboard

// Opposite directions, which make a line, stand side by side.
var (
	rookSteps   = [4]direction{chess.Bitboard.North, chess.Bitboard.South, chess.Bitboard.East, chess.Bitboard.West}
	bishopSteps = [4]direction{chess.Bitboard.NorthEast, chess.Bitboard.SouthWest, chess.Bitboard.NorthWest, chess.Bitboard.SouthEast}
)

func initSliders() {
	rooks[chess.NoSquare].window = rookWindow(tableSize)
	bishops[chess.NoSquare].window = bishopWindow(tableSize)
	for s := chess.A1; s <= chess.H8; s++ {
		var mask chess.Bitboard
		mask, rookRays[s] = rays(s, rookSteps[:])
		rooks[s] = rookMagic{mask, rookSeeds[s].factor, rookWindow(rookSeeds[s].offset)}
		fill(rooks[s].window[:], rooks[s].factor, 64-rookBits, s, rookSteps)

		mask, bishopRays[s] = rays(s, bishopSteps[:])
		bishops[s] = bishopMagic{mask, bishopSeeds[s].factor, bishopWindow(bishopSeeds[s].offset)}
		fill(bishops[s].window[:], bishops[s].factor, 64-bishopBits, s, bishopSteps)
	}
}

// fill works out a window. What a slider attacks along one of its two lines does
// not depend on the men on the other, so that each line's few subsets are walked
// once; and as the subsets are disjoint, their products add up to that of both.
func fill(window []chess.Bitboard, factor uint64, shift int, s chess.Square, steps [4]direction) {
	type lineAttack struct {
		product uint64
		set     chess.Bitboard
	}
	var lines [2][1 << 6]lineAttack
	var counts [2]int
	for i := range lines {
		line := steps[2*i : 2*i+2]
		mask, _ := rays(s, line)
		for subset := range subsets(mask) {
			lines[i][counts[i]] = lineAttack{uint64(subset) * factor, walk(s, subset, line)}
			counts[i]++
		}
	}
	for _, first := range lines[0][:counts[0]] {
		for _, second := range lines[1][:counts[1]] {
			window[(first.product+second.product)>>shift] = first.set | second.set
		}
	}
}

func rookWindow(offset int) *[1 << rookBits]chess.Bitboard {
	return (*[1 << rookBits]chess.Bitboard)(table[offset:])
}

func bishopWindow(offset int) *[1 << bishopBits]chess.Bitboard {
	return (*[1 << bishopBits]chess.Bitboard)(table[offset:])
}

// rays returns what a slider attacks on an empty board, and of that the squares
// where a man would be in the way of something behind it.
func rays(s chess.Square, steps []direction) (mask, all chess.Bitboard) {
	for _, step := range steps {
		for b := step(s.Bitboard()); b != 0; b = step(b) {
			all |= b
			if step(b) != 0 {
				mask |= b
			}
		}
	}
	return mask, all
}

// subsets goes through all subsets of a set, the empty one first.
func subsets(set chess.Bitboard) func(yield func(chess.Bitboard) bool) {
	return func(yield func(chess.Bitboard) bool) {
		for subset := chess.Empty; yield(subset); {
			if subset = (subset - set) & set; subset == 0 {
				return
			}
		}
	}
}

// walk steps in each direction until a man is met.
func walk(s chess.Square, occupied chess.Bitboard, steps []direction) (set chess.Bitboard) {
	for _, step := range steps {
		for b := step(s.Bitboard()); b != 0; b = step(b) {
			set |= b
			if b&occupied != 0 {
				break
			}
		}
	}
	return set
}
