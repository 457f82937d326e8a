package datagen

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"xorro/nnue"
)

// Config says which games to play.
type Config struct {
	// Games and Positions are how many the file is to hold in the end, and For how
	// long to play; 0 for no limit. The first limit that is reached ends it.
	Games, Positions int
	For              time.Duration

	Nodes    uint64 // of a search; the iteration in which they are reached is finished
	Threads  int    // that play, each a game of its own
	Seed     uint64 // of the random numbers
	Chess960 int    // percent of games that begin from a start position of Chess960

	Network *nnue.Network // evaluates positions

	// Progress, if not nil, is called every second.
	Progress func(Totals)
}

// Work counts what players did.
type Work struct {
	Searches int    // of game positions and of openings
	Nodes    uint64 // of these searches
}

func (w *Work) add(v Work) {
	w.Searches += v.Searches
	w.Nodes += v.Nodes
}

// Run plays games and appends them to the file until a limit is reached or the
// context is done; games in play are finished then. Game number n of the file
// depends on nothing but n and Seed, Nodes, Chess960 and Network: neither on
// Threads nor on how often playing was broken off and taken up again.
func Run(ctx context.Context, c Config, f *File) (Work, error) {
	r := newRun(c, f)
	if r.isEnough() {
		return Work{}, nil
	}
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	players := make([]*player, c.Threads)
	for i := range players {
		var err error
		if players[i], err = newPlayer(c.Nodes, c.Network, &r.quit); err != nil {
			return Work{}, err
		}
	}
	var playing sync.WaitGroup
	for _, pl := range players {
		playing.Go(func() { r.playOn(ctx, pl) })
	}
	go func() {
		playing.Wait()
		close(r.results)
	}()
	err := r.collect(ctx)
	var work Work
	for _, pl := range players {
		work.add(pl.work)
	}
	return work, err
}

// run is a Run.
type run struct {
	config Config
	file   *File

	mutex sync.Mutex
	next  int         // number of the next game to begin, the first being 0
	quit  atomic.Bool // games in play are given up

	results chan numbered
	waiting map[int]*Game // games that are over before an earlier one
}

func newRun(c Config, f *File) *run {
	return &run{config: c, file: f, next: f.totals.Games, results: make(chan numbered), waiting: map[int]*Game{}}
}

// numbered is a game with its number.
type numbered struct {
	number int
	game   *Game
}

// isEnough says whether the file holds what it is to hold.
func (r *run) isEnough() bool {
	t := &r.file.totals
	return r.config.Games > 0 && t.Games >= r.config.Games || r.config.Positions > 0 && t.Positions >= r.config.Positions
}

// begin hands out the number of the next game, unless no further one is wanted.
func (r *run) begin(ctx context.Context) (number int, ok bool) {
	if r.quit.Load() || ctx.Err() != nil {
		return 0, false
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.config.Games > 0 && r.next >= r.config.Games {
		return 0, false
	}
	r.next++
	return r.next - 1, true
}

// playOn plays game after game.
func (r *run) playOn(ctx context.Context, pl *player) {
	for {
		number, ok := r.begin(ctx)
		if !ok {
			return
		}
		rng := rand.New(rand.NewPCG(r.config.Seed, uint64(number)))
		game := pl.play(rng, rng.IntN(100) < r.config.Chess960)
		if game == nil {
			return
		}
		r.results <- numbered{number, game}
	}
}

// collect writes the games as they end, in the order of their numbers.
func (r *run) collect(ctx context.Context) (err error) {
	progress := time.NewTicker(time.Second)
	defer progress.Stop()
	interrupted := ctx.Done()
	for err == nil {
		select {
		case result, more := <-r.results:
			if !more {
				return r.file.Flush()
			}
			r.waiting[result.number] = result.game
			err = r.write()
		case <-interrupted:
			interrupted = nil
			err = r.file.Flush()
		case <-progress.C:
			if r.config.Progress != nil {
				r.config.Progress(r.file.totals)
			}
		}
	}
	r.quit.Store(true)
	for range r.results { // until the players have ended
	}
	return err
}

// write writes the games whose turn it is, and ends the games in play when there
// are enough.
func (r *run) write() error {
	for !r.isEnough() {
		number := r.file.totals.Games
		game := r.waiting[number]
		if game == nil {
			return nil
		}
		delete(r.waiting, number)
		if err := r.file.Append(game); err != nil {
			return err
		}
	}
	r.quit.Store(true)
	return nil
}
