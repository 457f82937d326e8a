package position

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"xorro/attacks"
	"xorro/chess"
)

// ParseFEN parses a FEN of six fields, or of four without the counters. Castling rights
// are KQkq, for the outermost rook on that side of the king, or the file of the rook (X-FEN
// and Shredder-FEN). An en-passant square on which no capture is legal is accepted and
// dropped. A position that no game can reach gives an error that wraps a *SetupError.
func ParseFEN(fen string) (*Position, error) {
	p := new(Position)
	if err := p.SetFEN(fen); err != nil {
		return nil, err
	}
	return p, nil
}

// ParseFENLenient parses a FEN like ParseFEN, but mends faults whose meaning is clear and
// returns one line about each of them. Missing fields from the third on are taken as "-",
// "-", "0" and "1". Castling rights without king or rook are dropped, and so are
// en-passant squares that no pawn has just passed. Counters are clamped to their ranges.
// Any pieces are accepted if each side has one king and there are at most 32 in all.
func ParseFENLenient(fen string) (p *Position, mended []string, err error) {
	p = new(Position)
	var m mender
	if err := p.parse(fen, &m); err != nil {
		return nil, nil, fmt.Errorf("fen: %w", err)
	}
	return p, m.lines, nil
}

// SetFEN sets p to the position of a FEN, with the errors of ParseFEN. After an error p
// must be set again before it is used.
func (p *Position) SetFEN(fen string) error {
	if err := p.parse(fen, nil); err != nil {
		return fmt.Errorf("fen: %w", err)
	}
	return nil
}

// parse parses a FEN into a Setup and sets p to it field by field, so that an error names
// the first field that is wrong.
func (p *Position) parse(fen string, m *mender) error {
	fields, err := splitFields(fen, m)
	if err != nil {
		return err
	}
	s := EmptySetup()
	if err := s.parseBoard(fields[0]); err != nil {
		return err
	}
	switch fields[1] {
	case "w":
		s.Side = chess.White
	case "b":
		s.Side = chess.Black
	default:
		return setupError("side to move", "want w or b, got %q", fields[1])
	}
	if err := p.setBoard(&s, m); err != nil {
		return err
	}
	if err := s.parseCastling(fields[2], m); err != nil {
		return err
	}
	if err := p.setRights(&s); err != nil {
		return err
	}
	if fields[3] != "-" {
		target, ok := chess.ParseSquare(fields[3])
		if !ok {
			return setupError("en passant", "%q is no square", fields[3])
		}
		s.EnPassant = target
	}
	if err := m.mend(p.setEnPassant(&s), "dropped"); err != nil {
		return err
	}
	if s.Rule50, err = parseCounter("halfmove clock", fields[4], maxRule50, m); err != nil {
		return err
	}
	if s.FullMove, err = parseCounter("fullmove number", fields[5], maxFullMove, m); err != nil {
		return err
	}
	return p.setClocks(&s)
}

// splitFields returns the six fields of a FEN. The counters may be missing, or with a
// mender all fields from the third on.
func splitFields(fen string, m *mender) ([]string, error) {
	fields, defaults := strings.Fields(fen), []string{"", "", "-", "-", "0", "1"}
	switch n := len(fields); {
	case n == 6:
		return fields, nil
	case m == nil && n != 4:
		return nil, setupError("fields", "want 4 or 6 of them, got %d", n)
	case n < 2 || n > 6:
		return nil, setupError("fields", "want 2 to 6 of them, got %d", n)
	case m != nil:
		m.mend(setupError("fields", "%d of 6", n), strings.Join(defaults[n:], " ")+" added")
	}
	return append(fields, defaults[len(fields):]...), nil
}

// parseCounter parses a number from 0 to high.
func parseCounter(field, text string, high int, m *mender) (int, error) {
	n, err := strconv.Atoi(text) // the nearest int if it is out of range
	nearest := min(max(n, 0), high)
	if err == nil && n == nearest && text[0] != '+' {
		return n, nil
	}
	wrong := setupError(field, "want a number from 0 to %d, got %q", high, text)
	if errors.Is(err, strconv.ErrSyntax) {
		return 0, wrong
	}
	return nearest, m.mend(wrong, fmt.Sprintf("%d taken", nearest))
}

