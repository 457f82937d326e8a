package attacks

import "xorro/chess"

// seed is a result of the search for magics: the multiplier of a square, and the index
// in the table at which the square's window begins.
type seed struct {
	factor uint64
	offset int
}

// rookMagic and bishopMagic hold what a lookup from one square needs. The occupied
// squares of mask are multiplied by factor, and the top bits of the product index the
// window. There are as many of these bits as the largest mask has squares.
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

// Rook returns the squares that a rook attacks, given the occupied squares. The first
// occupied square in each direction is included.
func Rook(s chess.Square, occupied chess.Bitboard) chess.Bitboard {
	m := &rooks[s]
	return m.window[uint64(occupied&m.mask)*m.factor>>(64-rookBits)]
}

// Bishop returns the squares that a bishop attacks, given the occupied squares.
func Bishop(s chess.Square, occupied chess.Bitboard) chess.Bitboard {
	m := &bishops[s]
	return m.window[uint64(occupied&m.mask)*m.factor>>(64-bishopBits)]
}

// Queen returns the squares that a queen attacks, given the occupied squares.
func Queen(s chess.Square, occupied chess.Bitboard) chess.Bitboard {
	return Rook(s, occupied) | Bishop(s, occupied)
}

// RookRays returns the squares that a rook attacks on an empty board.
func RookRays(s chess.Square) chess.Bitboard { return rookRays[s] }

// BishopRays returns the squares that a bishop attacks on an empty board.
func BishopRays(s chess.Square) chess.Bitboard { return bishopRays[s] }

// direction is one step of a sliding piece.
type direction func(chess.Bitboard) chess.Bitboard

// The steps of sliding pieces. Opposite directions stand next to each other.
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

// fill fills a window. The attacks along one of the two lines do not depend on the
// pieces on the other line, so fill walks the few subsets of each line once. The
// subsets are disjoint, so the product of their union is the sum of their products.
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

// rays returns all squares that a sliding piece attacks on an empty board, and the mask
// of those on which a piece would hide squares behind it.
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

// subsets iterates over all subsets of a set, beginning with the empty one.
func subsets(set chess.Bitboard) func(yield func(chess.Bitboard) bool) {
	return func(yield func(chess.Bitboard) bool) {
		for subset := chess.Empty; yield(subset); {
			if subset = (subset - set) & set; subset == 0 {
				return
			}
		}
	}
}

// walk returns the squares that a sliding piece attacks. It steps in each direction up to
// the first occupied square.
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
