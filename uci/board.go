package uci

import (
	"fmt"
	"strings"

	"xorro/chess"
	"xorro/nnue"
	"xorro/position"
)

func (d *Driver) display([]string) {
	if !d.hasPosition("d") {
		return
	}
	board := drawBoard(d.pos)
	if d.terminal != nil && d.terminal.Colored {
		board = paintBoard(d.pos, d.terminal)
	}
	d.out.print(board + "\n" + describe(d.pos))
}

// drawBoard returns the board as text, from White's side.
func drawBoard(p *position.Position) string {
	ranks := onSquares(func(s chess.Square) string { return fmt.Sprintf(" %c", markOn(p, s, '.')) })
	return ranks + "\n   a b c d e f g h\n"
}

// markOn returns the letter of the piece on a square, or empty if there is none.
func markOn(p *position.Position, s chess.Square, empty byte) byte {
	if piece := p.PieceOn(s); piece != chess.NoPiece {
		return piece.Letter()
	}
	return empty
}

// paintBoard returns the board in colors, from White's side. The squares of the last
// move and a king in check are marked.
func paintBoard(p *position.Position, t *Terminal) string {
	const (
		light, dark           = "48;5;109", "48;5;66"
		lightMoved, darkMoved = "48;5;143", "48;5;100"
		checked               = "48;5;167"
		white, black          = "1;97", "1;38;5;16"
	)
	moved := chess.Empty
	if m := p.LastMove(); m != chess.NoMove {
		moved = m.From().Bitboard() | m.To().Bitboard()
	}
	ranks := onSquares(func(s chess.Square) string {
		square := dark
		switch isLight := chess.LightSquares.Has(s); {
		case p.InCheck() && s == p.King(p.SideToMove()):
			square = checked
		case moved.Has(s) && isLight:
			square = lightMoved
		case moved.Has(s):
			square = darkMoved
		case isLight:
			square = light
		}
		piece := white
		if p.PieceOn(s).Color() == chess.Black {
			piece = black
		}
		return t.paint(style(square+";"+piece), fmt.Sprintf(" %c ", markOn(p, s, ' ')))
	})
	return ranks + "   a  b  c  d  e  f  g  h\n"
}

// describe returns the FEN, the key and the lock in hexadecimal, and the squares of the
// pieces that give check.
func describe(p *position.Position) string {
	var b strings.Builder
	hash := p.Hash()
	fmt.Fprintf(&b, "Fen: %s\nKey: %016X\nLock: %016X\nCheckers:", p.FEN(), hash.Key, hash.Lock)
	for checkers := p.Checkers(); checkers != 0; checkers &= checkers - 1 {
		b.WriteString(" " + checkers.First().String())
	}
	return b.String()
}

func (d *Driver) eval([]string) {
	if !d.hasPosition("eval") {
		return
	}
	d.out.print(explain(d.network.Network, d.pos))
}

// explain returns the evaluation of a position by a network, and the share of each
// piece in it. Everything is in pawns from White's view.
func explain(n *nnue.Network, p *position.Position) string {
	view := n.Explain(p)
	var b strings.Builder
	b.WriteString("The value of each piece in pawns, from White's view: the evaluation minus the\n" +
		"evaluation without the piece.\n\n")
	b.WriteString(onSquares(func(s chess.Square) string {
		text := string(markOn(p, s, '.'))
		if piece := p.PieceOn(s); piece != chess.NoPiece && piece.Type() != chess.King {
			text += fmt.Sprintf("%+.2f", float64(view.Values[s])/100)
		}
		return fmt.Sprintf(" %-7s", text)
	}))
	b.WriteString("   a       b       c       d       e       f       g       h\n\n")
	b.WriteString("Outputs, for few to many pieces:")
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

// onSquares returns the ranks of a board, each in a line that begins with its digit,
// with a text for each square.
func onSquares(text func(chess.Square) string) string {
	var b strings.Builder
	for row := 0; row < 8; row++ {
		rank := chess.Rank(7 - row)
		fmt.Fprintf(&b, "%c ", rank.Digit())
		for f := chess.FileA; f <= chess.FileH; f++ {
			b.WriteString(text(chess.SquareAt(f, rank)))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
