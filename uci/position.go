package uci

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"xorro/position"
)

// position sets up what the words say; if they cannot be read to the end, the
// last position stays.
func (d *Driver) position(words []string) {
	p, err := parsePosition(words)
	if err != nil {
		d.out.info("position: %v; the last position stays", err)
		return
	}
	d.pos = p
}

// parsePosition reads "startpos" or "fen F", then perhaps "moves" and moves,
// which are all made on the board, so that repetitions are known.
func parsePosition(words []string) (*position.Position, error) {
	if len(words) == 0 {
		return nil, errors.New("startpos or fen is missing")
	}
	setup, rest := words[1:], []string(nil)
	for i, word := range setup {
		if word == "moves" {
			setup, rest = setup[:i], setup[i+1:]
			break
		}
	}
	var fen string
	switch {
	case words[0] == "fen":
		fen = strings.Join(setup, " ")
	case words[0] != "startpos":
		return nil, fmt.Errorf("want startpos or fen, got %s", quote(words[0]))
	case len(setup) > 0:
		return nil, fmt.Errorf("want moves behind startpos, got %s", quote(setup[0]))
	default:
		fen = position.StartFEN
	}
	p, err := position.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	for i, word := range rest {
		m, err := ParseMove(p, word)
		if err != nil {
			return nil, fmt.Errorf("move %d, %w", i+1, err)
		}
		p.Make(m)
	}
	return p, nil
}

// flip turns the board around: each man goes to the opposite rank and changes
// sides, and so does the right to move. Whatever treats both sides alike finds
// the same in both positions.
func (d *Driver) flip([]string) {
	p, err := position.ParseFEN(flipFEN(d.pos.FEN()))
	if err != nil {
		d.out.info("flip: %v; the last position stays", err)
		return
	}
	d.pos = p
}

// flipFEN flips a FEN of six fields. The counters stay.
func flipFEN(fen string) string {
	fields := strings.Fields(fen)
	rows := strings.Split(fields[0], "/")
	slices.Reverse(rows)
	fields[0] = swapCase(strings.Join(rows, "/"))
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[2] = swapCase(fields[2])
	fields[3] = strings.NewReplacer("3", "6", "6", "3").Replace(fields[3])
	return strings.Join(fields, " ")
}

func swapCase(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, text)
}
