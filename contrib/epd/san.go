package main

import (
	"fmt"
	"strings"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// parseSAN reads a legal move in standard algebraic notation. Marks of check and
// of praise are not looked at, and a man may be told apart by more than is
// needed, since suites are not always exact.
func parseSAN(p *position.Position, text string) (chess.Move, error) {
	s, ok := splitSAN(text)
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

// san is a move's notation taken apart.
type san struct {
	castle    string // "O-O" or "O-O-O"; the rest is empty then
	man       chess.PieceType
	from      string // the file, the rank or both that tell the man apart
	to        chess.Square
	promotion chess.PieceType // NoPieceType if there is none
}

func splitSAN(text string) (s san, ok bool) {
	text = strings.TrimRight(text, "+#!?")
	if castle := strings.ReplaceAll(text, "0", "O"); castle == "O-O" || castle == "O-O-O" {
		return san{castle: castle}, true
	}
	s.man, s.promotion = chess.Pawn, chess.NoPieceType
	if i := strings.IndexAny(text, "NBRQK"); i == 0 {
		s.man, text = pieceType(text[0]), text[1:]
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

// pieceType is the piece of a capital letter.
func pieceType(letter byte) chess.PieceType {
	man, _ := chess.ParsePiece(letter)
	return man.Type()
}

// describes says whether the notation is one of the legal move.
func (s san) describes(p *position.Position, m chess.Move) bool {
	if m.IsCastle() || s.castle != "" {
		return m.IsCastle() && s.castle == castleOf(m)
	}
	promotion := chess.NoPieceType
	if m.IsPromotion() {
		promotion = m.Promotion()
	}
	return p.PieceOn(m.From()).Type() == s.man && m.To() == s.to && promotion == s.promotion &&
		strings.Contains(m.From().String(), s.from)
}

func castleOf(m chess.Move) string {
	if m.To() > m.From() {
		return "O-O"
	}
	return "O-O-O"
}
