// Package datagen plays games of the engine against itself for its network to learn
// from, and keeps them in files.
//
// # Files
//
// A file is a sequence of zstd frames. Each frame has a checksum and holds whole
// games, so a file grows by appending frames and may be truncated after any of them.
// Decompressed it is viriformat: see Game and Reader.
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

// The results. Half of a result is White's points.
const (
	BlackWins Result = iota
	Draw
	WhiteWins
)

// String returns the result as in PGN: "1-0" if White wins.
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

// Game is a game with a score for each of its positions.
type Game struct {
	// Start is the position before the first of Moves. It has no history. Moves of the
	// opening show only in its fullmove number.
	Start  *position.Position
	Result Result
	Moves  []chess.Move
	// Scores holds for each of Moves the score of the position before it, in centipawns
	// from White's view. A proven win for White is MateScore.
	Scores []chess.Score
	Asides []Aside // in the order of their positions

	replay *position.Position // scratch
}

// Aside is a position that is learned from beside the moves of its game. Either it
// stands in the game, where the move played is noisy and Best is quiet, or it is reached
// by a move that was not played.
type Aside struct {
	Setup position.Setup
	Best  chess.Move
	Score chess.Score // as in Game
	// OffPath says that the game did not reach the position. The result is then the
	// one that the score suggests.
	OffPath bool
	Result  Result
}

// MateScore is the score of every mate, near or far, and of every other proven win.
const MateScore = chess.Mate

// NoScore is the score of a position that is not to be learned from although the
// move played in it is quiet. It lies outside every score.
const NoScore chess.Score = math.MaxInt16

// Positions iterates over the positions before each move, with the index of the move.
// A position is valid until the next step and must not be changed. One iteration over
// a game must end before another begins.
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

// Conditions for a position to be learned from.
const (
	// firstTrainingPly is the first ply of the game, counting random moves, from which
	// on positions are learned from.
	firstTrainingPly = 8
	// trainingScores is the least size of a score that is too decisive to learn from
	// with more than fewPieces on the board. With so few the network sees what a mate
	// is like, and the search finds the way to it.
	trainingScores chess.Score = 10_000
	fewPieces      int         = 5
)

// TrainingPositions iterates over the positions of the game, then those of its
// asides, that are fit to learn from: the side to move is not in check, the move is
// quiet, the game has reached firstTrainingPly, and the score is less than trainingScores
// either way, or at most fewPieces are on the board. In a label the score is always less
// than trainingScores. A label is valid until the next step. One iteration over a game
// must end before another begins.
func (g *Game) TrainingPositions() iter.Seq[Label] {
	return func(yield func(Label) bool) {
		for i, p := range g.Positions() {
			if isFit(p, g.Moves[i], g.Scores[i]) && !yield(Label{Position: p, Score: bounded(g.Scores[i]), Result: g.Result}) {
				return
			}
		}
		for i := range g.Asides {
			a := &g.Asides[i]
			p := g.scratch()
			if err := p.SetSetup(a.Setup); err != nil {
				panic("datagen: aside: " + err.Error())
			}
			if isFit(p, a.Best, a.Score) && !yield(Label{p, bounded(a.Score), a.Result, a.OffPath}) {
				return
			}
		}
	}
}

// isFit says whether a position with a move and a score is fit to learn from.
func isFit(p *position.Position, m chess.Move, score chess.Score) bool {
	isDecisive := score != bounded(score)
	return !p.InCheck() && m.IsQuiet() && score != NoScore && gamePly(p) >= firstTrainingPly &&
		(!isDecisive || p.Occupied().Count() <= fewPieces)
}

// bounded returns the score of a label.
func bounded(score chess.Score) chess.Score {
	return min(max(score, 1-trainingScores), trainingScores-1)
}

// gamePly returns the number of plies since the start of the game, from the fullmove
// number.
func gamePly(p *position.Position) int { return 2*(p.FullMove()-1) + int(p.SideToMove()) }
