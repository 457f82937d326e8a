package uci

import (
	"fmt"
	"strconv"
	"strings"
)

// setting is an option's type and value.
type setting interface {
	// declare is what follows "type" in the list.
	declare() string
	// set reads and applies a value. After an error, which says what would be
	// right, the old value holds.
	set(text string) error
}

// spin is a whole number with bounds. If apply fails its error says what is kept.
type spin struct {
	value, initial, min, max int
	apply                    func(int) error
}

func (s *spin) declare() string {
	return fmt.Sprintf("spin default %d min %d max %d", s.initial, s.min, s.max)
}

func (s *spin) set(text string) error {
	value, err := strconv.Atoi(text)
	if err != nil || value < s.min || value > s.max {
		return fmt.Errorf("want a whole number from %d to %d, got %s; %d is kept", s.min, s.max, quote(text), s.value)
	}
	if err := s.apply(value); err != nil {
		return err
	}
	s.value = value
	return nil
}

// check is on or off.
type check struct {
	value, initial bool
	apply          func(bool)
}

func (c *check) declare() string { return fmt.Sprintf("check default %t", c.initial) }

func (c *check) set(text string) error {
	switch {
	case strings.EqualFold(text, "true"):
		c.value = true
	case strings.EqualFold(text, "false"):
		c.value = false
	default:
		return fmt.Errorf("want true or false, got %s; %t is kept", quote(text), c.value)
	}
	c.apply(c.value)
	return nil
}

// button does something whenever it is set, to no value.
type button func()

func (b button) declare() string { return "button" }

func (b button) set(string) error {
	b()
	return nil
}

// text is any text. If apply fails its error says what is kept.
type text struct {
	value, initial string
	apply          func(string) error
}

// emptyText is how the protocol spells a text without characters.
const emptyText = "<empty>"

func (t *text) declare() string {
	if t.initial == "" {
		return "string default " + emptyText
	}
	return "string default " + t.initial
}

func (t *text) set(value string) error {
	if value == emptyText {
		value = ""
	}
	if err := t.apply(value); err != nil {
		return err
	}
	t.value = value
	return nil
}
