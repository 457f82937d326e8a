package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"xorro/chess"
	"xorro/internal/client"
	"xorro/movegen"
	"xorro/position"
	"xorro/uci"
)

// limit is a time control, or the arguments of go.
type limit struct {
	base, inc time.Duration
	words     string // not empty: instead of the time control
}

// parseLimit parses a time control in seconds, such as "2+0.02", or arguments of go,
// such as "depth 5".
func parseLimit(text string) (limit, error) {
	if text == "" {
		return limit{}, errors.New("want a time control such as 2+0.02, or arguments of go such as depth 5")
	}
	if word, _, _ := strings.Cut(text, " "); slices.Contains([]string{"depth", "nodes", "movetime"}, word) {
		return limit{words: text}, nil
	}
	base, inc, _ := strings.Cut(text, "+")
	var l limit
	for _, field := range []struct {
		text string
		to   *time.Duration
	}{{base, &l.base}, {inc, &l.inc}} {
		if field.text == "" {
			continue
		}
		seconds, err := strconv.ParseFloat(field.text, 64)
		if err != nil || seconds < 0 || seconds > 1e6 {
			return limit{}, fmt.Errorf("%q: want seconds, or seconds+seconds", text)
		}
		*field.to = time.Duration(seconds * float64(time.Second))
	}
	return l, nil
}

// side is an engine in a game.
type side struct {
	engine *client.Engine
	limit  limit
	clock  time.Duration
}

const (
	longestGame = 400              // plies, after which the game is drawn
	patience    = 10 * time.Minute // for a move, beyond the clock
)

// play plays a game from an opening, a FEN. It returns White's score: 1, 0.5 or 0. The
// first side is White. A side whose clock runs out loses.
func play(sides [2]*side, opening string) (float64, error) {
	p, err := position.ParseFEN(opening)
	if err != nil {
		return 0, err
	}
	for _, s := range sides {
		s.clock = s.limit.base
		if err := s.engine.NewGame(); err != nil {
			return 0, err
		}
	}
	line := "position fen " + opening + " moves"
	for range longestGame {
		us := p.SideToMove()
		lost := float64(us) // White's score if the side to move loses
		if !movegen.HasLegal(p) {
			if p.InCheck() {
				return lost, nil
			}
			return 0.5, nil
		}
		if p.IsDraw(0) || p.Rule50() >= 100 {
			return 0.5, nil
		}
		move, inTime, err := sides[us].move(line, sides)
		if err != nil {
			return 0, err
		}
		if !inTime {
			return lost, nil
		}
		m, err := uci.ParseMove(p, move)
		if err != nil {
			return 0, fmt.Errorf("%s: %w after %s", sides[us].engine.Name, err, line)
		}
		p.Make(m)
		line += " " + move
	}
	return 0.5, nil
}

// move has a side move, and reports whether its clock allowed it.
func (s *side) move(line string, sides [2]*side) (move string, inTime bool, err error) {
	command := "go " + s.limit.words
	if s.limit.words == "" {
		command = fmt.Sprintf("go wtime %d btime %d winc %d binc %d", sides[chess.White].clock.Milliseconds(), sides[chess.Black].clock.Milliseconds(),
			sides[chess.White].limit.inc.Milliseconds(), sides[chess.Black].limit.inc.Milliseconds())
	}
	if err := s.engine.Send("%s\n%s", line, command); err != nil {
		return "", false, err
	}
	began := time.Now()
	said, err := s.engine.Until("bestmove", s.clock+patience)
	if err != nil {
		return "", false, err
	}
	if s.limit.words == "" {
		if s.clock -= time.Since(began); s.clock < 0 {
			return "", false, nil
		}
		s.clock += s.limit.inc
	}
	words := strings.Fields(said[len(said)-1])
	if len(words) < 2 {
		return "", false, fmt.Errorf("%s: no move in %q", s.engine.Name, said[len(said)-1])
	}
	return words[1], true, nil
}
