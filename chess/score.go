package chess

// Score is an evaluation in centipawns from the side to move's view. Scores from
// ±MateInMax on are mates. Scores from ±Decisive up to there are wins by tablebases. The
// distance of both from the root is counted in plies.
type Score = int

// Depth is the remaining depth of a search in plies.
type Depth = int

// Limits of the game tree and of scores.
const (
	// MaxPly is the greatest distance from the root that a search reaches.
	MaxPly = 246
	// MaxMoves is more than the number of legal moves in any position in which one
	// side has at most 31 pieces, whatever these are. The most that a game is known
	// to reach is 218.
	MaxMoves = 512

	// Mate is the score of mate at the root.
	Mate Score = 32000
	// Infinity is greater than any score.
	Infinity Score = Mate + 1
	// MateInMax is the lowest score of a mate.
	MateInMax Score = Mate - MaxPly

	// TablebaseWin is the score of a win by tablebases at the root.
	TablebaseWin Score = MateInMax - 1
	// Decisive is the lowest score of a win by tablebases.
	Decisive Score = TablebaseWin - MaxPly
)

// MateIn returns the score of giving mate at the given ply from the root.
func MateIn(ply int) Score { return Mate - ply }

// MatedIn returns the score of being mated at the given ply from the root.
func MatedIn(ply int) Score { return ply - Mate }

// IsDecisive reports whether a score is a win for either side, by mate or by tablebases.
func IsDecisive(s Score) bool { return s >= Decisive || s <= -Decisive }

// IsMate reports whether a score is a mate for either side.
func IsMate(s Score) bool { return s >= MateInMax || s <= -MateInMax }
