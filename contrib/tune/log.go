package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"xorro/internal/match"
)

// record is the result of a pair of games. The first side is White in the first game.
type record struct {
	pair    int
	coins   string     // one for each factor or parameter
	scores  [2]float64 // of the first side in each game
	plies   [2]int
	endings [2]match.Ending
}

// ahead returns the wins less the losses of the first side.
func (r *record) ahead() float64 { return 2 * (r.scores[0] + r.scores[1] - 1) }

func (r *record) String() string {
	return fmt.Sprintf("%d %s %g %g %d %d %s %s", r.pair, r.coins, r.scores[0], r.scores[1],
		r.plies[0], r.plies[1], r.endings[0], r.endings[1])
}

// parseRecord parses what String returns. Errors name the field.
func parseRecord(line string) (r record, err error) {
	words := strings.Fields(line)
	if len(words) != 8 {
		return r, fmt.Errorf("want 8 fields, got %d", len(words))
	}
	if r.pair, err = strconv.Atoi(words[0]); err != nil || r.pair < 0 {
		return r, fmt.Errorf("pair: want a whole number from 0, got %q", words[0])
	}
	r.coins = words[1]
	if rest := strings.Trim(r.coins, "+-."); rest != "" {
		return r, fmt.Errorf("coins: want +, - and ., got %q", words[1])
	}
	for i := range 2 {
		if r.scores[i], err = strconv.ParseFloat(words[2+i], 64); err != nil || !slices.Contains([]float64{0, 0.5, 1}, r.scores[i]) {
			return r, fmt.Errorf("score: want 0, 0.5 or 1, got %q", words[2+i])
		}
		if r.plies[i], err = strconv.Atoi(words[4+i]); err != nil || r.plies[i] < 0 {
			return r, fmt.Errorf("plies: want a whole number from 0, got %q", words[4+i])
		}
		r.endings[i] = match.Ending(words[6+i])
	}
	return r, nil
}

// gameLog is a file of results. Its head, lines that begin with "# ", has all that
// decides the games, and the file grows by a line with each pair.
type gameLog struct {
	head    []string
	records []record // in the order in which the pairs ended
	length  int64    // bytes of whole lines
}

// readLog reads a log. A last line without an end was cut off, and is left out.
func readLog(path string) (*gameLog, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	content = content[:bytes.LastIndexByte(content, '\n')+1]
	l := &gameLog{length: int64(len(content))}
	pairs := map[int]bool{}
	number := 0
	for line := range strings.Lines(string(content)) {
		number++
		line = strings.TrimSpace(line)
		if entry, ok := strings.CutPrefix(line, "# "); ok && len(l.records) == 0 {
			l.head = append(l.head, entry)
			continue
		}
		r, err := parseRecord(line)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		case len(r.coins) != l.coins():
			return nil, fmt.Errorf("%s:%d: coins: want %d, got %d", path, number, l.coins(), len(r.coins))
		case pairs[r.pair]:
			return nil, fmt.Errorf("%s:%d: pair %d is there twice", path, number, r.pair)
		}
		pairs[r.pair] = true
		l.records = append(l.records, r)
	}
	return l, nil
}

// coins returns how many coins are thrown for a pair.
func (l *gameLog) coins() int { return len(l.list("factor")) + len(l.list("parameter")) }

// entry returns the value of the first entry of the head that has the name.
func (l *gameLog) entry(name string) string {
	if values := l.list(name); len(values) > 0 {
		return values[0]
	}
	return ""
}

// list returns the values of all entries of the head that have the name.
func (l *gameLog) list(name string) (values []string) {
	for _, line := range l.head {
		if key, value, _ := strings.Cut(line, ": "); key == name {
			values = append(values, value)
		}
	}
	return values
}

// loadLog reads the log of an experiment.
func loadLog(path, experiment string) (*gameLog, error) {
	l, err := readLog(path)
	if err != nil {
		return nil, err
	}
	if is := l.entry("experiment"); is != experiment {
		return nil, fmt.Errorf("%s: want the log of %s, got that of %q", path, experiment, is)
	}
	return l, nil
}

// openLog opens a log to append to, and makes it if there is none. The head of one that
// exists must be the given one.
func openLog(path string, head []string) (*gameLog, *os.File, error) {
	l, err := readLog(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		l = new(gameLog)
	case err != nil:
		return nil, nil, err
	case l.length > 0:
		if err := compareHeads(l.head, head); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return nil, nil, err
	}
	err = file.Truncate(l.length)
	if err == nil && l.length == 0 {
		l.head = head
		_, err = file.WriteString("# " + strings.Join(head, "\n# ") + "\n")
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return l, file, nil
}

// compareHeads names the first entry in which a log differs from the command line.
func compareHeads(there, here []string) error {
	for i := range max(len(there), len(here)) {
		entry := func(head []string) string {
			if i < len(head) {
				return fmt.Sprintf("%q", head[i])
			}
			return "nothing more"
		}
		if a, b := entry(there), entry(here); a != b {
			return fmt.Errorf("the log is of other games: it has %s, the command line asks for %s", a, b)
		}
	}
	return nil
}

// What a coin says.
const (
	forFirst  = '+' // the first side has the change, or the higher value
	forSecond = '-' // the second side has it
	forNone   = '.' // neither has it
)

// signs returns the coins as numbers: 1, -1 and 0.
func signs(coins string) []float64 {
	x := make([]float64, len(coins))
	for i := range coins {
		switch coins[i] {
		case forFirst:
			x[i] = 1
		case forSecond:
			x[i] = -1
		}
	}
	return x
}
