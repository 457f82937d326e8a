package datagen

import (
	"math/rand/v2"
	"sync/atomic"

	"xorro/chess"
	"xorro/movegen"
	"xorro/nnue"
	"xorro/position"
	"xorro/search"
)

// How games are played.
const (
	tableSize = 4 // of the transposition table in megabytes; a game does not fill it

	// hardFactor times the soft limit of nodes is the hard limit.
	hardFactor = 10
	// checkDivisor divides the soft limit where the side to move is in check. Such
	// positions are not learned from.
	checkDivisor = 4
	// playedOut is the number of games of which one is played to its end without a
	// judge.
	playedOut = 10

	// endingPieces is the greatest number of pieces of an Ending besides the kings.
	endingPieces = 4

	// balance is the greatest score of an opening, either way.
	balance chess.Score = 1000
	// longestGame is the number of plies after the opening at which a game is a draw.
	longestGame = 400
)

// player plays games against itself.
type player struct {
	engine  *search.Engine
	nodes   uint64       // soft limit of a search
	longest int          // longestGame, in plies
	quit    *atomic.Bool // tells to give up the game in play
	work    Work         // done so far

	pos *position.Position
}

// newPlayer returns a player whose searches end with the iteration in which they
// reach the given number of nodes. The network evaluates positions.
func newPlayer(nodes uint64, network *nnue.Network, quit *atomic.Bool) (*player, error) {
	engine, err := search.New(tableSize)
	if err != nil {
		return nil, err
	}
	engine.SetNetwork(network)
	return &player{
		engine:  engine,
		nodes:   nodes,
		longest: longestGame,
		quit:    quit,
		pos:     new(position.Position),
	}, nil
}

// asides draws the plies at which a random move is tried for an Aside.
type asides struct {
	rng     *rand.Rand
	percent int // of plies
}

// play plays the game that the random numbers determine, with asides unless offPath is
// nil. It returns nil if the game was given up.
func (pl *player) play(rng *rand.Rand, chess960 bool, offPath *asides) *Game {
	pl.engine.NewGame()
	p := pl.pos
	openings := Openings{
		Start:   startPosition,
		Move:    weightedMove,
		Score:   func(p *position.Position) chess.Score { return pl.search(p).Score },
		Balance: balance,
	}
	if chess960 {
		openings.Start = chess960Position
	}
	if err := openings.Next(p, rng, pl.quit.Load); err == ErrStopped {
		return nil
	} else if err != nil {
		panic("datagen: " + err.Error()) // no opening from a start position fails
	}
	p.DropHistory()
	return pl.finish(rng.IntN(playedOut) != 0, offPath)
}

// playEnding is like play but begins from a random Ending and plays it to its end, since
// the way to a mate is what the network is to learn from it.
func (pl *player) playEnding(rng *rand.Rand, offPath *asides) *Game {
	pl.engine.NewGame()
	pl.pos.Set(Ending(rng, endingPieces))
	return pl.finish(false, offPath)
}

// playFrom is like play but begins from the position of a FEN.
func (pl *player) playFrom(fen string, rng *rand.Rand, offPath *asides) *Game {
	pl.engine.NewGame()
	if err := pl.pos.SetFEN(fen); err != nil {
		panic("datagen: " + err.Error())
	}
	return pl.finish(rng.IntN(playedOut) != 0, offPath)
}

// finish plays the game on from the position. Judged says that a judge may end it. It
// returns nil if the game was given up.
func (pl *player) finish(judged bool, offPath *asides) *Game {
	p := pl.pos
	g := &Game{Start: p.Clone()}
	var judge judge
	for over := false; !over; {
		if pl.quit.Load() {
			return nil
		}
		result := pl.search(p)
		score := whiteScore(result.Score, p.SideToMove())
		g.Moves, g.Scores = append(g.Moves, result.Best), append(g.Scores, score)
		if judged {
			if g.Result, over = judge.verdict(score, gamePly(p)); over {
				break
			}
		}
		if offPath != nil && offPath.rng.IntN(100) < offPath.percent {
			if a, fit := pl.stray(p, offPath.rng); fit {
				g.Asides = append(g.Asides, a)
			}
		}
		p.Make(result.Best)
		if g.Result, over = Outcome(p); !over && len(g.Moves) == pl.longest {
			g.Result, over = Draw, true
		}
	}
	return g
}

func startPosition(p *position.Position, _ *rand.Rand) error { return p.SetFEN(position.StartFEN) }

func chess960Position(p *position.Position, rng *rand.Rand) error {
	return p.SetSetup(position.RandomChess960(rng))
}

// stray makes a random move, searches the position that it leads to, and takes it
// back. The aside is fit to learn from, or dropped.
func (pl *player) stray(p *position.Position, rng *rand.Rand) (a Aside, fit bool) {
	p.Make(AnyMove(p, rng))
	defer p.Unmake()
	if _, over := Outcome(p); over || p.InCheck() {
		return Aside{}, false
	}
	a = pl.aside(p)
	return a, isFit(p, a.Best, a.Score)
}

// search searches a position.
func (pl *player) search(p *position.Position) search.Result {
	soft := pl.nodes
	if p.InCheck() {
		soft = max(1, soft/checkDivisor)
	}
	result := pl.engine.Go(p, search.Limits{SoftNodes: soft, Nodes: hardFactor * soft}, search.Reports{})
	pl.work.Searches++
	pl.work.Nodes += result.Nodes
	return result
}

// whiteScore converts a side's score to White's view, and a proven win to MateScore.
func whiteScore(score chess.Score, side chess.Color) chess.Score {
	if chess.IsDecisive(score) {
		if score > 0 {
			score = MateScore
		} else {
			score = -MateScore
		}
	}
	if side == chess.Black {
		score = -score
	}
	return score
}

// Outcome returns whether the rules end a game with the position, and its result.
func Outcome(p *position.Position) (r Result, over bool) {
	if !movegen.HasLegal(p) {
		switch {
		case !p.InCheck():
			return Draw, true
		case p.SideToMove() == chess.White:
			return BlackWins, true
		default:
			return WhiteWins, true
		}
	}
	return Draw, movegen.IsDraw(p, 0)
}

// A judge ends a game when one side has been clearlyWon centipawns ahead for
// wonPlies positions in a row, or when the scores have been within clearlyDrawn for
// drawnPlies in a row, which are counted from ply drawnFrom of the game on.
const (
	clearlyWon   chess.Score = 1000
	wonPlies                 = 4
	clearlyDrawn chess.Score = 10
	drawnPlies               = 10
	drawnFrom                = 70
)

// judge ends games by their scores.
type judge struct {
	won   int // positions in a row that White is winning; negative for Black
	drawn int // positions in a row with a drawn score
}

// verdict takes the score of the next position, from White's view, and returns
// whether the game ends there, and its result.
func (j *judge) verdict(score chess.Score, ply int) (r Result, over bool) {
	switch {
	case score >= clearlyWon:
		j.won = max(j.won, 0) + 1
	case score <= -clearlyWon:
		j.won = min(j.won, 0) - 1
	default:
		j.won = 0
	}
	if ply >= drawnFrom && max(score, -score) <= clearlyDrawn {
		j.drawn++
	} else {
		j.drawn = 0
	}
	switch {
	case j.won == wonPlies:
		return WhiteWins, true
	case j.won == -wonPlies:
		return BlackWins, true
	}
	return Draw, j.drawn == drawnPlies
}
