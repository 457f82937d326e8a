package attacks

import "xorro/chess"

// seed is what the search for a magic found: the multiplier and where in the
// table the square's window begins.
type seed struct {
	magic  uint64
	offset uint64
}

// magic looks up the attacks of one kind of slider from one square.
type magic struct {
	mask   chess.Bitboard // squares whose men matter
	factor uint64
	offset uint64
}

// Shifts leave as many bits of the product as the fullest mask has.
const (
	rookShift   = 64 - 12
	bishopShift = 64 - 9
)

var (
	rooks   [size]magic
	bishops [size]magic
	// table ends with an empty slot for NoSquare.
	table [tableSize + 1]chess.Bitboard

	rookRays   [size]chess.Bitboard
	bishopRays [size]chess.Bitboard
)

// Rook is the set that a rook attacks over the occupied squares, the first man
// in each direction included.
func Rook(s chess.Square, occupied chess.Bitboard) chess.Bitboard {
	m := &rooks[s%size]
	return table[uint64(occupied&m.mask)*m.factor>>rookShift+m.offset]
}

// Bishop is the set that a bishop attacks over the occupied squares.
func Bishop(s chess.Square, occupied chess.Bitboard) chess.Bitboard {
	m := &bishops[s%size]
	return table[uint64(occupied&m.mask)*m.factor>>bishopShift+m.offset]
}

// Queen is the set that a queen attacks over the occupied squares.
func Queen(s chess.Square, occupied chess.Bitboard) chess.Bitboard {
	return Rook(s, occupied) | Bishop(s, occupied)
}

// RookRays is the set that a rook attacks on an empty board.
func RookRays(s chess.Square) chess.Bitboard { return rookRays[s%size] }

// BishopRays is the set that a bishop attacks on an empty board.
func BishopRays(s chess.Square) chess.Bitboard { return bishopRays[s%size] }

// direction is one step of a slider.
type direction func(chess.Bitboard) chess.Bitboard

var (
	rookSteps   = [4]direction{chess.Bitboard.North, chess.Bitboard.South, chess.Bitboard.East, chess.Bitboard.West}
	bishopSteps = [4]direction{chess.Bitboard.NorthEast, chess.Bitboard.NorthWest, chess.Bitboard.SouthEast, chess.Bitboard.SouthWest}
)

func initSliders() {
	rooks[chess.NoSquare].offset = tableSize
	bishops[chess.NoSquare].offset = tableSize
	for s := chess.A1; s <= chess.H8; s++ {
		rookRays[s] = fill(&rooks[s], rookSeeds[s], s, rookSteps, rookShift)
		bishopRays[s] = fill(&bishops[s], bishopSeeds[s], s, bishopSteps, bishopShift)
	}
}

// fill writes a square's window of the table and returns the square's rays.
func fill(m *magic, from seed, s chess.Square, steps [4]direction, shift uint) chess.Bitboard {
	var rays chess.Bitboard
	for _, step := range steps {
		for b := step(s.Bitboard()); b != 0; b = step(b) {
			rays |= b
			if step(b) != 0 {
				m.mask |= b
			}
		}
	}
	m.factor, m.offset = from.magic, from.offset
	for subset := chess.Empty; ; {
		table[uint64(subset)*m.factor>>shift+m.offset] = walk(s, subset, steps)
		if subset = (subset - m.mask) & m.mask; subset == 0 {
			return rays
		}
	}
}

// walk steps in each direction until a man is met.
func walk(s chess.Square, occupied chess.Bitboard, steps [4]direction) (set chess.Bitboard) {
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
