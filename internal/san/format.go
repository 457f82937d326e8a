package san

import (
	"fmt"
	"strings"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// Format returns a legal move of the position in the standard algebraic notation of
// FIDE's Laws of Chess, appendix C: "Nbd7", "exd6", "O-O-O", "e8=Q+", "Qh7#".
func Format(p *position.Position, m chess.Move) string {
	var b strings.Builder
	moved := p.PieceOn(m.From()).Type()
	if m.IsCastle() {
		b.WriteString(castleOf(m))
	} else {
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

// FormatLine returns a line of moves from the position, with move numbers:
// "4... Nf6", "5. O-O", "O-O". It ends before the first move that is not legal.
func FormatLine(p *position.Position, moves []chess.Move) []string {
	p = p.Clone()
	var written []string
	for i, m := range moves {
		if !p.IsLegal(m) {
			break
		}
		text := Format(p, m)
		switch {
		case p.SideToMove() == chess.White:
			text = fmt.Sprintf("%d. %s", p.FullMove(), text)
		case i == 0:
			text = fmt.Sprintf("%d... %s", p.FullMove(), text)
		}
		written = append(written, text)
		p.Make(m)
	}
	return written
}
