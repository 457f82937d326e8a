package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"xorro/chess"
	"xorro/datagen"
	"xorro/internal/san"
	"xorro/position"
)

// pgn is a game as text.
type pgn struct {
	headers map[string]string
	moves   string
}

var header = regexp.MustCompile(`^\[(\w+) "(.*)"\]$`)

// readPGN hands every game of a file to each. Headers and moves are divided by empty
// lines, as OpenBench and fastchess write them.
func readPGN(r io.Reader, each func(pgn) error) error {
	lines := bufio.NewReader(r)
	g := pgn{headers: map[string]string{}}
	for {
		line, err := lines.ReadString('\n')
		if err != nil && err != io.EOF {
			return err
		}
		text := strings.TrimSpace(line)
		if found := header.FindStringSubmatch(text); found != nil {
			if g.moves != "" { // no empty line before
				if err := each(g); err != nil {
					return err
				}
				g = pgn{headers: map[string]string{}}
			}
			g.headers[found[1]] = found[2]
		} else if text != "" {
			g.moves += text + " "
		}
		if err == io.EOF {
			if g.moves != "" || len(g.headers) > 0 {
				return each(g)
			}
			return nil
		}
		if text == "" && g.moves != "" {
			if err := each(g); err != nil {
				return err
			}
			g = pgn{headers: map[string]string{}}
		}
	}
}

// word is a move, a result or a comment of the moves of a game.
var word = regexp.MustCompile(`\{[^}]*\}|\S+`)

// score is the beginning of a comment: pawns or moves to mate, then the depth.
var score = regexp.MustCompile(`^\{\s*([+-]?)(M?)(\d+(?:\.\d+)?)/\d+`)

// convert returns a game that can be written.
func convert(g pgn) (*datagen.Game, error) {
	fen := g.headers["FEN"]
	if fen == "" {
		fen = position.StartFEN
	}
	start, err := position.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	game := &datagen.Game{Start: start}
	switch result := g.headers["Result"]; result {
	case "1-0":
		game.Result = datagen.WhiteWins
	case "0-1":
		game.Result = datagen.BlackWins
	case "1/2-1/2":
		game.Result = datagen.Draw
	default:
		return nil, fmt.Errorf("result: want 1-0, 0-1 or 1/2-1/2, got %q", result)
	}
	if end := g.headers["Termination"]; strings.Contains(end, "abandoned") || strings.Contains(end, "illegal") || strings.Contains(end, "stalled") {
		return nil, fmt.Errorf("termination: %s", end)
	}
	p := start.Clone()
	for _, text := range word.FindAllString(g.moves, -1) {
		switch {
		case strings.HasPrefix(text, "{"):
			if n := len(game.Scores); n > 0 {
				game.Scores[n-1] = commentScore(text, p.SideToMove().Other())
			}
		case text == "*" || text == "1-0" || text == "0-1" || text == "1/2-1/2" || isMoveNumber(text):
		default:
			m, err := san.Parse(p, text)
			if err != nil {
				return nil, fmt.Errorf("ply %d: %w", len(game.Moves)+1, err)
			}
			game.Moves = append(game.Moves, m)
			game.Scores = append(game.Scores, datagen.NoScore)
			p.Make(m)
		}
	}
	if len(game.Moves) == 0 {
		return nil, errors.New("there are no moves")
	}
	return game, nil
}

// isMoveNumber reports whether the text is as "12." or "12...".
func isMoveNumber(text string) bool {
	digits := strings.TrimRight(text, ".")
	_, err := strconv.Atoi(digits)
	return err == nil && digits != text
}

// maxScore is the greatest score in centipawns that is not one of mate.
const maxScore = 20_000

// commentScore returns the score of a comment from White's view, or NoScore if it has
// none. The comment is on a move of the given side.
func commentScore(comment string, side chess.Color) chess.Score {
	found := score.FindStringSubmatch(comment)
	if found == nil {
		return datagen.NoScore
	}
	value := chess.Score(datagen.MateScore)
	if found[2] == "" {
		pawns, err := strconv.ParseFloat(found[3], 64)
		if err != nil {
			return datagen.NoScore
		}
		value = chess.Score(math.Round(min(100*pawns, maxScore)))
	}
	if (found[1] == "-") != (side == chess.Black) {
		return -value
	}
	return value
}
