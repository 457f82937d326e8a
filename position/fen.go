package position

import (
	"fmt"
	"strconv"
	"strings"

	"xorro/attacks"
	"xorro/chess"
	"xorro/zobrist"
)

// FENError says which field of a FEN is wrong, and why.
type FENError struct {
	Field  string // "fields", "board", "side to move", "castling", "en passant", "halfmove clock", "fullmove number"
	Reason string
}

func (e *FENError) Error() string { return "fen: " + e.Field + ": " + e.Reason }

func fenError(field, format string, args ...any) error {
	return &FENError{field, fmt.Sprintf(format, args...)}
}

// Greatest counters that a FEN may have: where the clock stops, and what no game
// comes near.
const (
	maxRule50   = 255
	maxFullMove = 999_999
)

// ParseFEN reads a position from six fields, or from four with the counters left
// out. Castling rights may be written as KQkq (the outermost rook of that side),
// or by the rook's file (X-FEN and Shredder-FEN). Whatever no game could have led
// to is an error of type *FENError.
func ParseFEN(fen string) (*Position, error) {
	p := new(Position)
	if err := p.SetFEN(fen); err != nil {
		return nil, err
	}
	return p, nil
}

// SetFEN reads a FEN, as ParseFEN does, into a position, which is good for nothing
// else after an error.
func (p *Position) SetFEN(fen string) error {
	fields := strings.Fields(fen)
	if len(fields) != 4 && len(fields) != 6 {
		return fenError("fields", "want 4 or 6 of them, got %d", len(fields))
	}
	p.top, p.startPly, p.castling = 0, 0, castling{}
	p.board = p.at(0)
	*p.board = board{}
	if err := p.parseBoard(fields[0]); err != nil {
		return err
	}
	switch fields[1] {
	case "w":
		p.side = chess.White
	case "b":
		p.side = chess.Black
	default:
		return fenError("side to move", "want w or b, got %q", fields[1])
	}
	if err := p.checkMen(); err != nil {
		return err
	}
	if err := p.parseCastling(fields[2]); err != nil {
		return err
	}
	p.hash = p.hash.Xor(zobrist.Castling(p.rights))
	if p.side == chess.Black {
		p.hash = p.hash.Xor(zobrist.Side())
		p.startPly = 1
	}
	p.checkers, p.pins = p.checksOn(p.side)
	if err := p.parseEnPassant(fields[3]); err != nil {
		return err
	}
	if len(fields) == 4 {
		return nil
	}
	rule50, err := parseCounter("halfmove clock", fields[4], 0, maxRule50)
	if err != nil {
		return err
	}
	fullMove, err := parseCounter("fullmove number", fields[5], 0, maxFullMove)
	if err != nil {
		return err
	}
	p.clocks = uint16(rule50)
	p.startPly += 2 * max(0, fullMove-1)
	return nil
}

func parseCounter(field, text string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high || text[0] == '+' {
		return 0, fenError(field, "want a number from %d to %d, got %q", low, high, text)
	}
	return n, nil
}

func (p *Position) parseBoard(text string) error {
	for s := range p.squares {
		p.squares[s] = chess.NoPiece
	}
	p.enPassant, p.captured = chess.NoSquare, chess.NoPiece
	rows := strings.Split(text, "/")
	if len(rows) != 8 {
		return fenError("board", "want 8 ranks, got %d", len(rows))
	}
	for i, row := range rows {
		rank := chess.Rank(7 - i)
		file := 0
		digit := false
		for j := 0; j < len(row); j++ {
			c := row[j]
			if c >= '1' && c <= '8' {
				if digit {
					return fenError("board", "rank %c has two numbers in a row", rank.Digit())
				}
				digit = true
				file += int(c - '0')
				continue
			}
			digit = false
			piece, ok := chess.ParsePiece(c)
			if !ok {
				return fenError("board", "rank %c holds %q, which is no man", rank.Digit(), c)
			}
			if file < 8 {
				p.place(piece, chess.SquareAt(chess.File(file), rank))
			}
			file++
		}
		if file != 8 {
			return fenError("board", "rank %c has %d squares, not 8", rank.Digit(), file)
		}
	}
	return nil
}

// checkMen refuses men that no game could leave on the board.
func (p *Position) checkMen() error {
	for c := chess.White; c <= chess.Black; c++ {
		if n := p.PiecesOf(c, chess.King).Count(); n != 1 {
			return fenError("board", "%s has %d kings", c, n)
		}
		pawns := p.PiecesOf(c, chess.Pawn).Count()
		if pawns > 8 {
			return fenError("board", "%s has %d pawns", c, pawns)
		}
		if n := p.ByColor(c).Count(); n > 16 {
			return fenError("board", "%s has %d men", c, n)
		}
		promoted := max(0, p.PiecesOf(c, chess.Knight).Count()-2) + max(0, p.PiecesOf(c, chess.Bishop).Count()-2) +
			max(0, p.PiecesOf(c, chess.Rook).Count()-2) + max(0, p.PiecesOf(c, chess.Queen).Count()-1)
		if promoted+pawns > 8 {
			return fenError("board", "%s has %d pawns and %d promoted men, more than 8 together", c, pawns, promoted)
		}
	}
	if b := p.Pieces(chess.Pawn) & (chess.Rank1BB | chess.Rank8BB); b != 0 {
		return fenError("board", "a pawn stands on %s", b.First())
	}
	them := p.side.Other()
	if p.isAttacked(p.King(them), p.side, p.Occupied()) {
		return fenError("side to move", "%s is in check, but it is %s's move", them, p.side)
	}
	return nil
}

