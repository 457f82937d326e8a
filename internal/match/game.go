// Package match has two engines play a game against each other.
package match

import (
	"context"
	"fmt"
	"time"

	"xorro/internal/client"
	"xorro/movegen"
	"xorro/position"
	"xorro/uci"
)

// Side is an engine in a game, with its limit for each move.
type Side struct {
	Engine *client.Engine
	Limit  Limit
	clock  time.Duration
	made   int // moves in this game
}

// Ending is how a game ended, in a word.
type Ending string

const (
	Mate        Ending = "mate"
	Stalemate   Ending = "stalemate"
	Drawn       Ending = "rule" // repetition, fifty moves, or too little material
	TooLong     Ending = "length"
	Adjudicated Ending = "adjudication"
	OnTime      Ending = "time"
	Crash       Ending = "crash"   // the engine ended, or gave no answer
	Illegal     Ending = "illegal" // the engine's move is not legal
)

// Result is the result of a game.
type Result struct {
	White  float64 // White's score: 1, 0.5 or 0
	Plies  int
	Ending Ending
}

// Fault is the error of a game in which an engine crashed or made an illegal move.
type Fault struct {
	Line string // the position command to which the engine gave no good answer
	Err  error
}

func (f *Fault) Error() string { return fmt.Sprintf("%v after %q", f.Err, f.Line) }
func (f *Fault) Unwrap() error { return f.Err }

const (
	longestGame = 400              // plies, after which the game is drawn
	patience    = 10 * time.Minute // for a move, beyond the clock
)

// Play plays a game from an opening, a FEN. The first side is White. A side whose clock
// runs out loses, and so does one whose engine fails; then the error is a *Fault. If ctx
// is done, the error is its own and there is no result.
func Play(ctx context.Context, sides [2]*Side, opening string, rules Rules) (Result, error) {
	p, err := position.ParseFEN(opening)
	if err != nil {
		return Result{}, err
	}
	line := "position fen " + opening
	for side, s := range sides {
		s.clock, s.made = s.Limit.Base, 0
		if err := s.Engine.NewGame(); err != nil {
			return Result{float64(side), 0, Crash}, &Fault{line, err}
		}
	}
	line += " moves"
	a := adjudicator{Rules: rules}
	for plies := range longestGame {
		us := p.SideToMove()
		lost := float64(us) // White's score if the side to move loses
		if !movegen.HasLegal(p) {
			if p.InCheck() {
				return Result{lost, plies, Mate}, nil
			}
			return Result{0.5, plies, Stalemate}, nil
		}
		if movegen.IsDraw(p, 0) {
			return Result{0.5, plies, Drawn}, nil
		}
		if white, over := a.verdict(); over {
			return Result{white, plies, Adjudicated}, nil
		}
		if ctx.Err() != nil {
			return Result{}, ctx.Err()
		}
		answer, inTime, err := sides[us].move(line, sides)
		if err != nil {
			return Result{lost, plies, Crash}, &Fault{line, err}
		}
		if !inTime {
			return Result{lost, plies, OnTime}, nil
		}
		m, err := uci.ParseMove(p, answer.Best)
		if err != nil {
			return Result{lost, plies, Illegal}, &Fault{line, fmt.Errorf("%s: %w", sides[us].Engine.Name, err)}
		}
		a.note(us, answer)
		p.Make(m)
		line += " " + answer.Best
	}
	return Result{0.5, longestGame, TooLong}, nil
}

// move has a side move, and reports whether its clock allowed it.
func (s *Side) move(line string, sides [2]*Side) (answer client.Answer, inTime bool, err error) {
	if err := s.Engine.Send("%s", line); err != nil {
		return answer, false, err
	}
	answer, err = s.Engine.Go(s.arguments(sides), s.clock+patience)
	if err != nil {
		return answer, false, err
	}
	if s.Limit.Arguments == "" {
		if answer.Took > s.clock+s.Limit.Margin {
			return answer, false, nil
		}
		s.clock = max(s.clock-answer.Took, 0) + s.Limit.Increment
		if s.made++; s.Limit.Moves > 0 && s.made%s.Limit.Moves == 0 {
			s.clock += s.Limit.Base
		}
	}
	return answer, true, nil
}
