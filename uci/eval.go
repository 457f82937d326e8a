package uci

import (
	"fmt"
	"strings"

	"xorro/chess"
	"xorro/nnue"
	"xorro/position"
)

func (d *Driver) eval([]string) {
	d.out.print(explain(d.network.Network, d.pos))
}

// explain is what a network makes of a position in pawns from White's view, with
// what each man adds to it.
func explain(n *nnue.Network, p *position.Position) string {
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
