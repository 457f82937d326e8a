package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"xorro/chess"
	"xorro/datagen"
	"xorro/internal/client"
	"xorro/position"
	"xorro/uci"
)

// maxPlies ends a game that does not end by itself.
const maxPlies = 600

// patience is how long after the end of its clock an engine may still answer before it
// counts as lost.
const patience = 60 * time.Second

// overrun is by how much a move exceeded its clock.
type overrun = time.Duration

// referee plays games between two processes of an engine.
type referee struct {
	command                  string
	clock, increment, margin time.Duration
}

// play plays a game. Losses on time are counted and the game goes on; the error is a
// fault that an engine cannot go on from.
func (r *referee) play(m *mode, rng *rand.Rand) error {
	if err := m.start(r.command); err != nil {
		return err
	}
	g := game{referee: r, mode: m, position: m.opening(rng)}
	for i, e := range m.engines {
		if err := e.NewGame(); err != nil {
			return err
		}
		g.clocks[i] = r.clock
	}
	g.line = "position fen " + g.position.FEN() + " moves"
	for range maxPlies {
		if result, over := datagen.Outcome(g.position); over {
			if result != datagen.Draw {
				m.mates++
			}
			break
		}
		if err := g.move(); err != nil {
			return fmt.Errorf("%w at %s", err, g.position.FEN())
		}
		m.plies++
	}
	return g.finish()
}

// game is a game that is being played. Engines and clocks are indexed by side to move.
type game struct {
	*referee
	mode      *mode
	position  *position.Position
	line      string // the position command
	last      string // the last move as it was spelled
	clocks    [2]time.Duration
	pondering [2]string // the move that the engine expects and thinks about; "" if none
}

// move asks the side to move for its move and makes it.
func (g *game) move() error {
	side := g.position.SideToMove()
	engine := g.mode.engines[side]
	begun := time.Now()
	if expected := g.pondering[side]; expected != "" && expected == g.last {
		if err := engine.Send("ponderhit"); err != nil {
			return err
		}
	} else {
		if err := g.stopPondering(side); err != nil {
			return err
		}
		begun = time.Now()
		if err := engine.Send("%s", g.line); err != nil {
			return err
		}
		if err := engine.Send("go %s", g.limits()); err != nil {
			return err
		}
	}
	g.pondering[side] = ""
	lines, err := engine.Until("bestmove", max(g.clocks[side], 0)+patience)
	took := time.Since(begun)
	if err != nil {
		return err
	}
	over := took - g.clocks[side]
	g.mode.slowest = max(g.mode.slowest, over)
	if over > g.margin {
		g.mode.faults++
	}
	g.clocks[side] = max(g.clocks[side]-took, 0) + g.increment
	return g.take(side, lines)
}

// take checks an answer, makes its move, and has the engine ponder if it wants to.
func (g *game) take(side chess.Color, lines []string) error {
	words := strings.Fields(lines[len(lines)-1])
	if len(words) < 2 {
		return errors.New("bestmove without a move")
	}
	best := words[1]
	m, err := uci.ParseMove(g.position, best)
	if err != nil {
		return fmt.Errorf("bestmove: %w", err)
	}
	if spelled := uci.FormatMove(m, g.mode.chess960); spelled != best {
		return fmt.Errorf("bestmove: %q is spelled %q here", best, spelled)
	}
	if err := checkReports(lines, best); err != nil {
		return err
	}
	g.position.Make(m)
	g.line += " " + best
	g.last = best
	if len(words) < 4 || words[2] != "ponder" {
		return nil
	}
	if _, err := uci.ParseMove(g.position, words[3]); err != nil {
		return fmt.Errorf("ponder: %w", err)
	}
	if !g.mode.ponder {
		return nil
	}
	g.pondering[side] = words[3]
	engine := g.mode.engines[side]
	if err := engine.Send("%s %s", g.line, words[3]); err != nil {
		return err
	}
	return engine.Send("go ponder %s", g.limits())
}

// checkReports refuses a main line that does not begin with the best move. A move from
// the book has no reports.
func checkReports(lines []string, best string) error {
	line := ""
	for _, text := range lines {
		if head, pv, ok := strings.Cut(text, " pv "); ok && (!strings.Contains(head, " multipv ") || strings.Contains(head+" ", " multipv 1 ")) {
			line = pv
		}
	}
	if line != "" && strings.Fields(line)[0] != best {
		return fmt.Errorf("the best move is %s, the main line is %s", best, line)
	}
	return nil
}

// limits returns the arguments of go.
func (g *game) limits() string {
	millis := func(side chess.Color) int64 { return max(g.clocks[side], 0).Milliseconds() }
	inc := g.increment.Milliseconds()
	return fmt.Sprintf("wtime %d btime %d winc %d binc %d", millis(chess.White), millis(chess.Black), inc, inc)
}

// stopPondering ends the search of an engine that ponders.
func (g *game) stopPondering(side chess.Color) error {
	if g.pondering[side] == "" {
		return nil
	}
	g.pondering[side] = ""
	return stop(g.mode.engines[side])
}

func stop(e *client.Engine) error {
	if err := e.Send("stop"); err != nil {
		return err
	}
	_, err := e.Until("bestmove", patience)
	return err
}

// finish leaves both engines idle.
func (g *game) finish() error {
	for side := range g.pondering {
		if err := g.stopPondering(chess.Color(side)); err != nil {
			return err
		}
	}
	return nil
}