// parseBoard parses the first field of a FEN.
func (s *Setup) parseBoard(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != 8 {
		return setupError("board", "want 8 ranks, got %d", len(rows))
	}
	for i, row := range rows {
		rank := chess.Rank(7 - i)
		file := 0
		digit := false
		for j := 0; j < len(row); j++ {
			c := row[j]
			if c >= '1' && c <= '8' {
				if digit {
					return setupError("board", "rank %c has two numbers in a row", rank.Digit())
				}
				digit = true
				file += int(c - '0')
				continue
			}
			digit = false
			piece, ok := chess.ParsePiece(c)
			if !ok {
				return setupError("board", "rank %c holds %q, which is no piece", rank.Digit(), c)
			}
			if file < 8 {
				s.Squares[chess.SquareAt(chess.File(file), rank)] = piece
			}
			file++
		}
		if file != 8 {
			return setupError("board", "rank %c has %d squares, not 8", rank.Digit(), file)
		}
	}
	return nil
}

// parseCastling parses the third field of a FEN.
func (s *Setup) parseCastling(text string, m *mender) error {
	if text == "-" {
		return nil
	}
	for i := 0; i < len(text); i++ {
		side, letter := chess.White, text[i]
		if letter >= 'a' && letter <= 'z' {
			side, letter = chess.Black, letter-'a'+'A'
		}
		if letter != 'K' && letter != 'Q' && (letter < 'A' || letter > 'H') {
			return setupError("castling", "%q is neither one of KQkq nor a file", text[i])
		}
		var err error
		rook, ok := s.findRook(side, letter)
		if king := s.king(side); king.Relative(side).Rank() != chess.Rank1 {
			err = setupError("castling", "%q, but the %s king stands on %s", text[i], side, king)
		} else if !ok {
			err = setupError("castling", "%q, but there is no such %s rook", text[i], side)
		}
		if err != nil {
			if err := m.mend(err, "dropped"); err != nil {
				return err
			}
			continue
		}
		if err := s.AddRook(side, rook); err != nil {
			return err
		}
	}
	return nil
}

// findRook returns the rook that a letter of a FEN's third field, as a capital, stands for:
// the outermost rook on that side of the king for K and Q, or the rook on the file A to H.
func (s *Setup) findRook(side chess.Color, letter byte) (rook chess.Square, ok bool) {
	first, step := chess.File(letter-'A'), 8
	switch letter {
	case 'K':
		first, step = chess.FileH, -1
	case 'Q':
		first, step = chess.FileA, 1
	}
	for file := int(first); file >= 0 && file < 8; file += step {
		square := chess.SquareAt(chess.File(file), chess.Rank1).Relative(side)
		switch s.Squares[square] {
		case chess.PieceOf(side, chess.Rook):
			return square, true
		case chess.PieceOf(side, chess.King):
			return chess.NoSquare, false
		}
	}
	return chess.NoSquare, false
}

// FEN returns the position as a FEN of six fields. Castling rights are KQkq, or the file
// of the rook if another rook stands further out (X-FEN). The en-passant square is given
// only if a capture on it is legal.
func (p *Position) FEN() string {
	var b strings.Builder
	for row := 0; row < 8; row++ {
		if row > 0 {
			b.WriteByte('/')
		}
		gap := byte(0)
		for f := chess.FileA; f <= chess.FileH; f++ {
			piece := p.PieceOn(chess.SquareAt(f, chess.Rank(7-row)))
			if piece == chess.NoPiece {
				gap++
				continue
			}
			if gap > 0 {
				b.WriteByte('0' + gap)
				gap = 0
			}
			b.WriteByte(piece.Letter())
		}
		if gap > 0 {
			b.WriteByte('0' + gap)
		}
	}
	fmt.Fprintf(&b, " %c %s %s %d %d", "wb"[p.side], p.castlingField(), p.enPassant, p.Rule50(), p.FullMove())
	return b.String()
}

func (p *Position) castlingField() string {
	if p.rights == chess.NoCastling {
		return "-"
	}
	var field []byte
	for i, letter := range []byte("KQkq") {
		right := chess.CastlingRights(1) << i
		if p.rights&right == 0 {
			continue
		}
		rook := p.CastlingRook(right)
		// The squares between the rook and the corner on its side of the king.
		corner := chess.SquareAt(chess.FileH, rook.Rank())
		if i%2 == 1 {
			corner = chess.SquareAt(chess.FileA, rook.Rank())
		}
		outer := (attacks.Between(rook, corner) | corner.Bitboard()) &^ rook.Bitboard()
		if outer&p.PiecesOf(chess.Color(i/2), chess.Rook) != 0 {
			letter = rook.File().Letter() - 'a' + letter&0x20 + 'A'
		}
		field = append(field, letter)
	}
	return string(field)
}
