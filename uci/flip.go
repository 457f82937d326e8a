package uci

import (
	"slices"
	"strings"
	"unicode"

	"xorro/position"
)

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
