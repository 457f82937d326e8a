package chess

// Score is an evaluation in centipawns from the side to move's view. Scores
// beyond ±MateInMax are mates, and those from there to ±Decisive are wins that
// tablebases know of, both counted in plies from the root of the search.
type Score = int

// Depth is a remaining search depth in plies.
type Depth = int

// Limits of the game tree and of the scores in it.
const (
	// MaxPly is the greatest distance from the root that a search reaches.
	MaxPly = 246
	// MaxMoves bounds the legal moves of a position, whatever the pieces, of which
	// one side has at most 31. The most known that a game can reach is 218.
	MaxMoves = 512

	// Mate is the score of having mated at the root.
	Mate Score = 32000
	// Infinity lies outside every score.
	Infinity Score = Mate + 1
	// MateInMax is the lowest score that still claims a mate.
	MateInMax Score = Mate - MaxPly

	// TablebaseWin is the score of having reached a won position of the tablebases
	// at the root.
	TablebaseWin Score = MateInMax - 1
	// Decisive is the lowest score that still claims a win.
	Decisive Score = TablebaseWin - MaxPly
)

// MateIn is the score of mating in so many plies from the root.
func MateIn(ply int) Score { return Mate - ply }

// MatedIn is the score of being mated in so many plies from the root.
func MatedIn(ply int) Score { return ply - Mate }

// IsDecisive says whether a score claims a win for either side, by mate or by
// tablebases.
func IsDecisive(s Score) bool { return s >= Decisive || s <= -Decisive }

// IsMate says whether a score claims a mate for either side.
func IsMate(s Score) bool { return s >= MateInMax || s <= -MateInMax }
