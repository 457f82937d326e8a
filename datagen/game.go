// Package datagen plays games of the engine with itself, from which its network
// learns, and keeps them in files.
//
// # Files
//
// A file is a sequence of zstd frames, each with a check sum and a whole number
// of games, so that a file grows by appending frames and can be cut short behind
// any of them. Decompressed it is viriformat: see Game and Reader.
package datagen

import (
	"iter"

	"xorro/chess"
	"xorro/position"
)

// Result is how a game ended.
type Result uint8

// The results; half of one is what the game was worth to White.
const (
	BlackWins Result = iota
	Draw
	WhiteWins
)

// String is the result as it is written in a game's score: "1-0" for White.
func (r Result) String() string {
	switch r {
	case BlackWins:
		return "0-1"
	case Draw:
		return "1/2-1/2"
	case WhiteWins:
		return "1-0"
	}
	return "*"
}

// Game is a game with what the engine thought of every position in it.
type Game struct {
	// Start is where the moves begin. It has no history. What was played before,
	// such as random moves, shows only in its fullmove number.
	Start  *position.Position
	Result Result
	Moves  []chess.Move
	// Scores has, for each of Moves, the score of the position before it: in
	// centipawns from White's view, a proven win for White being MateScore.
	Scores []chess.Score

	replay *position.Position // scratch
}

// MateScore stands for every mate, however far away, and for other proven wins.
const MateScore = chess.Mate

// Positions goes through the positions in which the moves were played, with the
// index of the move. A position is good until the next step, and is not to be
// changed. One walk through a game must end before another begins.
func (g *Game) Positions() iter.Seq2[int, *position.Position] {
	return func(yield func(int, *position.Position) bool) {
		p := g.rewind()
		for i, m := range g.Moves {
			if !yield(i, p) {
				return
			}
			p.Make(m)
		}
	}
}

// rewind is the start position, to be played on.
func (g *Game) rewind() *position.Position {
	if g.replay == nil {
		g.replay = new(position.Position)
	}
	g.replay.Set(g.Start)
	return g.replay
}

// What a position must be like to be learned from.
const (
	// firstTrainingPly is the least number of plies from the start of the game,
	// the random moves included.
	firstTrainingPly = 8
	// trainingScores bounds the scores, both ways, that say something.
	trainingScores chess.Score = 10_000
)

// TrainingPositions goes, like Positions, through those that are fit to learn
// from: not in check, the move played quiet, the score not that of a game that is
// over but for the mating, and the opening's first moves left behind.
func (g *Game) TrainingPositions() iter.Seq2[int, *position.Position] {
	return func(yield func(int, *position.Position) bool) {
		for i, p := range g.Positions() {
			score := g.Scores[i]
			if !p.InCheck() && g.Moves[i].IsQuiet() && score < trainingScores && score > -trainingScores &&
				gamePly(p) >= firstTrainingPly && !yield(i, p) {
				return
			}
		}
	}
}

// gamePly is the number of plies from White's first move, by the fullmove number.
func gamePly(p *position.Position) int { return 2*(p.FullMove()-1) + int(p.SideToMove()) }
