package uci

import (
	"fmt"
	"strings"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

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
