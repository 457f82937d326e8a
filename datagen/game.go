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
	"math"
	"slices"

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
	Asides []Aside // in the order of their positions

	replay *position.Position // scratch
}

// Aside is a position that is learned from beside the moves of its game. Either it
// stands in the game, but there a noisy move was played where Best is quiet; or a
// move leads to it that was not played.
type Aside struct {
	Setup position.Setup
	Best  chess.Move
	Score chess.Score // as in Game
	// OffPath says that the game did not reach the position. The result is then the
	// one that the score suggests.
	OffPath bool
	Result  Result
}

// MateScore stands for every mate, however far away, and for other proven wins.
const MateScore = chess.Mate

// NoScore is the score of a position that is not to be learned from although the
// move played in it is quiet. It lies outside every score.
const NoScore chess.Score = math.MaxInt16

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

// clone returns a copy of the game.
func (g *Game) clone() *Game {
	return &Game{
		Start: g.Start.Clone(), Result: g.Result,
		Moves: slices.Clone(g.Moves), Scores: slices.Clone(g.Scores), Asides: slices.Clone(g.Asides),
	}
}

// rewind sets the scratch position to the start and returns it.
func (g *Game) rewind() *position.Position {
	p := g.scratch()
	p.Set(g.Start)
	return p
}

// scratch returns a position that walks through the game may change.
func (g *Game) scratch() *position.Position {
	if g.replay == nil {
		g.replay = new(position.Position)
	}
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

// TrainingPositions goes through the positions of the game, then those of its
// asides, that are fit to learn from: the side to move is not in check, the move is
// quiet, the score is less than trainingScores either way, and the opening's first
// moves are over. A label is good until the next step. One walk through a game must
// end before another begins.
func (g *Game) TrainingPositions() iter.Seq[Label] {
	return func(yield func(Label) bool) {
		for i, p := range g.Positions() {
			if isFit(p, g.Moves[i], g.Scores[i]) && !yield(Label{Position: p, Score: g.Scores[i], Result: g.Result}) {
				return
			}
		}
		for i := range g.Asides {
			a := &g.Asides[i]
			p := g.scratch()
			if err := p.SetSetup(a.Setup); err != nil {
				panic("datagen: aside: " + err.Error())
			}
			if isFit(p, a.Best, a.Score) && !yield(Label{p, a.Score, a.Result, a.OffPath}) {
				return
			}
		}
	}
}

// isFit says whether a position with a move and a score is fit to learn from.
func isFit(p *position.Position, m chess.Move, score chess.Score) bool {
	return !p.InCheck() && m.IsQuiet() && score < trainingScores && score > -trainingScores && gamePly(p) >= firstTrainingPly
}

// gamePly is the number of plies from White's first move, by the fullmove number.
func gamePly(p *position.Position) int { return 2*(p.FullMove()-1) + int(p.SideToMove()) }
