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
	Base, Increment time.Duration
	Margin          time.Duration // by which a move may exceed the clock; it is not on the clock
	Arguments       string        // of go; not empty: instead of the time control
}

// ParseLimit parses a time control in seconds, such as "2+0.02", or arguments of go,
// such as "depth 5".
func ParseLimit(text string) (Limit, error) {
	if text == "" {
		return Limit{}, errors.New("want a time control such as 2+0.02, or arguments of go such as depth 5")
	}
	if word, _, _ := strings.Cut(text, " "); slices.Contains([]string{"depth", "nodes", "movetime"}, word) {
		return Limit{Arguments: text}, nil
	}
	base, increment, _ := strings.Cut(text, "+")
	var l Limit
	for _, field := range []struct {
		text string
		to   *time.Duration
	}{{base, &l.Base}, {increment, &l.Increment}} {
		if field.text == "" {
			continue
		}
		seconds, err := strconv.ParseFloat(field.text, 64)
		if err != nil || !(seconds >= 0 && seconds <= 1e6) {
			return Limit{}, fmt.Errorf("%q: want seconds, or seconds+seconds", text)
		}
		*field.to = time.Duration(seconds * float64(time.Second))
	}
	return l, nil
}

// arguments returns those of the go with which a side is asked for a move.
func (s *Side) arguments(sides [2]*Side) string {
	if s.Limit.Arguments != "" {
		return s.Limit.Arguments
	}
	white, black := sides[chess.White], sides[chess.Black]
	return fmt.Sprintf("wtime %d btime %d winc %d binc %d", white.clock.Milliseconds(), black.clock.Milliseconds(),
		white.Limit.Increment.Milliseconds(), black.Limit.Increment.Milliseconds())
}
