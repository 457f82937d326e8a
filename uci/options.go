package uci

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"xorro/search"
)

// option is an option that the uci command lists.
type option struct {
	name  string
	value setting
}

// setting is the type and the value of an option.
type setting interface {
	// declare returns what follows "type" in the list of options.
	declare() string
	// set parses a value and applies it. It returns what the user should know about
	// the value, if anything. An error says what is wrong with the value and which
	// one is kept.
	set(text string) (message string, err error)
	// reset applies the default value.
	reset() error
}

// spin is a whole number from min to max. An error of apply says which value is kept.
type spin struct {
	initial, min, max int // initial is the default
	apply             func(int) error
	value             int
}

func (s *spin) declare() string {
	return fmt.Sprintf("spin default %d min %d max %d", s.initial, s.min, s.max)
}

func (s *spin) set(text string) (string, error) {
	value, err := strconv.Atoi(text)
	if err != nil || value < s.min || value > s.max {
		return "", fmt.Errorf("want a whole number from %d to %d, got %s; %d is kept", s.min, s.max, quote(text), s.value)
	}
	return "", s.use(value)
}

func (s *spin) reset() error { return s.use(s.initial) }

func (s *spin) use(value int) error {
	if err := s.apply(value); err != nil {
		return err
	}
	s.value = value
	return nil
}

// check is true or false.
type check struct {
	initial bool // the default
	apply   func(bool)
	value   bool
}

func (c *check) declare() string { return fmt.Sprintf("check default %t", c.initial) }

func (c *check) set(text string) (string, error) {
	switch {
	case strings.EqualFold(text, "true"):
		c.value = true
	case strings.EqualFold(text, "false"):
		c.value = false
	default:
		return "", fmt.Errorf("want true or false, got %s; %t is kept", quote(text), c.value)
	}
	c.apply(c.value)
	return "", nil
}

func (c *check) reset() error {
	c.value = c.initial
	c.apply(c.value)
	return nil
}

// button is an action without a value.
type button func()

func (b button) declare() string { return "button" }

func (b button) set(string) (string, error) {
	b()
	return "", nil
}

func (b button) reset() error { return nil }

// text is any text. The results of apply are those of set.
type text struct {
	initial string // the default
	apply   func(string) (message string, err error)
}

// emptyText is how the protocol spells a text without characters.
const emptyText = "<empty>"

func (t *text) declare() string {
	if t.initial == "" {
		return "string default " + emptyText
	}
	return "string default " + t.initial
}

func (t *text) set(value string) (string, error) {
	if value == emptyText {
		value = ""
	}
	return t.apply(value)
}

func (t *text) reset() error {
	_, err := t.apply(t.initial)
	return err
}

// always turns a function that cannot fail into the apply function of a spin.
func always(apply func(int)) func(int) error {
	return func(value int) error {
		apply(value)
		return nil
	}
}

// ignoreCheck and ignoreText are the apply functions of options without an effect.
func ignoreCheck(bool) {}

func ignoreText(string) (string, error) { return "", nil }

// Sizes of the table in megabytes (2^20 bytes). maxHash is 2^45 bytes, more than any
// machine has. A size that the machine has no memory for is refused when it is set.
const (
	minHash     = 1
	defaultHash = 16
	maxHash     = 1 << 25
)

// maxMultiPV is more than any position has legal moves.
const maxMultiPV = 256

// about is the text that front ends show as UCI_EngineAbout.
const about = "Xorro, a chess engine in Go that trusts a table entry only if two independent hashes agree"

// newOptions returns the options of the driver in the order of the list.
func (d *Driver) newOptions() []option {
	d.hash = &spin{initial: defaultHash, min: minHash, max: maxHash, apply: d.engine.SetHash}
	d.threads = &spin{initial: 1, min: 1, max: search.MaxThreads, apply: always(d.engine.SetThreads)}
	return append([]option{
		{"Hash", d.hash},
		{"Clear Hash", button(d.engine.NewGame)},
		{"Threads", d.threads},
		{"MultiPV", &spin{initial: 1, min: 1, max: maxMultiPV, apply: always(func(n int) {
			d.multiPV = n
			d.engine.SetMultiPV(n)
		})}},
		{"Ponder", &check{apply: ignoreCheck}}, // the front end decides when to ponder
		{"Move Overhead", &spin{initial: 10, min: 0, max: 5000, apply: always(func(ms int) {
			d.engine.SetMoveOverhead(time.Duration(ms) * time.Millisecond)
		})}},
		{"UCI_Chess960", &check{apply: func(on bool) { d.chess960 = on }}},
		{"UCI_ShowWDL", &check{apply: func(on bool) { d.showWDL = on }}},
		{"UCI_LimitStrength", &check{apply: func(on bool) {
			d.strength.limited = on
			d.engine.SetElo(d.strength.rating())
		}}},
		{"UCI_Elo", &spin{initial: search.MaxElo, min: search.MinElo, max: search.MaxElo, apply: always(func(elo int) {
			d.strength.elo = elo
			d.engine.SetElo(d.strength.rating())
		})}},
		{"Skill Level", &spin{initial: maxSkill, min: 0, max: maxSkill, apply: always(func(level int) {
			d.strength.skill = level
			d.engine.SetElo(d.strength.rating())
		})}},
		{"UCI_AnalyseMode", &check{apply: ignoreCheck}},
		{"UCI_Opponent", &text{apply: ignoreText}},
		{"UCI_EngineAbout", &text{initial: about, apply: ignoreText}},
		{"OwnBook", &check{apply: func(on bool) { d.opening.use = on }}},
		{"BookFile", &text{apply: d.opening.load}},
		{"EvalFile", &text{apply: d.loadNetwork}},
		{"Debug Log File", &text{apply: d.out.log.open}},
	}, append(d.syzygyOptions(), tunableOptions()...)...)
}

// maxSkill is the Skill Level of full strength.
const maxSkill = 20

// strength combines UCI_LimitStrength, UCI_Elo and Skill Level, which may be set in any
// order.
type strength struct {
	limited bool
	elo     int
	skill   int
}

// rating returns the rating to play at, or 0 for full strength. UCI_LimitStrength takes
// precedence over Skill Level. The levels below 20 divide the range of UCI_Elo evenly.
func (s strength) rating() int {
	switch {
	case s.limited:
		return s.elo
	case s.skill < maxSkill:
		return search.MinElo + s.skill*(search.MaxElo-search.MinElo)/maxSkill
	}
	return 0
}

// setOption carries out "name N [value V]". Names and values are not case-sensitive.
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
		message, err := o.value.set(value)
		if err != nil {
			message = fmt.Sprintf("option %s: %v", o.name, err)
		}
		if message != "" {
			d.out.info("%s", message)
		}
		return
	}
	d.out.info("unknown option %s; nothing is changed, uci lists the options", quote(name))
}

// splitOption parses the arguments of setoption.
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
