package uci

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Sizes of the table in megabytes (2^20 bytes). The most that a machine's address
// can reach, 2^45 bytes, is more than any has; the engine says so when asked.
const (
	defaultHash = 16
	maxHash     = 1 << 25
)

// option is an entry of the list that answers uci.
type option struct {
	name  string
	value setting
}

// setting is an option's type and value.
type setting interface {
	// declare is what follows "type" in the list.
	declare() string
	// set reads and applies a value. After an error, which says what would be
	// right, the old value holds.
	set(text string) error
}

func (d *Driver) newOptions() []option {
	return []option{
		{"Hash", &spin{value: defaultHash, initial: defaultHash, min: 1, max: maxHash, apply: d.engine.SetHash}},
		{"Clear Hash", button(d.engine.NewGame)},
		{"Ponder", &check{apply: func(bool) {}}}, // when to ponder is the user's affair
		{"Move Overhead", &spin{value: 10, initial: 10, min: 0, max: 5000, apply: func(ms int) error {
			d.engine.SetMoveOverhead(time.Duration(ms) * time.Millisecond)
			return nil
		}}},
		{"UCI_Chess960", &check{apply: func(on bool) { d.chess960 = on }}},
		{"OwnBook", &check{apply: func(on bool) { d.opening.use = on }}},
		{"BookFile", &text{apply: d.opening.load}},
	}
}

// setOption carries out "name N [value V]"; names and values may be written in
// capitals or not.
func (d *Driver) setOption(words []string) {
	name, value, err := splitOption(words)
	if err != nil {
		d.out.info("setoption: %v", err)
		return
	}
	for _, o := range d.options {
		if !strings.EqualFold(o.name, name) {
			continue
		}
		if err := o.value.set(value); err != nil {
			d.out.info("option %s: %v", o.name, err)
		}
		return
	}
	d.out.info("unknown option %s; nothing is changed, uci lists the options", quote(name))
}

func splitOption(words []string) (name, value string, err error) {
	if len(words) == 0 || !strings.EqualFold(words[0], "name") {
		return "", "", errors.New("want name N, or name N value V")
	}
	words = words[1:]
	for i, word := range words {
		if strings.EqualFold(word, "value") {
			words, value = words[:i], strings.Join(words[i+1:], " ")
			break
		}
	}
	return strings.Join(words, " "), value, nil
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

// check is on or off, and off at first.
type check struct {
	value bool
	apply func(bool)
}

func (c *check) declare() string { return "check default false" }

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
