package uci

import (
	"fmt"
	"strings"

	"xorro/chess"
	"xorro/classical"
	"xorro/nnue"
	"xorro/position"
)

func (d *Driver) eval([]string) {
	if d.network.Network != nil {
		d.out.print(explainNetwork(d.network.Network, d.pos))
		return
	}
	d.out.print(explainEval(d.pos))
}

// explainNetwork is what a network makes of a position in pawns from White's view,
// with what each man adds to it.
func explainNetwork(n *nnue.Network, p *position.Position) string {
	view := n.Explain(p)
	var b strings.Builder
	b.WriteString("What each man adds, in pawns from White's view: the evaluation less what it\n" +
		"would be without the man.\n\n")
	onSquares(&b, func(s chess.Square) string {
		man := p.PieceOn(s)
		switch {
		case man == chess.NoPiece:
			return "."
		case man.Type() == chess.King:
			return string(man.Letter())
		}
		return fmt.Sprintf("%c%+.2f", man.Letter(), float64(view.Values[s])/100)
	})
	b.WriteString("Outputs for fewer to more men:")
	for bucket, score := range view.Scores {
		mark := ""
		if bucket == view.Bucket {
			mark = "*"
		}
		fmt.Fprintf(&b, " %s%+.2f", mark, float64(score)/100)
	}
	fmt.Fprintf(&b, "\nEvaluation: %+.2f from White's view, by the output marked *", float64(view.Score)/100)
	return b.String()
}

// onSquares writes what there is to say of each square where the square is.
func onSquares(b *strings.Builder, say func(chess.Square) string) {
	for row := 0; row < 8; row++ {
		rank := chess.Rank(7 - row)
		fmt.Fprintf(b, "%c ", rank.Digit())
		for f := chess.FileA; f <= chess.FileH; f++ {
			fmt.Fprintf(b, " %-7s", say(chess.SquareAt(f, rank)))
		}
		b.WriteByte('\n')
	}
	b.WriteString("   a       b       c       d       e       f       g       h\n\n")
}

// explainEval is the static evaluation in pawns from White's view, and what each
// man adds to it.
func explainEval(p *position.Position) string {
	total, ok := evalFromWhite(p)
	if !ok {
		return fmt.Sprintf("Evaluation: none, %s is in check", p.SideToMove())
	}
	var b strings.Builder
	b.WriteString("What each man adds, in pawns from White's view: the evaluation less what it\n" +
		"would be without the man (? where that position would be one of check).\n\n")
	onSquares(&b, func(s chess.Square) string { return worthOn(p, s, total) })
	fmt.Fprintf(&b, "Evaluation: %+.2f from White's view", float64(total)/100)
	return b.String()
}

// worthOn is the man on a square with what it adds, a dot for an empty square.
func worthOn(p *position.Position, s chess.Square, total chess.Score) string {
	man := p.PieceOn(s)
	switch {
	case man == chess.NoPiece:
		return "."
	case man.Type() == chess.King:
		return string(man.Letter())
	}
	// The man may have kept a check off either king.
	q, err := without(p, s)
	if err != nil {
		return string(man.Letter()) + "?"
	}
	rest, ok := evalFromWhite(q)
	if !ok {
		return string(man.Letter()) + "?"
	}
	return fmt.Sprintf("%c%+.2f", man.Letter(), float64(total-rest)/100)
}

// evalFromWhite is the static evaluation in centipawns from White's view. A side
// in check has none.
func evalFromWhite(p *position.Position) (score chess.Score, ok bool) {
	if p.InCheck() {
		return 0, false
	}
	score = classical.Evaluate(p)
	if p.SideToMove() == chess.Black {
		score = -score
	}
	return score, true
}

// without is the position with one man less and without castling rights, which
// the evaluation does not ask for.
func without(p *position.Position, gone chess.Square) (*position.Position, error) {
	rows := make([]string, 8)
	for i := range rows {
		row := make([]byte, 8)
		for f := range row {
			s := chess.SquareAt(chess.File(f), chess.Rank(7-i))
			row[f] = '1'
			if s != gone {
				row[f] = markOn(p, s, '1')
			}
		}
		rows[i] = string(row)
		for n := 8; n > 1; n-- {
			rows[i] = strings.ReplaceAll(rows[i], strings.Repeat("1", n), fmt.Sprint(n))
		}
	}
	side := p.SideToMove().String()[:1]
	return position.ParseFEN(strings.Join(rows, "/") + " " + side + " - - 0 1")
}
