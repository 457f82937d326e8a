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

// formatSAN returns a legal move of the position in the standard algebraic notation of
// FIDE's Laws of Chess, appendix C: "Nbd7", "exd6", "O-O-O", "e8=Q+", "Qh7#".
func formatSAN(p *position.Position, m chess.Move) string {
	var b strings.Builder
	moved := p.PieceOn(m.From()).Type()
	switch {
	case m.IsCastle() && m.To() > m.From():
		b.WriteString("O-O")
	case m.IsCastle():
		b.WriteString("O-O-O")
	default:
		if moved != chess.Pawn {
			b.WriteByte(moved.Letter())
			b.WriteString(distinction(p, m, moved))
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

// distinction returns what distinguishes the moved piece from others of its type that
// have a legal move to the same square: nothing if there is none, else its file, its
// rank, or both, the first that suffices.
func distinction(p *position.Position, m chess.Move, moved chess.PieceType) string {
	var list movegen.List
	movegen.All(p, &list)
	others, onFile, onRank := false, false, false
	for _, o := range list.Slice() {
		if o.From() == m.From() || o.To() != m.To() || p.PieceOn(o.From()).Type() != moved {
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

// formatLine returns a line of moves from the position in SAN, with move numbers:
// "4... Nf6", "5. O-O", "O-O". It ends before the first move that is not legal.
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
