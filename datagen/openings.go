package datagen

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// Openings draws openings of random moves that are worth playing on.
type Openings struct {
	// Start sets the position from which an opening begins.
	Start func(p *position.Position, rng *rand.Rand) error
	// Move draws a move where there is one.
	Move func(p *position.Position, rng *rand.Rand) chess.Move
	// Score evaluates an opening, from the side to move's view.
	Score func(p *position.Position) chess.Score
	// Balance is the greatest score, either way, of an opening that is balanced.
	Balance chess.Score
}

const (
	// openingPlies random moves, or one more, are an opening.
	openingPlies = 8
	// After balancedTries openings that were not balanced or already over, the next one
	// need not be balanced. After openingTries Next fails.
	balancedTries = 100
	openingTries  = 2000
)

// ErrStopped is the error of Next when it was stopped.
var ErrStopped = errors.New("stopped before the end")

// Next sets p to another opening after which the game goes on. The opening is balanced,
// unless balancedTries others were not or were over. Next ends with ErrStopped as soon as
// stopped returns true.
func (o *Openings) Next(p *position.Position, rng *rand.Rand, stopped func() bool) error {
	for try := range openingTries {
		if stopped() {
			return ErrStopped
		}
		if err := o.Start(p, rng); err != nil {
			return err
		}
		if o.play(p, rng) && (try >= balancedTries || o.isBalanced(p)) {
			return nil
		}
	}
	return fmt.Errorf("%d openings in a row were over", openingTries)
}

func (o *Openings) isBalanced(p *position.Position) bool {
	score := o.Score(p)
	return score >= -o.Balance && score <= o.Balance
}

// play makes the random moves and says whether the game goes on after them.
func (o *Openings) play(p *position.Position, rng *rand.Rand) bool {
	for plies := openingPlies + rng.IntN(2); ; plies-- {
		if _, over := Outcome(p); over {
			return false
		}
		if plies == 0 {
			return true
		}
		p.Make(o.Move(p, rng))
	}
}

// endingMove is the number of the first move of an Ending, so that it is learned from.
const endingMove = 1 + firstTrainingPly/2

// Ending returns a random position of both kings and one other piece or more, up to most,
// in which the game goes on. In every second one all of these are of one side.
func Ending(rng *rand.Rand, most int) *position.Position {
	for {
		s, free := position.EmptySetup(), rng.Perm(64)
		s.Side, s.FullMove = chess.Color(rng.IntN(2)), endingMove
		s.Squares[free[0]] = chess.PieceOf(chess.White, chess.King)
		s.Squares[free[1]] = chess.PieceOf(chess.Black, chess.King)
		free = free[2:][:1+rng.IntN(most)]
		stronger, oneSided := chess.Color(rng.IntN(2)), rng.IntN(2) == 0
		for _, square := range free {
			side := chess.Color(rng.IntN(2))
			if oneSided {
				side = stronger
			}
			s.Squares[square] = chess.PieceOf(side, chess.PieceType(rng.IntN(int(chess.King))))
		}
		// Pawns on the first or last rank are refused.
		p, err := position.FromSetup(s)
		if err != nil {
			continue
		}
		if _, over := Outcome(p); !over {
			return p
		}
	}
}

// AnyMove draws one of the legal moves, each equally likely. There must be one.
func AnyMove(p *position.Position, rng *rand.Rand) chess.Move {
	var legal movegen.List
	movegen.All(p, &legal)
	return legal.Moves[rng.IntN(legal.N)]
}

// pieceWeights says how often weightedMove moves each kind of piece, where all can
// move. Pawns come first, because a game that begins with random walks of the other
// pieces resembles none. [chess.PieceType]
var pieceWeights = [6]int{
	chess.Pawn: 35, chess.Knight: 15, chess.Bishop: 15, chess.Rook: 5, chess.Queen: 15, chess.King: 15,
}

// weightedMove draws a kind of piece by pieceWeights, and one of its moves. There
// must be a move.
func weightedMove(p *position.Position, rng *rand.Rand) chess.Move {
	var list movegen.List
	movegen.All(p, &list)
	var count [6]int
	total := 0
	for _, m := range list.Slice() {
		kind := p.PieceOn(m.From()).Type()
		if count[kind] == 0 {
			total += pieceWeights[kind]
		}
		count[kind]++
	}
	kind, drawn := chess.Pawn, rng.IntN(total)
	for ; ; kind++ {
		if count[kind] == 0 {
			continue
		}
		if drawn < pieceWeights[kind] {
			break
		}
		drawn -= pieceWeights[kind]
	}
	nth := rng.IntN(count[kind])
	for _, m := range list.Slice() {
		if p.PieceOn(m.From()).Type() != kind {
			continue
		}
		if nth == 0 {
			return m
		}
		nth--
	}
	panic("unreachable")
}
