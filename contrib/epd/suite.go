package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"xorro/chess"
	"xorro/internal/san"
	"xorro/position"
	"xorro/uci"
)

// problem is a position of a suite with its solution.
type problem struct {
	id     string // the file's name and the line if the suite gives none
	fen    string
	want   string // the solution as the suite writes it, such as "bm Qg6"
	best   []chess.Move
	avoid  []chess.Move
	points map[chess.Move]int // nil if there are none
	most   int                // the greatest of the points
	pos    *position.Position
}

// readSuite reads a position from each line that is not empty and does not begin with
// #. Errors name the line.
func readSuite(in io.Reader, name string) (problems []problem, err error) {
	s := bufio.NewScanner(in)
	for number := 1; s.Scan(); number++ {
		line := strings.TrimSpace(s.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		where := fmt.Sprintf("%s:%d", name, number)
		p, err := parseProblem(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", where, err)
		}
		if p.id == "" {
			p.id = where
		}
		problems = append(problems, p)
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(problems) == 0 {
		return nil, fmt.Errorf("%s: there are no positions", name)
	}
	return problems, nil
}

func parseProblem(line string) (p problem, err error) {
	fen, operations := splitLine(line)
	if p.pos, err = position.ParseFEN(fen); err != nil {
		return p, err
	}
	p.fen = p.pos.FEN()
	var points, scored string
	for _, operation := range operations {
		opcode, operand, _ := strings.Cut(operation, " ")
		operand = strings.TrimSpace(operand)
		text := strings.Trim(operand, `"`)
		switch opcode {
		case "id":
			p.id = text
		case "bm":
			p.best, err = parseMoves(p.pos, operand, san.Parse)
		case "am":
			p.avoid, err = parseMoves(p.pos, operand, san.Parse)
		case "c8":
			points = text
		case "c9":
			scored = text
		}
		if err != nil {
			return p, fmt.Errorf("%s: %w", opcode, err)
		}
		if opcode == "bm" || opcode == "am" {
			p.want = strings.TrimSpace(p.want + " " + operation)
		}
	}
	if err := p.parsePoints(points, scored); err != nil {
		return p, err
	}
	if len(p.best)+len(p.avoid)+len(p.points) == 0 {
		return p, errors.New("there is neither bm nor am, nor c8 with c9")
	}
	return p, nil
}

// splitLine splits a line into the four fields of a FEN and the operations after them,
// each of which ends with a semicolon. A semicolon between quotes does not count.
func splitLine(line string) (fen string, operations []string) {
	rest := line
	for range 4 {
		field, behind, _ := strings.Cut(rest, " ")
		fen = strings.TrimSpace(fen + " " + field)
		rest = strings.TrimSpace(behind)
	}
	quoted := false
	operations = strings.FieldsFunc(rest, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == ';' && !quoted
	})
	for i := range operations {
		operations[i] = strings.TrimSpace(operations[i])
	}
	return fen, operations
}

// parseMoves parses moves that are separated by blanks.
func parseMoves(p *position.Position, text string, parse func(*position.Position, string) (chess.Move, error)) (moves []chess.Move, err error) {
	for _, word := range strings.Fields(text) {
		m, err := parse(p, word)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// parsePoints parses numbers and, in coordinates, the moves that they belong to. If
// either is missing, there are no points.
func (p *problem) parsePoints(points, scored string) error {
	numbers := strings.Fields(points)
	if len(numbers) == 0 || scored == "" {
		return nil
	}
	moves, err := parseMoves(p.pos, scored, uci.ParseMove)
	if err != nil {
		return fmt.Errorf("c9: %w", err)
	}
	if len(numbers) != len(moves) {
		return fmt.Errorf("c8: want a number for each of the %d moves in c9, got %d", len(moves), len(numbers))
	}
	p.points = make(map[chess.Move]int)
	for i, text := range numbers {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return fmt.Errorf("c8: want whole numbers, got %q", text)
		}
		p.points[moves[i]] = n
		p.most = max(p.most, n)
	}
	return nil
}

// isSolvedBy reports whether the move solves the problem: it is one of the best moves
// and not one to avoid or, if there are neither, it has the most points.
func (p *problem) isSolvedBy(m chess.Move) bool {
	if len(p.best)+len(p.avoid) == 0 {
		return p.points[m] == p.most
	}
	return (len(p.best) == 0 || slices.Contains(p.best, m)) && !slices.Contains(p.avoid, m)
}

// tally sums up the answers to problems.
type tally struct {
	solved, problems int
	points, most     int
}

// count adds an answer. Failure describes one that does not solve the problem, and is
// empty otherwise.
func (t *tally) count(p problem, move string) (failure string) {
	t.problems++
	t.most += p.most
	m, err := uci.ParseMove(p.pos, move)
	if err != nil {
		return fmt.Sprintf("failed %s: %v", p.id, err)
	}
	t.points += p.points[m]
	if p.isSolvedBy(m) {
		t.solved++
		return ""
	}
	failure = fmt.Sprintf("failed %s: played %s", p.id, move)
	if p.want != "" {
		failure += ", wanted " + p.want
	}
	if p.most > 0 {
		failure += fmt.Sprintf("; %d of %d points", p.points[m], p.most)
	}
	return failure
}

func (t tally) String() string {
	text := fmt.Sprintf("%d of %d solved\n", t.solved, t.problems)
	if t.most > 0 {
		text += fmt.Sprintf("%d of %d points\n", t.points, t.most)
	}
	return text
}
