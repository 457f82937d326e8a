package uci

import (
	"errors"
	"fmt"
	"strings"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// nullMove is how the protocol spells no move.
const nullMove = "0000"

// FormatMove spells a move in the protocol's coordinates: "e2e4", "e7e8q".
// Castling is the king's own two squares ("e1g1"), or with chess960 the king's
// and the rook's ("e1h1"). NoMove is "0000".
func FormatMove(m chess.Move, chess960 bool) string {
	switch {
	case m == chess.NoMove:
		return nullMove
	case m.IsCastle() && !chess960:
		return m.From().String() + m.KingTo().String()
	}
	return m.String()
}

// ParseMove reads a move of the position in either spelling of castling and in
// capitals too. An error says whether the text is no move at all, moves nothing,
// or is not legal here.
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
			// A plain king move to the same square, as Chess960 may have, goes first.
			castle = m
		}
	}
	if castle != chess.NoMove {
		return castle, nil
	}
	if lacksPromotion {
		return chess.NoMove, fmt.Errorf("%s does not say what the pawn becomes (q, r, b or n)", quote(text))
	}
	return chess.NoMove, fmt.Errorf("%s: %s", quote(text), whyNot(p, from))
}

// splitMove takes a lower-case spelling apart. Without a promotion, promotion is
// NoPieceType.
func splitMove(text string) (from, to chess.Square, promotion chess.PieceType, err error) {
	errSpelling := errors.New("is not a move's spelling, such as e2e4 or e7e8q")
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
		man, ok := chess.ParsePiece(text[4])
		if !ok || man.Type() == chess.Pawn || man.Type() == chess.King {
			return from, to, promotion, errSpelling
		}
		promotion = man.Type()
	}
	return from, to, promotion, nil
}

// promotionOf is what a move's pawn becomes, NoPieceType if it promotes nothing.
func promotionOf(m chess.Move) chess.PieceType {
	if m.IsPromotion() {
		return m.Promotion()
	}
	return chess.NoPieceType
}

// whyNot says what keeps the man on a square from a move that is not legal.
func whyNot(p *position.Position, from chess.Square) string {
	us := p.SideToMove()
	switch man := p.PieceOn(from); {
	case man == chess.NoPiece:
		return fmt.Sprintf("no man stands on %s", from)
	case man.Color() != us:
		return fmt.Sprintf("the man on %s is %s's, and %s is to move", from, man.Color(), us)
	}
	return "not legal here"
}
