package uci

import (
	"errors"
	"fmt"
	"strings"

	"xorro/chess"
	"xorro/position"
)

// position carries out position. After an error there is no position, so that no move
// of the previous one can be the answer to the next go. An illegal move ends the list
// of moves; those before it count.
func (d *Driver) position(words []string) {
	p, mended, err := parsePosition(words)
	d.pos, d.refusal = p, err
	if len(mended) > 0 {
		d.out.info("position: fen mended: %s", strings.Join(mended, ". "))
	}
	switch {
	case p == nil:
		d.out.info("position: %v; there is no position now", err)
	case err != nil:
		d.out.info("position: %v; the moves before it count", err)
	}
}

// hasPosition reports whether there is a position. If there is none, it says so in a
// message, which names the command.
func (d *Driver) hasPosition(command string) bool {
	if d.pos == nil {
		d.out.info("%s: there is no position; the last one was refused: %v", command, d.refusal)
	}
	return d.pos != nil
}

// parsePosition parses "startpos" or "fen F", and "moves" with a list of moves if there
// is one. The moves are made on the board, so that repetitions are known. A FEN whose
// meaning is clear is mended; mended says how. If a move is not legal, parsePosition
// returns the position before it and an error; after any other error the position is
// nil.
func parsePosition(words []string) (p *position.Position, mended []string, err error) {
	if len(words) == 0 {
		return nil, nil, errors.New("startpos or fen is missing")
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
		return nil, nil, fmt.Errorf("want startpos or fen, got %s", quote(words[0]))
	case len(setup) > 0:
		return nil, nil, fmt.Errorf("want moves after startpos, got %s", quote(setup[0]))
	default:
		fen = position.StartFEN
	}
	if p, mended, err = position.ParseFENLenient(fen); err != nil {
		return nil, nil, err
	}
	for i, word := range rest {
		if err := makeMove(p, word); err != nil {
			return p, mended, fmt.Errorf("move %d, %w", i+1, err)
		}
	}
	return p, mended, nil
}

// makeMove makes a move of a position's list of moves, which may be a null move.
func makeMove(p *position.Position, text string) error {
	if text == nullMove {
		if p.InCheck() {
			return fmt.Errorf("%s: no null move is legal in check", quote(text))
		}
		p.MakeNull()
		return nil
	}
	m, err := ParseMove(p, text)
	if err != nil {
		return err
	}
	p.Make(m)
	return nil
}

// flip mirrors the position: each piece moves to the opposite rank and changes its
// color, and the other side is to move. The evaluation of both positions is the same
// from the side to move's view.
func (d *Driver) flip([]string) {
	if !d.hasPosition("flip") {
		return
	}
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