func (p *Position) parseCastling(text string) error {
	if text == "-" {
		return nil
	}
	for i := 0; i < len(text); i++ {
		letter := text[i]
		side, upper := chess.White, letter
		if letter >= 'a' && letter <= 'z' {
			side, upper = chess.Black, letter-'a'+'A'
		}
		king := p.King(side)
		backRank := chess.Rank1.Bitboard()
		if side == chess.Black {
			backRank = chess.Rank8.Bitboard()
		}
		if upper != 'K' && upper != 'Q' && (upper < 'A' || upper > 'H') {
			return fenError("castling", "%q is neither one of KQkq nor a file", letter)
		}
		if !backRank.Has(king) {
			return fenError("castling", "%q, but the %s king stands on %s", letter, side, king)
		}
		rooks := p.PiecesOf(side, chess.Rook) & backRank
		east := backRank &^ (king.Bitboard()<<1 - 1)
		rook := chess.NoSquare
		switch upper {
		case 'K':
			rook = last(rooks & east)
		case 'Q':
			rook = (rooks &^ east).First()
		default:
			rook = (rooks & chess.File(upper-'A').Bitboard()).First()
		}
		if rook == chess.NoSquare {
			return fenError("castling", "%q, but there is no such %s rook", letter, side)
		}
		right := chess.WhiteKingside << (2 * side)
		if !east.Has(rook) {
			right = chess.WhiteQueenside << (2 * side)
		}
		if p.rights&right != 0 {
			return fenError("castling", "%q names a right that %q already gave", letter, text[:i])
		}
		p.rights |= right
		p.castling.add(right, king, rook)
	}
	return nil
}

// last is the highest square of a set, NoSquare for the empty set.
func last(b chess.Bitboard) chess.Square {
	for b.Many() {
		b &= b - 1
	}
	return b.First()
}

func (p *Position) parseEnPassant(text string) error {
	if text == "-" {
		return nil
	}
	target, ok := chess.ParseSquare(text)
	if !ok {
		return fenError("en passant", "%q is no square", text)
	}
	if target.Relative(p.side).Rank() != chess.Rank6 {
		return fenError("en passant", "%s cannot take on %s", p.side, target)
	}
	if p.PieceOn(target^8) != chess.PieceOf(p.side.Other(), chess.Pawn) {
		return fenError("en passant", "no %s pawn stands before %s", p.side.Other(), target)
	}
	origin := target ^ 24
	if p.PieceOn(target) != chess.NoPiece || p.PieceOn(origin) != chess.NoPiece {
		return fenError("en passant", "no pawn can just have passed %s: %s or %s is not empty", target, target, origin)
	}
	p.offerEnPassant(target)
	return nil
}

// FEN writes the position down in six fields. Castling rights are KQkq, or the
// rook's file where another rook stands further out (X-FEN). The en-passant
// square is given only where a capture there is legal.
func (p *Position) FEN() string {
	var b strings.Builder
	for row := 0; row < 8; row++ {
		if row > 0 {
			b.WriteByte('/')
		}
		gap := byte(0)
		for f := chess.FileA; f <= chess.FileH; f++ {
			piece := p.PieceOn(chess.SquareAt(f, chess.Rank(7-row)))
			if piece == chess.NoPiece {
				gap++
				continue
			}
			if gap > 0 {
				b.WriteByte('0' + gap)
				gap = 0
			}
			b.WriteByte(piece.Letter())
		}
		if gap > 0 {
			b.WriteByte('0' + gap)
		}
	}
	fmt.Fprintf(&b, " %c %s %s %d %d", "wb"[p.side], p.castlingField(), p.enPassant, p.Rule50(), p.FullMove())
	return b.String()
}

func (p *Position) castlingField() string {
	if p.rights == chess.NoCastling {
		return "-"
	}
	var field []byte
	for i, letter := range []byte("KQkq") {
		right := chess.CastlingRights(1) << i
		if p.rights&right == 0 {
			continue
		}
		rook := p.CastlingRook(right)
		// The rooks between this one and the corner on its side of the king.
		corner := chess.SquareAt(chess.FileH, rook.Rank())
		if i%2 == 1 {
			corner = chess.SquareAt(chess.FileA, rook.Rank())
		}
		outer := (attacks.Between(rook, corner) | corner.Bitboard()) &^ rook.Bitboard()
		if outer&p.PiecesOf(chess.Color(i/2), chess.Rook) != 0 {
			letter = rook.File().Letter() - 'a' + letter&0x20 + 'A'
		}
		field = append(field, letter)
	}
	return string(field)
}
