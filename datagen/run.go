package datagen

import (
	"context"
	"math/rand/v2"
	"time"

	"xorro/nnue"
)

// Config says which games to play.
type Config struct {
	// The first of these limits that is reached ends the run; 0 is no limit.
	Games, Positions int           // of the file
	For              time.Duration // of the run

	Nodes    uint64 // soft limit of a search: the iteration that reaches it is the last
	Threads  int    // each plays its own games
	Seed     uint64 // of the random numbers
	Chess960 int    // percent of games that begin from a start position of Chess960
	OffPath  int    // percent of plies at which a random move is tried for an Aside
	Endings  int    // percent of games that begin from an Ending

	// Starts are the FENs of positions in which the game goes on. If there are any, each
	// game begins from another one of them, in place of Chess960 and Endings, and the run
	// ends when all have been played.
	Starts []string

	Network *nnue.Network // evaluates positions

	// Progress, if not nil, is called every second.
	Progress func(Totals)
}

// The random numbers of asides, of endings and of the order of Starts are separate from
// those of the other games, which so do not depend on them.
const (
	offPathStream = 0x6f66662070617468
	endingStream  = 0x656e64696e677320
	startsStream  = 0x7374617274732020
)

// Run plays games and appends them to the file until a limit is reached or the
// context is done; games in play are finished then. Game number n of the file
// depends on nothing but n and Seed, Nodes, Chess960, OffPath, Endings, Starts and Network:
// neither on Threads nor on how often playing was broken off and taken up again.
func Run(ctx context.Context, c Config, f *File) (Work, error) {
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	order := rand.New(rand.NewPCG(c.Seed^startsStream, 0)).Perm(len(c.Starts))
	p := &pool{
		file: f,
		isEnough: func() bool {
			t := &f.totals
			return c.Games > 0 && t.Games >= c.Games || c.Positions > 0 && t.Positions >= c.Positions
		},
		next: func(number int) (task, error) {
			if c.Games > 0 && number >= c.Games || c.Starts != nil && number >= len(c.Starts) {
				return nil, nil
			}
			return func(pl *player) *Game {
				rng := rand.New(rand.NewPCG(c.Seed, uint64(number)))
				chess960 := rng.IntN(100) < c.Chess960
				var offPath *asides
				if c.OffPath > 0 {
					offPath = &asides{rand.New(rand.NewPCG(c.Seed^offPathStream, uint64(number))), c.OffPath}
				}
				if c.Starts != nil {
					return pl.playFrom(c.Starts[order[number]], rng, offPath)
				}
				if c.Endings > 0 {
					rng := rand.New(rand.NewPCG(c.Seed^endingStream, uint64(number)))
					if rng.IntN(100) < c.Endings {
						return pl.playEnding(rng, offPath)
					}
				}
				return pl.play(rng, chess960, offPath)
			}, nil
		},
		progress: c.Progress,
	}
	return p.run(ctx, c.Threads, c.Nodes, c.Network)
}
