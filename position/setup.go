package position

import (
	"fmt"
	"slices"

	"xorro/chess"
	"xorro/zobrist"
)

// Setup is a plain description of a position, without history.
type Setup struct {
	Squares [64]chess.Piece // NoPiece on an empty square
	Side    chess.Color     // the side to move
	// Rooks holds the squares of the rooks that may still castle, NoSquare where there
	// is no right: [side][0 kingside, 1 queenside].
	Rooks     [2][2]chess.Square
	EnPassant chess.Square // passed by a pawn that has just moved two squares; NoSquare if none has
	Rule50    int          // plies since the last capture or pawn move, 0 to 255
	FullMove  int          // number of the next move, 0 to 999,999; 0 counts as 1
	// AnyPieces accepts pieces that cannot occur in a game, such as nine pawns or twenty
	// queens of one side, up to maxPieces in all.
	AnyPieces bool
}

// maxPieces is the greatest number of pieces of both sides together. The network adds up
// the weights of at most 32 pieces in 16 bits, and a side with at most 31 pieces never has
// more than chess.MaxMoves moves.
const maxPieces = 32

// The greatest counters of a Setup. The clock stops at maxRule50, and no game reaches
// maxFullMove.
const (
	maxRule50   = 255
	maxFullMove = 999_999
)

// EmptySetup returns an empty board with White to move at move 1.
func EmptySetup() Setup {
	s := Setup{EnPassant: chess.NoSquare, FullMove: 1}
	for square := range s.Squares {
		s.Squares[square] = chess.NoPiece
	}
	for side := range s.Rooks {
		s.Rooks[side] = [2]chess.Square{chess.NoSquare, chess.NoSquare}
	}
	return s
}

// AddRook gives a side the right to castle with its rook on the given square. The
// side's king and the rook must stand on their first rank, and the side must not
// have that right yet.
func (s *Setup) AddRook(side chess.Color, rook chess.Square) error {
	king := s.king(side)
	if king == chess.NoSquare {
		return setupError("board", "%s has 0 kings", side)
	}
	wing := 0
	if rook < king {
		wing = 1
	}
	if err := s.checkRook(side, wing, king, rook); err != nil {
		return err
	}
	if had := s.Rooks[side][wing]; had == rook {
		return setupError("castling", "the right with the %s rook on %s is given twice", side, rook)
	} else if had != chess.NoSquare {
		return setupError("castling", "%s rights with the rooks on %s and %s, which are on one side of the king", side, had, rook)
	}
	s.Rooks[side][wing] = rook
	return nil
}

// king returns the square of a side's first king, or NoSquare if there is none.
func (s *Setup) king(side chess.Color) chess.Square {
	if i := slices.Index(s.Squares[:], chess.PieceOf(side, chess.King)); i >= 0 {
		return chess.Square(i)
	}
	return chess.NoSquare
}

// checkRook checks the right to castle with a rook, given the king's square.
func (s *Setup) checkRook(side chess.Color, wing int, king, rook chess.Square) error {
	switch {
	case king.Relative(side).Rank() != chess.Rank1:
		return setupError("castling", "the %s king stands on %s", side, king)
	case rook > chess.H8 || s.Squares[rook] != chess.PieceOf(side, chess.Rook):
		return setupError("castling", "no %s rook stands on %s", side, rook)
	case rook.Rank() != king.Rank():
		return setupError("castling", "the %s rook on %s does not stand on its first rank", side, rook)
	case (rook < king) != (wing == 1):
		return setupError("castling", "the %s rook on %s stands on the other side of the king", side, rook)
	}
	return nil
}

// mender mends faults of a description whose meaning is clear, and keeps a line about each.
// A nil mender mends nothing.
type mender struct{ lines []string }

// mend turns an error into a line that ends with the remedy. A nil mender returns the
// error.
func (m *mender) mend(err error, remedy string) error {
	if m == nil || err == nil {
		return err
	}
	m.lines = append(m.lines, err.Error()+"; "+remedy)
	return nil
}

// SetupError names the field of a description that is wrong, and the reason.
type SetupError struct {
	Field  string // "fields", "board", "side to move", "castling", "en passant", "halfmove clock", "fullmove number"
	Reason string
}

func (e *SetupError) Error() string { return e.Field + ": " + e.Reason }

func setupError(field, format string, args ...any) error {
	return &SetupError{field, fmt.Sprintf(format, args...)}
}

// FromSetup returns the described position. If no game can reach it, the error is a
// *SetupError.
func FromSetup(s Setup) (*Position, error) {
	p := new(Position)
	if err := p.SetSetup(s); err != nil {
		return nil, err
	}
	return p, nil
}

// SetSetup sets p to the described position, with the errors of FromSetup. After an error p
// must be set again before it is used.
func (p *Position) SetSetup(s Setup) error {
	var m *mender
	if s.AnyPieces {
		m = new(mender)
	}
	if err := p.setBoard(&s, m); err != nil {
		return err
	}
	if err := p.setRights(&s); err != nil {
		return err
	}
	if err := p.setEnPassant(&s); err != nil {
		return err
	}
	return p.setClocks(&s)
}

// Setup returns the description of the position, which FromSetup accepts. The en-passant
// square is given only if a capture on it is legal.
func (p *Position) Setup() Setup {
	s := EmptySetup()
	s.Squares, s.Side, s.EnPassant = p.squares, p.side, p.enPassant
	s.Rule50, s.FullMove = p.Rule50(), p.FullMove()
	s.AnyPieces = p.checkGame() != nil
	for rights := p.rights; rights != 0; rights &= rights - 1 {
		i := rightIndex(rights)
		s.Rooks[i/2][i%2] = p.castling.rook[i]
	}
	return s
}

