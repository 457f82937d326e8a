package uci

import (
	"errors"
	"fmt"
	"strings"

	"xorro/chess"
	"xorro/position"
)

// position carries out position. After an error the previous position is kept.
func (d *Driver) position(words []string) {
	p, err := parsePosition(words)
	if err != nil {
		d.out.info("position: %v; the last position stays", err)
		return
	}
	d.pos = p
}

// parsePosition parses "startpos" or "fen F", and "moves" with a list of moves if there
// is one. The moves are made on the board, so that repetitions are known.
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
		return nil, fmt.Errorf("want moves after startpos, got %s", quote(setup[0]))
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

// flip mirrors the position: each piece moves to the opposite rank and changes its
// color, and the other side is to move. The evaluation of both positions is the same
// from the side to move's view.
func (d *Driver) flip([]string) {
	p, err := position.FromSetup(flipped(d.pos.Setup()))
	if err != nil {
		d.out.info("flip: %v; the position stays", err)
		return
	}
	d.pos = p
}

// flipped returns the mirrored description.
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

// flippedSquare returns the square on the opposite rank, or NoSquare.
func flippedSquare(s chess.Square) chess.Square {
	if s == chess.NoSquare {
		return s
	}
	return s.Flip()
}
