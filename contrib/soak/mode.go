package main

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"syscall"

	"xorro/datagen"
	"xorro/internal/client"
	"xorro/movegen"
	"xorro/position"
)

// mode is a way to set up both engines and to begin a game.
type mode struct {
	name     string
	options  [][2]string
	chess960 bool
	ponder   bool
	opening  func(*rand.Rand) *position.Position

	engines   [2]*client.Engine // nil before the first game
	processes [2]*os.Process    // of the engines

	games, plies, mates, faults int
	slowest                     overrun
}

// modes returns all modes that can be played here.
func modes(syzygy, book string) []*mode {
	list := []*mode{
		{name: "one thread", opening: randomPlies},
		{name: "threads", options: [][2]string{{"Threads", "4"}}, opening: randomPlies},
		{name: "ponder", options: [][2]string{{"Ponder", "true"}}, ponder: true, opening: randomPlies},
		{name: "Chess960", options: [][2]string{{"UCI_Chess960", "true"}}, chess960: true, opening: randomStart},
		{name: "MultiPV", options: [][2]string{{"MultiPV", "4"}}, opening: randomPlies},
		{name: "hash 1", options: [][2]string{{"Hash", "1"}}, opening: randomPlies},
	}
	if syzygy != "" {
		list = append(list, &mode{name: "tablebases", options: [][2]string{{"SyzygyPath", syzygy}}, opening: randomEndgame})
	}
	if book != "" {
		list = append(list, &mode{name: "book", options: [][2]string{{"OwnBook", "true"}, {"BookFile", book}}, opening: standardStart})
	}
	return list
}

// start launches both engines, if they do not run yet.
func (m *mode) start(command string) error {
	for i := range m.engines {
		if m.engines[i] != nil {
			continue
		}
		cmd := exec.Command(command)
		cmd.Stderr = os.Stderr
		engine, err := client.Start(cmd)
		if err != nil {
			return err
		}
		m.engines[i], m.processes[i] = engine, cmd.Process
		for _, o := range m.options {
			if err := engine.Set(o[0], o[1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// dump ends both engines with a dump of their goroutines, where the system can.
func (m *mode) dump() {
	for _, p := range m.processes {
		if p != nil {
			_ = p.Signal(syscall.SIGQUIT) // it may have ended
		}
	}
}

// close ends both engines. It is an error if one ends badly.
func (m *mode) close() error {
	var all error
	for _, e := range m.engines {
		if e != nil {
			all = errors.Join(all, e.Close())
		}
	}
	return all
}

// openingPlies is how many random moves begin a game.
const openingPlies = 8

// randomPlies returns the position after random moves from the start position.
func randomPlies(rng *rand.Rand) *position.Position {
	return shuffle(rng, func() *position.Position { return standardStart(rng) })
}

// randomStart does so from a random start position of Chess960.
func randomStart(rng *rand.Rand) *position.Position {
	return shuffle(rng, func() *position.Position { return must(position.FromSetup(position.RandomChess960(rng))) })
}

// shuffle plays random moves from a start, again until the game goes on after them.
func shuffle(rng *rand.Rand, start func() *position.Position) *position.Position {
	for {
		p := start()
		for range openingPlies {
			if !movegen.HasLegal(p) {
				break
			}
			p.Make(datagen.AnyMove(p, rng))
		}
		if goesOn(p) {
			return must(position.FromSetup(p.Setup()))
		}
	}
}

// randomEndgame returns a random position of at most four pieces.
func randomEndgame(rng *rand.Rand) *position.Position { return datagen.Ending(rng, 2) }

func standardStart(*rand.Rand) *position.Position {
	return must(position.ParseFEN(position.StartFEN))
}

// goesOn reports whether the game is not over.
func goesOn(p *position.Position) bool {
	_, over := datagen.Outcome(p)
	return !over
}

// must returns a position that is known to be good.
func must(p *position.Position, err error) *position.Position {
	if err != nil {
		panic(err)
	}
	return p
}
