package match

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"xorro/chess"
)

// Limit is a time control, or the arguments of go.
type Limit struct {
	Moves           int // length of a period, after which Base is added to the clock; 0 if there is only one
	Base, Increment time.Duration
	Margin          time.Duration // by which a move may exceed the clock; it is not on the clock
	Arguments       string        // of go; not empty: instead of the time control
}

// ParseLimit parses a time control in seconds, such as "2+0.02" or "40/4" for 4 seconds
// every 40 moves, or arguments of go, such as "depth 5".
func ParseLimit(text string) (Limit, error) {
	if text == "" {
		return Limit{}, errors.New("want a time control such as 2+0.02 or 40/4, or arguments of go such as depth 5")
	}
	if word, _, _ := strings.Cut(text, " "); slices.Contains([]string{"depth", "nodes", "movetime"}, word) {
		return Limit{Arguments: text}, nil
	}
	var l Limit
	seconds := text
	if moves, after, found := strings.Cut(text, "/"); found {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 || n > 1000 {
			return Limit{}, fmt.Errorf("%q: want 1 to 1000 moves before /", text)
		}
		l.Moves, seconds = n, after
	}
	base, increment, incremented := strings.Cut(seconds, "+")
	if !incremented {
		increment = "0"
	}
	for _, field := range []struct {
		text string
		to   *time.Duration
	}{{base, &l.Base}, {increment, &l.Increment}} {
		n, err := strconv.ParseFloat(field.text, 64)
		if err != nil || !(n >= 0 && n <= 1e6) {
			return Limit{}, fmt.Errorf("%q: want seconds, seconds+seconds or moves/seconds", text)
		}
		*field.to = time.Duration(n * float64(time.Second))
	}
	return l, nil
}

// arguments returns those of the go with which a side is asked for a move.
func (s *Side) arguments(sides [2]*Side) string {
	if s.Limit.Arguments != "" {
		return s.Limit.Arguments
	}
	white, black := sides[chess.White], sides[chess.Black]
	text := fmt.Sprintf("wtime %d btime %d winc %d binc %d", white.clock.Milliseconds(), black.clock.Milliseconds(),
		white.Limit.Increment.Milliseconds(), black.Limit.Increment.Milliseconds())
	if moves := s.Limit.Moves; moves > 0 {
		text += fmt.Sprintf(" movestogo %d", moves-s.made%moves)
	}
	return text
}
