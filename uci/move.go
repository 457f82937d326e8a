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

// formatSAN writes a legal move of the position as people do, in the standard
// algebraic notation of FIDE's Laws of Chess, appendix C: "Nbd7", "exd6",
// "O-O-O", "e8=Q+", "Qh7#".
func formatSAN(p *position.Position, m chess.Move) string {
	var b strings.Builder
	man := p.PieceOn(m.From()).Type()
	switch {
	case m.IsCastle() && m.To() > m.From():
		b.WriteString("O-O")
	case m.IsCastle():
		b.WriteString("O-O-O")
	default:
		if man != chess.Pawn {
			b.WriteByte(man.Letter())
			b.WriteString(distinction(p, m, man))
		} else if m.IsCapture() {
			b.WriteByte(m.From().File().Letter())
		}
		if m.IsCapture() {
			b.WriteByte('x')
		}
		b.WriteString(m.To().String())
		if m.IsPromotion() {
			b.WriteByte('=')
			b.WriteByte(m.Promotion().Letter())
		}
	}
	p = p.Clone()
	p.Make(m)
	switch {
	case p.InCheck() && !movegen.HasLegal(p):
		b.WriteByte('#')
	case p.InCheck():
		b.WriteByte('+')
	}
	return b.String()
}

// distinction tells the man that moves from others of its kind that could go to
// the same square: by its file, if that does not do by its rank, else by both.
// Men that may not move there, being pinned, need no telling apart.
func distinction(p *position.Position, m chess.Move, man chess.PieceType) string {
	var list movegen.List
	movegen.All(p, &list)
	others, onFile, onRank := false, false, false
	for _, o := range list.Slice() {
		if o.From() == m.From() || o.To() != m.To() || p.PieceOn(o.From()).Type() != man {
			continue
		}
		others = true
		onFile = onFile || o.From().File() == m.From().File()
		onRank = onRank || o.From().Rank() == m.From().Rank()
	}
	file, rank := string(m.From().File().Letter()), string(m.From().Rank().Digit())
	switch {
	case !others:
		return ""
	case !onFile:
		return file
	case !onRank:
		return rank
	}
	return file + rank
}

// formatLine writes a line of moves from the position, each with its number where
// one is due, as in "4... Nf6", "5. O-O", "O-O". It stops before a move that is
// not legal.
func formatLine(p *position.Position, moves []chess.Move) []string {
	p = p.Clone()
	var written []string
	for i, m := range moves {
		if !p.IsLegal(m) {
			break
		}
		san := formatSAN(p, m)
		switch {
		case p.SideToMove() == chess.White:
			san = fmt.Sprintf("%d. %s", p.FullMove(), san)
		case i == 0:
			san = fmt.Sprintf("%d... %s", p.FullMove(), san)
		}
		written = append(written, san)
		p.Make(m)
	}
	return written
}
