package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"xorro/internal/client"
	"xorro/internal/match"
)

// player is a level of the engine or of the anchor.
type player struct {
	level    int
	isAnchor bool
}

func (p player) String() string {
	if p.isAnchor {
		return fmt.Sprintf("anchor %d", p.level)
	}
	return fmt.Sprint(p.level)
}

// pair is a match of two players, and its result so far.
type pair struct {
	first, second int // indexes of players
	games         int
	score         float64 // of the first
}

// climb plays the games and writes the table of results and ratings. After an interrupt
// the table covers the games that were played.
func climb(ctx context.Context, c config, out, errs io.Writer) error {
	var players []player
	for _, level := range c.levels {
		players = append(players, player{level, false})
	}
	for _, level := range c.anchorLevels {
		players = append(players, player{level, true})
	}
	pairs := pairUp(players, c.reach)
	if len(pairs) == 0 {
		return fmt.Errorf("-reach: no two levels are within %d of each other", c.reach)
	}
	openings, err := makeOpenings(c)
	if err != nil {
		return err
	}
	if err := playAll(ctx, c, players, pairs, openings, errs); err != nil {
		return err
	}
	return writeTable(out, players, pairs)
}

// pairUp returns the pairs of players whose levels differ by at most reach. Anchors do
// not play each other.
func pairUp(players []player, reach int) (pairs []*pair) {
	for i, a := range players {
		for j, b := range players[i+1:] {
			if !a.isAnchor && max(a.level-b.level, b.level-a.level) <= reach {
				pairs = append(pairs, &pair{first: i, second: i + 1 + j})
			}
		}
	}
	return pairs
}

// playAll plays the games of all pairs by turns, until the context is done. It ends at
// the first failure.
func playAll(ctx context.Context, c config, players []player, pairs []*pair, openings []string, errs io.Writer) error {
	type task struct {
		pair *pair
		n    int // number of the game
	}
	tasks := make(chan task)
	enough := make(chan struct{})
	go func() {
		defer close(tasks)
		for n := range c.games {
			for _, p := range pairs {
				select {
				case tasks <- task{p, n}:
				case <-enough:
					return
				}
			}
		}
	}()
	var mu sync.Mutex // guards the pairs, failure and played
	var failure error
	played, began := 0, time.Now()
	var workers sync.WaitGroup
	for range c.threads {
		workers.Go(func() {
			w := worker{c: c, engines: map[player]*client.Engine{}}
			defer w.close()
			for t := range tasks {
				score, err := w.play(ctx, players[t.pair.first], players[t.pair.second], openings[t.n/2], t.n%2 == 1)
				mu.Lock()
				switch {
				case ctx.Err() != nil: // which may have ended the engines too
				case err != nil:
					failure = errors.Join(failure, err)
				default:
					t.pair.games++
					t.pair.score += score
				}
				if played++; played%len(pairs) == 0 {
					fmt.Fprintf(errs, "%d of %d games, %v\n", played, c.games*len(pairs), time.Since(began).Round(time.Second))
				}
				stop := failure != nil || ctx.Err() != nil
				mu.Unlock()
				if stop {
					return
				}
			}
		})
	}
	workers.Wait()
	close(enough)
	return failure
}

// makeOpenings returns a balanced opening for each pair of games. The engine makes them.
func makeOpenings(c config) ([]string, error) {
	said, err := exec.Command(c.engine, fmt.Sprintf("genfens %d seed %d", c.games/2, c.seed)).Output()
	if err != nil {
		return nil, fmt.Errorf("%s: genfens: %w", c.engine, err)
	}
	var openings []string
	for line := range strings.Lines(string(said)) {
		if fen, ok := strings.CutPrefix(strings.TrimSpace(line), "info string genfens "); ok {
			openings = append(openings, fen)
		}
	}
	if len(openings) != c.games/2 {
		return nil, fmt.Errorf("%s: genfens: %d openings, want %d", c.engine, len(openings), c.games/2)
	}
	return openings, nil
}

// worker plays one game at a time. It keeps the engines that it has started.
type worker struct {
	c       config
	engines map[player]*client.Engine
}

func (w *worker) close() {
	for _, e := range w.engines {
		_ = e.Close() // nothing is expected of it any more
	}
}

// side returns the side of a player.
func (w *worker) side(p player) (*match.Side, error) {
	path, limit := w.c.engine, w.c.limit
	if p.isAnchor {
		path, limit = w.c.anchor, w.c.anchorLimit
	}
	e := w.engines[p]
	if e == nil {
		var err error
		if e, err = start(path, p.level); err != nil {
			return nil, err
		}
		w.engines[p] = e
	}
	return &match.Side{Engine: e, Limit: limit}, nil
}

// play plays a game and returns the score of the first player, who is Black if turned.
func (w *worker) play(ctx context.Context, first, second player, opening string, turned bool) (float64, error) {
	a, err := w.side(first)
	if err != nil {
		return 0, err
	}
	b, err := w.side(second)
	if err != nil {
		return 0, err
	}
	if turned {
		result, err := match.Play(ctx, [2]*match.Side{b, a}, opening, match.Rules{})
		return 1 - result.White, err
	}
	result, err := match.Play(ctx, [2]*match.Side{a, b}, opening, match.Rules{})
	return result.White, err
}
