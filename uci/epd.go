package uci

import (
	"fmt"
	"strconv"
	"strings"

	"xorro/movegen"
	"xorro/position"
)

// ParseEPD reads a line that begins with a FEN of six fields or of four. What follows,
// such as an EPD's operations, is skipped.
func ParseEPD(line string) (*position.Position, error) {
	fields := strings.Fields(line)
	const short, long = 4, 6
	if len(fields) >= long && isNumber(fields[short]) {
		fields = fields[:long]
	} else if len(fields) > short {
		fields = fields[:short]
	}
	return position.ParseFEN(strings.Join(fields, " "))
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

// ParseOpenings reads a position from each line of a file that is not empty, as [ParseEPD]
// does, and returns the positions as FENs. In each of them the game goes on. Errors name
// the file, and the line where there is one.
func ParseOpenings(name, content string) (fens []string, err error) {
	number := 0
	for line := range strings.Lines(content) {
		number++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		p, err := ParseEPD(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if !movegen.HasLegal(p) || movegen.IsDraw(p, 0) {
			return nil, fmt.Errorf("%s:%d: the game is over", name, number)
		}
		fens = append(fens, p.FEN())
	}
	if len(fens) == 0 {
		return nil, fmt.Errorf("%s: there are no positions", name)
	}
	return fens, nil
}
