// Package san spells and parses moves in standard algebraic notation.
package san

import (
	"fmt"
	"strings"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// Parse parses a legal move in standard algebraic notation. It ignores marks such
// as + and !, and accepts a file or rank that is not needed to distinguish the piece,
// since suites are not always exact.
func Parse(p *position.Position, text string) (chess.Move, error) {
	s, ok := split(text)
	if !ok {
		return chess.NoMove, fmt.Errorf("%q is not a move's notation, such as Nbd7 or e8=Q", text)
	}
	var list movegen.List
	movegen.All(p, &list)
	found := chess.NoMove
	for _, m := range list.Slice() {
		if !s.describes(p, m) {
			continue
		}
		if found != chess.NoMove {
			return chess.NoMove, fmt.Errorf("%q may be %v or %v", text, found, m)
		}
		found = m
	}
	if found == chess.NoMove {
		return chess.NoMove, fmt.Errorf("%q is not legal", text)
	}
	return found, nil
}

// notation is a parsed notation, which may describe several moves.
type notation struct {
	castle    string // "O-O" or "O-O-O"; the other fields are empty then
	piece     chess.PieceType
	from      string // the file, the rank or both of the piece's square
	to        chess.Square
	promotion chess.PieceType // NoPieceType if there is none
}

// split parses a notation without a position.
func split(text string) (s notation, ok bool) {
	text = strings.TrimRight(text, "+#!?")
	if castle := strings.ReplaceAll(text, "0", "O"); castle == "O-O" || castle == "O-O-O" {
		return notation{castle: castle}, true
	}
	s.piece, s.promotion = chess.Pawn, chess.NoPieceType
	if i := strings.IndexAny(text, "NBRQK"); i == 0 {
		s.piece, text = pieceType(text[0]), text[1:]
	} else if i > 0 && i == len(text)-1 && text[i] != 'K' {
		s.promotion, text = pieceType(text[i]), strings.TrimSuffix(text[:i], "=")
	}
	if len(text) < 2 {
		return s, false
	}
	s.to, ok = chess.ParseSquare(text[len(text)-2:])
	s.from = strings.TrimSuffix(text[:len(text)-2], "x")
	return s, ok && len(s.from) <= 2 && strings.Trim(s.from, "abcdefgh12345678") == ""
}

// pieceType returns the type of piece that a capital letter stands for.
func pieceType(letter byte) chess.PieceType {
	piece, _ := chess.ParsePiece(letter)
	return piece.Type()
}

// describes reports whether the notation fits the legal move m.
func (s notation) describes(p *position.Position, m chess.Move) bool {
	if m.IsCastle() || s.castle != "" {
		return m.IsCastle() && s.castle == castleOf(m)
	}
	promotion := chess.NoPieceType
	if m.IsPromotion() {
		promotion = m.Promotion()
	}
	return p.PieceOn(m.From()).Type() == s.piece && m.To() == s.to && promotion == s.promotion &&
		strings.Contains(m.From().String(), s.from)
}

// castleOf returns the notation of a castling move.
func castleOf(m chess.Move) string {
	if m.To() > m.From() {
		return "O-O"
	}
	return "O-O-O"
}
