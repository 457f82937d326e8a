package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"xorro/internal/client"
	"xorro/internal/match"
)

// rules end games whose result is clear.
var rules = match.Rules{WinScore: 600, WinPlies: 6, DrawScore: 8, DrawPlies: 10, DrawFrom: 60}

// faultsInARow is after how many pairs in a row that had faults a run ends.
const faultsInARow = 10

// statusPause is the time between two lines of the status.
const statusPause = time.Minute

// setting is the value of an option.
type setting struct{ option, value string }

// throw is what the coins have decided for a pair of games.
type throw struct {
	coins string
	sides [2][]setting
}

// experiment decides what both sides of each pair of games play with, and learns from
// the results.
type experiment interface {
	// throw decides a pair. It is not ready while it lacks results of earlier pairs.
	throw(pair int) (t throw, ready bool)
	// learn takes the result of a pair. The order does not matter.
	learn(r record)
}

// play plays the pairs that the log does not have yet.
func (s *settings) play(ctx context.Context, e experiment, head []string, errs io.Writer) error {
	l, file, err := openLog(s.log, head)
	if err != nil {
		return fmt.Errorf("-log: %w", err)
	}
	for _, r := range l.records {
		e.learn(r)
	}
	r := runner{settings: s, experiment: e, log: file, errs: errs}
	return errors.Join(r.run(ctx, l.records), file.Close())
}

// runner plays the games of an experiment.
type runner struct {
	*settings
	experiment experiment
	log, errs  io.Writer
}

// task is a pair to play, and done is one that has been played. Faults lose their games;
// the failure, if there is one, ends the run.
type (
	task struct {
		pair    int
		throw   throw
		opening string
	}
	done struct {
		record  record
		faults  []error
		failure error
	}
)

// run plays the pairs that are not in played, until ctx is done.
func (r *runner) run(ctx context.Context, played []record) error {
	ctx, cancel := context.WithCancel(ctx)
	known := map[int]bool{}
	for _, p := range played {
		known[p.pair] = true
	}
	order := rand.New(rand.NewPCG(r.seed, ^uint64(0))).Perm(len(r.openings))
	tasks, results := make(chan task, r.concurrency), make(chan done, r.concurrency)
	var workers sync.WaitGroup
	for range r.concurrency {
		workers.Go(func() {
			w := worker{settings: r.settings}
			defer w.close()
			for t := range tasks {
				results <- w.play(ctx, t)
			}
		})
	}
	defer func() {
		close(tasks)
		workers.Wait()
		cancel()
	}()

	status := newStatus(r.errs, r.pairs, len(played))
	faults := 0 // pairs in a row that had some
	for next, playing := 0, 0; ; {
		for playing < r.concurrency && ctx.Err() == nil {
			for known[next] {
				next++
			}
			t, ready := throw{}, false
			if next < r.pairs {
				t, ready = r.experiment.throw(next)
			}
			if !ready {
				break
			}
			tasks <- task{next, t, r.openings[order[next%len(order)]]}
			playing++
			next++
		}
		if playing == 0 {
			return nil
		}
		d := <-results
		playing--
		if ctx.Err() != nil { // which may have ended the engines too
			continue
		}
		for _, fault := range d.faults {
			fmt.Fprintln(r.errs, fault)
		}
		if faults++; len(d.faults) == 0 {
			faults = 0
		}
		if err := r.take(d, faults); err != nil {
			cancel()
			return err
		}
		status.count()
	}
}

// take learns from a pair and logs it. Faults is the number of pairs in a row, up to this
// one, that had some.
func (r *runner) take(d done, faults int) error {
	if d.failure != nil {
		return d.failure
	}
	if faults == faultsInARow {
		return fmt.Errorf("%d pairs in a row had faults", faults)
	}
	r.experiment.learn(d.record)
	_, err := fmt.Fprintln(r.log, &d.record)
	return err
}

// worker plays one game at a time, with two engines that it keeps.
type worker struct {
	*settings
	engines [2]*client.Engine
}

func (w *worker) close() {
	for i, e := range w.engines {
		if e != nil {
			_ = e.Close() // nothing is expected of it any more
			w.engines[i] = nil
		}
	}
}

// play plays both games of a pair.
func (w *worker) play(ctx context.Context, t task) done {
	d := done{record: record{pair: t.pair, coins: t.throw.coins}}
	for game := range 2 {
		var sides [2]*match.Side
		for i := range sides {
			e, err := w.prepare(ctx, i, t.throw.sides[i])
			if err != nil {
				d.failure = err
				return d
			}
			sides[i^game] = &match.Side{Engine: e, Limit: w.limit}
		}
		result, err := match.Play(ctx, sides, t.opening, rules)
		if fault := (*match.Fault)(nil); err != nil && !errors.As(err, &fault) {
			d.failure = err
			return d
		}
		if err != nil {
			w.close() // and start again
			// An interrupt ends the engines too, perhaps before this program has noticed it.
			select {
			case <-ctx.Done():
			case <-time.After(100 * time.Millisecond):
			}
		} else if result.Ending == match.OnTime {
			err = fmt.Errorf("lost on time at ply %d of %s", result.Plies, t.opening)
		}
		if err != nil {
			d.faults = append(d.faults, fmt.Errorf("pair %d, game %d: %w", t.pair, game+1, err))
		}
		d.record.scores[game] = result.White
		if game == 1 {
			d.record.scores[game] = 1 - result.White
		}
		d.record.plies[game], d.record.endings[game] = result.Plies, result.Ending
	}
	return d
}

// prepare sets the options of a side's engine, and starts it if it does not run.
func (w *worker) prepare(ctx context.Context, side int, options []setting) (*client.Engine, error) {
	if w.engines[side] == nil {
		words := strings.Fields(w.engine)
		cmd := exec.CommandContext(ctx, words[0], words[1:]...)
		cmd.Stderr = os.Stderr
		e, err := client.Start(cmd)
		if err != nil {
			return nil, err
		}
		w.engines[side] = e
		options = append([]setting{{"Hash", strconv.Itoa(w.hash)}}, options...)
	}
	for _, s := range options {
		_ = w.engines[side].Set(s.option, s.value) // an engine that has ended fails the game
	}
	return w.engines[side], nil
}

// status writes a line a minute.
type status struct {
	errs          io.Writer
	begun, next   time.Time
	pairs         int // of the experiment
	played, first int // pairs in the log, and those of them that were there when the run began
}

func newStatus(errs io.Writer, pairs, played int) *status {
	now := time.Now()
	return &status{errs, now, now.Add(statusPause), pairs, played, played}
}

// count counts a pair.
func (s *status) count() {
	s.played++
	now := time.Now()
	if now.Before(s.next) {
		return
	}
	s.next = now.Add(statusPause)
	each := now.Sub(s.begun) / time.Duration(s.played-s.first)
	fmt.Fprintf(s.errs, "%d of %d pairs, %.1f a minute, %v left\n", s.played, s.pairs,
		time.Minute.Seconds()/each.Seconds(), (each * time.Duration(s.pairs-s.played)).Round(time.Minute))
}
