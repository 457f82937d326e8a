package uci

import (
	"fmt"
	"strings"

	"xorro/chess"
	"xorro/position"
)

func (d *Driver) display([]string) { d.out.print(drawPosition(d.pos)) }

// drawPosition is the board from White's side, then the FEN, both hashes in
// hexadecimal and the squares of the men that give check.
func drawPosition(p *position.Position) string {
	var b strings.Builder
	for row := 0; row < 8; row++ {
		rank := chess.Rank(7 - row)
		fmt.Fprintf(&b, "%c ", rank.Digit())
		for f := chess.FileA; f <= chess.FileH; f++ {
			mark := byte('.')
			if man := p.PieceOn(chess.SquareAt(f, rank)); man != chess.NoPiece {
				mark = man.Letter()
			}
			fmt.Fprintf(&b, " %c", mark)
		}
		b.WriteByte('\n')
	}
	b.WriteString("\n   a b c d e f g h\n\n")

	hash := p.Hash()
	fmt.Fprintf(&b, "Fen: %s\nKey: %016X\nLock: %016X\nCheckers:", p.FEN(), hash.Key, hash.Lock)
	for checkers := p.Checkers(); checkers != 0; checkers &= checkers - 1 {
		b.WriteString(" " + checkers.First().String())
	}
	return b.String()
}
