package datagen

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"xorro/chess"
	"xorro/position"
)

// Label is a position with what a network learns about it.
type Label struct {
	Position *position.Position
	Score    chess.Score // centipawns from White's view
	Result   Result
	OffPath  bool // whether no game reached the position; see Aside
}

// ForSideToMove returns the score and the result as the side to move sees them.
func (l *Label) ForSideToMove() (chess.Score, Result) {
	if l.Position.SideToMove() == chess.Black {
		return -l.Score, WhiteWins - l.Result
	}
	return l.Score, l.Result
}

// A record of bullet's, its ChessBoard, is a position in recordSize bytes, as the
// side to move sees it. The side to move, castling rights, en passant and the
// counters are lost.
//
//	bytes 0 to 23   the Board as the side to move sees it
//	bytes 24 to 25  score
//	byte 26         result
//	byte 27         square of the side to move's king
//	byte 28         square of the opponent's king, as the opponent sees it
//	bytes 29 to 31  zero
const recordSize = 32

// AppendRecord appends a label as a record of bullet's. A score beyond 16 bits is
// clamped.
func AppendRecord(b []byte, l Label) []byte {
	p := l.Position
	us := p.SideToMove()
	score, result := l.ForSideToMove()
	board := NewBoard(p, us)
	b = board.append(b)
	b = binary.LittleEndian.AppendUint16(b, uint16(int16(min(max(score, math.MinInt16), math.MaxInt16))))
	return append(b, byte(result), byte(p.King(us).Relative(us)), byte(p.King(us.Other()).Relative(us.Other())), 0, 0, 0)
}

// parseRecord reads a record of bullet's, as a position with White to move.
func parseRecord(b []byte, l *Label) error {
	board, err := parseBoard(b)
	if err != nil {
		return err
	}
	if err := l.Position.SetSetup(board.Setup()); err != nil {
		return err
	}
	if l.Result = Result(b[26]); l.Result > WhiteWins {
		return fmt.Errorf("result: want 0, 1 or 2, got %d", l.Result)
	}
	l.Score = chess.Score(int16(binary.LittleEndian.Uint16(b[24:])))
	for _, king := range []struct {
		name string
		got  byte
		want chess.Square
	}{
		{"side to move's king", b[27], l.Position.King(chess.White)},
		{"opponent's king", b[28], l.Position.King(chess.Black).Flip()},
	} {
		if chess.Square(king.got) != king.want {
			return fmt.Errorf("%s: on square %d, but the board has it on %d", king.name, king.got, king.want)
		}
	}
	return nil
}

// resultTexts are the results in a line of text. [Result]
var resultTexts = [3]string{"0.0", "0.5", "1.0"}

// AppendText appends a label as a line of text: FEN | score | result. The result is
// 1.0 if White won, 0.5 for a draw, and 0.0 if Black won.
func AppendText(b []byte, l Label) []byte {
	return fmt.Appendf(b, "%s | %d | %s\n", l.Position.FEN(), l.Score, resultTexts[l.Result])
}

// parseText reads a line of text.
func parseText(line string, l *Label) error {
	fields := strings.Split(line, "|")
	if len(fields) != 3 {
		return fmt.Errorf("want FEN | score | result, got %d fields", len(fields))
	}
	if err := l.Position.SetFEN(fields[0]); err != nil {
		return err
	}
	score, err := strconv.ParseInt(strings.TrimSpace(fields[1]), 10, 16)
	if err != nil {
		return fmt.Errorf("score: want a number from -32768 to 32767, got %q", strings.TrimSpace(fields[1]))
	}
	l.Score = chess.Score(score)
	result := strings.TrimSpace(fields[2])
	for r, text := range resultTexts {
		if result == text {
			l.Result = Result(r)
			return nil
		}
	}
	return fmt.Errorf("result: want 1.0, 0.5 or 0.0, got %q", result)
}

// Format is a file format of labels.
type Format int

// The formats. Games can only be read, since they cannot be made of single
// positions.
const (
	Games  Format = iota // files of this package; their training positions
	Bullet               // bullet's records
	Text                 // lines of text
)

// ReadLabels calls each for every label of a file. The label is valid during the
// call. Errors say where the file is wrong.
func ReadLabels(in io.Reader, format Format, each func(Label) error) error {
	switch format {
	case Games:
		_, err := check(in, func(g *Game) error {
			for l := range g.TrainingPositions() {
				if err := each(l); err != nil {
					return err
				}
			}
			return nil
		}, nil)
		return err
	case Bullet:
		return readRecords(in, each)
	default:
		return readLines(in, each)
	}
}

func readRecords(in io.Reader, each func(Label) error) error {
	records := bufio.NewReader(in)
	label := Label{Position: new(position.Position)}
	for offset := int64(0); ; offset += recordSize {
		var record [recordSize]byte
		_, err := io.ReadFull(records, record[:])
		switch {
		case err == io.EOF:
			return nil
		case err == io.ErrUnexpectedEOF:
			err = errors.New("the file breaks off")
		case err == nil:
			err = parseRecord(record[:], &label)
		}
		if err != nil {
			return fmt.Errorf("record %d at byte %d: %w", offset/recordSize+1, offset, err)
		}
		if err := each(label); err != nil {
			return err
		}
	}
}

func readLines(in io.Reader, each func(Label) error) error {
	lines := bufio.NewScanner(in)
	label := Label{Position: new(position.Position)}
	number := 1
	for ; lines.Scan(); number++ {
		if err := parseText(lines.Text(), &label); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if err := each(label); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", number, err)
	}
	return nil
}
