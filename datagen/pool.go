package datagen

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"xorro/nnue"
)

// Work counts what players did.
type Work struct {
	Searches int    // of positions of games and of openings
	Nodes    uint64 // of these searches
}

func (w *Work) add(v Work) {
	w.Searches += v.Searches
	w.Nodes += v.Nodes
}

// task makes a game. It returns nil if it was given up.
type task func(pl *player) *Game

// pool makes games with a player on each thread, and appends them to a file in the
// order of their numbers.
type pool struct {
	file *File
	// isEnough says whether the file holds all that it is to hold.
	isEnough func() bool
	// next returns the task that makes the game with the given number, or nil if there
	// is none. The numbers rise by one. It is called by one player at a time.
	next     func(number int) (task, error)
	progress func(Totals) // called every second, unless nil

	mutex  sync.Mutex
	number int         // of the next game to begin, the first being 0
	failed error       // returned by next
	quit   atomic.Bool // tells players to give up their games

	results chan numbered
	waiting map[int]*Game // games that are finished before an earlier one
}

// numbered is a game with its number.
type numbered struct {
	number int
	game   *Game
}

// run makes games until there are enough or no more, or the context is done; games
// in play are finished then.
func (p *pool) run(ctx context.Context, threads int, nodes uint64, network *nnue.Network) (Work, error) {
	if p.isEnough() {
		return Work{}, nil
	}
	p.number = p.file.totals.Games
	p.results, p.waiting = make(chan numbered), map[int]*Game{}
	players := make([]*player, threads)
	for i := range players {
		var err error
		if players[i], err = newPlayer(nodes, network, &p.quit); err != nil {
			return Work{}, err
		}
	}
	var playing sync.WaitGroup
	for _, pl := range players {
		playing.Go(func() { p.playOn(ctx, pl) })
	}
	go func() {
		playing.Wait()
		close(p.results)
	}()
	err := p.collect(ctx)
	if err == nil {
		err = p.failed
	}
	var work Work
	for _, pl := range players {
		work.add(pl.work)
	}
	return work, err
}

// begin returns the next task with its number. It is nil if no more is wanted.
func (p *pool) begin(ctx context.Context) (number int, t task) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.quit.Load() || ctx.Err() != nil || p.failed != nil {
		return 0, nil
	}
	if t, p.failed = p.next(p.number); t == nil {
		return 0, nil
	}
	p.number++
	return p.number - 1, t
}

// playOn makes game after game.
func (p *pool) playOn(ctx context.Context, pl *player) {
	for {
		number, t := p.begin(ctx)
		if t == nil {
			return
		}
		game := t(pl)
		if game == nil {
			return
		}
		p.results <- numbered{number, game}
	}
}

// collect appends the games as they are finished, in the order of their numbers.
func (p *pool) collect(ctx context.Context) (err error) {
	progress := time.NewTicker(time.Second)
	defer progress.Stop()
	interrupted := ctx.Done()
	for err == nil {
		select {
		case result, more := <-p.results:
			if !more {
				return p.file.Flush()
			}
			p.waiting[result.number] = result.game
			err = p.write()
		case <-interrupted:
			interrupted = nil
			err = p.file.Flush()
		case <-progress.C:
			if p.progress != nil {
				p.progress(p.file.totals)
			}
		}
	}
	p.quit.Store(true)
	for range p.results { // until the players have ended
	}
	return err
}

// write appends the games whose turn it is, and gives up the games in play once
// there are enough.
func (p *pool) write() error {
	for !p.isEnough() {
		number := p.file.totals.Games
		game := p.waiting[number]
		if game == nil {
			return nil
		}
		delete(p.waiting, number)
		if err := p.file.Append(game); err != nil {
			return err
		}
	}
	p.quit.Store(true)
	return nil
}
