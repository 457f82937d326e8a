package uci

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"xorro/search"
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

// Threads and lines that can be asked for. More threads than processors, and more
// lines than legal moves, are no fault.
const (
	maxThreads = 1024
	maxMultiPV = 256
)

// about introduces the engine where a front end shows UCI_EngineAbout.
const about = "Xorro, a chess engine in Go that believes its table only where two independent hashes agree"

func (d *Driver) newOptions() []option {
	return append([]option{
		{"Hash", &spin{value: defaultHash, initial: defaultHash, min: 1, max: maxHash, apply: d.engine.SetHash}},
		{"Clear Hash", button(d.engine.NewGame)},
		{"Threads", &spin{value: 1, initial: 1, min: 1, max: maxThreads, apply: always(d.engine.SetThreads)}},
		{"MultiPV", &spin{value: 1, initial: 1, min: 1, max: maxMultiPV, apply: always(func(n int) {
			d.multiPV = n
			d.engine.SetMultiPV(n)
		})}},
		{"Ponder", &check{apply: func(bool) {}}}, // when to ponder is the user's affair
		{"Move Overhead", &spin{value: 10, initial: 10, min: 0, max: 5000, apply: always(func(ms int) {
			d.engine.SetMoveOverhead(time.Duration(ms) * time.Millisecond)
		})}},
		{"UCI_Chess960", &check{apply: func(on bool) { d.chess960 = on }}},
		{"UCI_ShowWDL", &check{apply: func(on bool) { d.showWDL = on }}},
		{"UCI_LimitStrength", &check{apply: func(on bool) { d.strength.limited = on; d.engine.SetElo(d.strength.rating()) }}},
		{"UCI_Elo", &spin{value: search.MaxElo, initial: search.MaxElo, min: search.MinElo, max: search.MaxElo, apply: always(func(elo int) {
			d.strength.elo = elo
			d.engine.SetElo(d.strength.rating())
		})}},
		// Who plays, and whether anybody does, changes nothing.
		{"UCI_AnalyseMode", &check{apply: func(bool) {}}},
		{"UCI_Opponent", &text{apply: always(func(string) {})}},
		{"UCI_EngineAbout", &text{value: about, initial: about, apply: always(func(string) {})}},
		{"OwnBook", &check{apply: func(on bool) { d.opening.use = on }}},
		{"BookFile", &text{apply: d.opening.load}},
		{"EvalFile", &text{apply: d.loadNetwork}},
	}, d.syzygyOptions()...)
}

// always makes a function that cannot fail into one of a setting.
func always[T any](apply func(T)) func(T) error {
	return func(value T) error {
		apply(value)
		return nil
	}
}

// strength is what UCI_LimitStrength and UCI_Elo say together, whichever of them
// was set first.
type strength struct {
	limited bool
	elo     int
}

// rating is what the engine is to imitate, 0 for its full strength.
func (s strength) rating() int {
	if !s.limited {
		return 0
	}
	return s.elo
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
