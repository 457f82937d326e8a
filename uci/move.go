package uci

import (
	"errors"
	"fmt"
	"strings"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// nullMove is the spelling of a null move, and of no move.
const nullMove = "0000"

// FormatMove returns the protocol's spelling of a move: "e2e4", "e7e8q". Castling is
// spelled with the king's two squares ("e1g1"), or with the squares of king and rook
// ("e1h1") if chess960 is true. NoMove is "0000".
func FormatMove(m chess.Move, chess960 bool) string {
	switch {
	case m == chess.NoMove:
		return nullMove
	case m.IsCastle() && !chess960:
		return m.From().String() + m.KingTo().String()
	}
	return m.String()
}

// ParseMove parses a legal move of the position. Both spellings of castling are
// understood, and capital letters too. The error says whether the text is not a move,
// there is no piece to move, or the move is not legal.
func ParseMove(p *position.Position, text string) (chess.Move, error) {
	from, to, promotion, err := splitMove(strings.ToLower(text))
	if err != nil {
		return chess.NoMove, fmt.Errorf("%s %w", quote(text), err)
	}
	var list movegen.List
	movegen.All(p, &list)
	castle := chess.NoMove
	lacksPromotion := false
	for _, m := range list.Slice() {
		switch {
		case m.From() != from:
		case m.To() == to && promotionOf(m) == promotion:
			return m, nil
		case m.To() == to && promotion == chess.NoPieceType:
			lacksPromotion = true
		case m.IsCastle() && m.KingTo() == to && promotion == chess.NoPieceType:
			// In Chess960 a king's move to the same square may be legal, and means that.
			castle = m
		}
	}
	if castle != chess.NoMove {
		return castle, nil
	}
	if lacksPromotion {
		return chess.NoMove, fmt.Errorf("%s lacks the piece that the pawn becomes (q, r, b or n)", quote(text))
	}
	return chess.NoMove, fmt.Errorf("%s: %s", quote(text), whyNot(p, from))
}

// splitMove parses a move in lower case. Without a promotion, promotion is
// NoPieceType.
func splitMove(text string) (from, to chess.Square, promotion chess.PieceType, err error) {
	errSpelling := errors.New("is not spelled like a move, such as e2e4 or e7e8q")
	if len(text) != 4 && len(text) != 5 {
		return from, to, promotion, errSpelling
	}
	from, okFrom := chess.ParseSquare(text[0:2])
	to, okTo := chess.ParseSquare(text[2:4])
	if !okFrom || !okTo {
		return from, to, promotion, errSpelling
	}
	promotion = chess.NoPieceType
	if len(text) == 5 {
		piece, ok := chess.ParsePiece(text[4])
		if !ok || piece.Type() == chess.Pawn || piece.Type() == chess.King {
			return from, to, promotion, errSpelling
		}
		promotion = piece.Type()
	}
	return from, to, promotion, nil
}

// promotionOf returns what the pawn becomes, or NoPieceType if the move is not a
// promotion.
func promotionOf(m chess.Move) chess.PieceType {
	if m.IsPromotion() {
		return m.Promotion()
	}
	return chess.NoPieceType
}

// whyNot returns the reason why a move from a square is not legal.
func whyNot(p *position.Position, from chess.Square) string {
	us := p.SideToMove()
	switch piece := p.PieceOn(from); {
	case piece == chess.NoPiece:
		return fmt.Sprintf("there is no piece on %s", from)
	case piece.Color() != us:
		return fmt.Sprintf("the piece on %s is %s's, and %s is to move", from, piece.Color(), us)
	}
	return "not legal here"
}