// DropHistory makes the position the first one of a game. Its earlier moves are forgotten,
// and no earlier position counts as repeated.
func (p *Position) DropHistory() {
	if err := p.SetSetup(p.Setup()); err != nil {
		panic("position: " + p.FEN() + ": " + err.Error())
	}
}

// setBoard empties the position, then places the pieces and sets the side to move.
func (p *Position) setBoard(s *Setup, m *mender) error {
	p.top, p.startPly, p.castling = 0, 0, castling{}
	p.board = p.at(0)
	*p.board = board{enPassant: chess.NoSquare, captured: chess.NoPiece}
	p.squares = s.Squares
	for square, piece := range s.Squares {
		if piece == chess.NoPiece {
			continue
		}
		if piece > chess.BlackKing || piece.Type() > chess.King {
			return setupError("board", "no piece has the number %d, which stands on %s", piece, chess.Square(square))
		}
		p.toggle(piece, chess.Square(square))
	}
	if s.Side > chess.Black {
		return setupError("side to move", "want 0 or 1, got %d", s.Side)
	}
	p.side = s.Side
	if err := p.checkPieces(m); err != nil {
		return err
	}
	if p.side == chess.Black {
		p.hash = p.hash.Xor(zobrist.Side())
		p.startPly = 1
	}
	p.checkers, p.pins = p.checksOn(p.side)
	return nil
}

// checkPieces returns an error if the rules or the engine do not allow the pieces. If they
// are allowed but cannot occur in a game, the error may be mended.
func (p *Position) checkPieces(m *mender) error {
	for c := chess.White; c <= chess.Black; c++ {
		if n := p.PiecesOf(c, chess.King).Count(); n != 1 {
			return setupError("board", "%s has %d kings", c, n)
		}
	}
	if n := p.Occupied().Count(); n > maxPieces {
		return setupError("board", "%d pieces, but the evaluation adds up %d at most", n, maxPieces)
	}
	if err := m.mend(p.checkGame(), "accepted"); err != nil {
		return err
	}
	if b := p.Pieces(chess.Pawn) & (chess.Rank1BB | chess.Rank8BB); b != 0 {
		return setupError("board", "a pawn stands on %s", b.First())
	}
	them := p.side.Other()
	if p.isAttacked(p.King(them), p.side, p.Occupied()) {
		return setupError("side to move", "%s is in check, but it is %s's move", them, p.side)
	}
	return nil
}

// checkGame returns an error if a side has more pieces of a type than it can have in a
// game.
func (p *Position) checkGame() error {
	for c := chess.White; c <= chess.Black; c++ {
		pawns := p.PiecesOf(c, chess.Pawn).Count()
		if pawns > 8 {
			return setupError("board", "%s has %d pawns", c, pawns)
		}
		if n := p.ByColor(c).Count(); n > 16 {
			return setupError("board", "%s has %d pieces", c, n)
		}
		promoted := max(0, p.PiecesOf(c, chess.Knight).Count()-2) + max(0, p.PiecesOf(c, chess.Bishop).Count()-2) +
			max(0, p.PiecesOf(c, chess.Rook).Count()-2) + max(0, p.PiecesOf(c, chess.Queen).Count()-1)
		if promoted+pawns > 8 {
			return setupError("board", "%s has %d pawns and %d promoted pieces, more than 8 together", c, pawns, promoted)
		}
	}
	return nil
}

// setRights sets the castling rights.
func (p *Position) setRights(s *Setup) error {
	for side := chess.White; side <= chess.Black; side++ {
		king := p.King(side)
		for wing, rook := range s.Rooks[side] {
			if rook == chess.NoSquare {
				continue
			}
			if err := s.checkRook(side, wing, king, rook); err != nil {
				return err
			}
			right := chess.WhiteKingside << (2*int(side) + wing)
			p.rights |= right
			p.castling.add(right, king, rook)
		}
	}
	p.hash = p.hash.Xor(zobrist.Castling(p.rights))
	return nil
}

// setEnPassant sets the en-passant square if a capture on it is legal.
func (p *Position) setEnPassant(s *Setup) error {
	target := s.EnPassant
	if target == chess.NoSquare {
		return nil
	}
	if target > chess.NoSquare {
		return setupError("en passant", "there is no square %d", target)
	}
	if target.Relative(p.side).Rank() != chess.Rank6 {
		return setupError("en passant", "%s cannot take on %s", p.side, target)
	}
	if p.PieceOn(target^8) != chess.PieceOf(p.side.Other(), chess.Pawn) {
		return setupError("en passant", "no %s pawn stands before %s", p.side.Other(), target)
	}
	origin := target ^ 24
	if p.PieceOn(target) != chess.NoPiece || p.PieceOn(origin) != chess.NoPiece {
		return setupError("en passant", "no pawn can just have passed %s: %s or %s is not empty", target, target, origin)
	}
	p.offerEnPassant(target)
	return nil
}

// setClocks sets the clock of the fifty-move rule and the move number.
func (p *Position) setClocks(s *Setup) error {
	if s.Rule50 < 0 || s.Rule50 > maxRule50 {
		return setupError("halfmove clock", "want a number from 0 to %d, got %d", maxRule50, s.Rule50)
	}
	if s.FullMove < 0 || s.FullMove > maxFullMove {
		return setupError("fullmove number", "want a number from 0 to %d, got %d", maxFullMove, s.FullMove)
	}
	p.clocks = uint16(s.Rule50)
	p.startPly += 2 * max(0, s.FullMove-1)
	return nil
}
