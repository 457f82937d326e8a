package uci

import (
	"errors"
	"fmt"
	"strings"

	"xorro/chess"
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

// flip turns the board around: each piece goes to the opposite rank and changes
// sides, and so does the side to move. An evaluation or a search that treats both
// sides alike finds the same in both positions.
func (d *Driver) flip([]string) {
	p, err := position.FromSetup(flipped(d.pos.Setup()))
	if err != nil {
		d.out.info("flip: %v; the last position stays", err)
		return
	}
	d.pos = p
}

// flipped flips a description. The counters stay.
func flipped(s position.Setup) position.Setup {
	f := s
	for square := chess.A1; square <= chess.H8; square++ {
		piece := s.Squares[square]
		if piece != chess.NoPiece {
			piece = chess.PieceOf(piece.Color().Other(), piece.Type())
		}
		f.Squares[square.Flip()] = piece
	}
	f.Side = s.Side.Other()
	for side, rooks := range s.Rooks {
		for wing, rook := range rooks {
			f.Rooks[1-side][wing] = flippedSquare(rook)
		}
	}
	f.EnPassant = flippedSquare(s.EnPassant)
	return f
}

func flippedSquare(s chess.Square) chess.Square {
	if s == chess.NoSquare {
		return s
	}
	return s.Flip()
}
