package datagen

import (
	"encoding/binary"
	"fmt"
	"math"

	"xorro/chess"
	"xorro/position"
)

// A game in viriformat is its start position in startSize bytes, a move and a score
// in plySize bytes for each ply, and endOfGame. Numbers are little-endian.
//
// The start position, in what is also known as marlinformat:
//
//	bytes 0 to 23   the Board as White sees it, with unmovedRook as a kind of piece
//	byte 24         en-passant square, 64 for none; 128 added if Black is to move
//	byte 25         plies since the last capture or pawn move
//	bytes 26 to 27  fullmove number
//	bytes 28 to 29  score; zero, since each ply has its own
//	byte 30         result
//	byte 31         mark of an Aside, otherwise zero
//
// A move is the origin in bits 0 to 5, the target in bits 6 to 11, the kind of
// piece promoted to, counted from knight to queen, in bits 12 to 13, and one of the
// move types in bits 14 to 15. The target of castling is the square of the rook that
// castles.
//
// An Aside stands behind its game as a game of one ply. Other readers, to which the
// last byte of a start position means nothing, take it for a game.
const (
	startSize = 32
	plySize   = 4
)

// endOfGame cannot be a ply, because no move goes from a1 to a1.
var endOfGame [plySize]byte

// unmovedRook is the kind of a rook with which its side may still castle.
const unmovedRook = 6

// The marks of an Aside, which nobody else is known to use.
const (
	noMark      = 0
	onPathMark  = 0xe1
	offPathMark = 0xe2
)

// The types of moves.
const (
	normalMove = iota
	enPassantMove
	castlingMove
	promotionMove
)

// appendGame appends a game in viriformat, with its asides. Scores beyond 16 bits
// and the fullmove number are clamped.
func appendGame(b []byte, g *Game) []byte {
	b = appendStart(b, g.Start.Setup(), g.Result, noMark)
	for i, m := range g.Moves {
		b = appendPly(b, m, g.Scores[i])
	}
	b = append(b, endOfGame[:]...)
	for i := range g.Asides {
		a := &g.Asides[i]
		mark := byte(onPathMark)
		if a.OffPath {
			mark = offPathMark
		}
		b = appendStart(b, a.Setup, a.Result, mark)
		b = appendPly(b, a.Best, a.Score)
		b = append(b, endOfGame[:]...)
	}
	return b
}

func appendPly(b []byte, m chess.Move, score chess.Score) []byte {
	score = min(max(score, math.MinInt16), math.MaxInt16)
	b = binary.LittleEndian.AppendUint16(b, packMove(m))
	return binary.LittleEndian.AppendUint16(b, uint16(int16(score)))
}

// appendStart appends a start position.
func appendStart(b []byte, s position.Setup, r Result, mark byte) []byte {
	for side, rooks := range s.Rooks {
		for _, rook := range rooks {
			if rook != chess.NoSquare {
				s.Squares[rook] = chess.Piece(side)<<3 | unmovedRook
			}
		}
	}
	var board Board
	for square, piece := range s.Squares {
		if piece != chess.NoPiece {
			board.add(piece, chess.Square(square))
		}
	}
	b = board.append(b)
	b = append(b, byte(s.Side)<<7|byte(s.EnPassant), byte(s.Rule50))
	b = binary.LittleEndian.AppendUint16(b, uint16(min(s.FullMove, math.MaxUint16)))
	return append(b, 0, 0, byte(r), mark)
}

// parseStart reads startSize bytes into a position. The error says what no game
// could have led to.
func parseStart(b []byte, p *position.Position) (Result, error) {
	board, err := parseBoard(b)
	if err != nil {
		return 0, err
	}
	s := board.Setup()
	var unmoved chess.Bitboard
	for left := board.Occupied; left != 0; left &= left - 1 {
		square := left.First()
		if piece := s.Squares[square]; piece&7 == unmovedRook {
			s.Squares[square] = chess.PieceOf(piece.Color(), chess.Rook)
			unmoved |= square.Bitboard()
		}
	}
	for ; unmoved != 0; unmoved &= unmoved - 1 {
		rook := unmoved.First()
		if err := s.AddRook(s.Squares[rook].Color(), rook); err != nil {
			return 0, err
		}
	}
	s.Side = chess.Color(b[24] >> 7)
	s.EnPassant = chess.Square(b[24] & 127)
	s.Rule50 = int(b[25])
	s.FullMove = int(binary.LittleEndian.Uint16(b[26:]))
	result := Result(b[30])
	if result > WhiteWins {
		return 0, fmt.Errorf("result: want 0, 1 or 2, got %d", result)
	}
	return result, p.SetSetup(s)
}

// packMove writes a move as viriformat does.
func packMove(m chess.Move) uint16 {
	packed := uint16(m) & 0xfff // the squares stand where ours do
	switch {
	case m.IsPromotion():
		packed |= uint16(m.Promotion()-chess.Knight)<<12 | promotionMove<<14
	case m.IsCastle():
		packed |= castlingMove << 14
	case m.Kind() == chess.EnPassant:
		packed |= enPassantMove << 14
	}
	return packed
}

// unpackMove reads a move that is to be played in a position. Only a legal move
// comes out as one that is.
func unpackMove(packed uint16, p *position.Position) chess.Move {
	from, to := chess.Square(packed&63), chess.Square(packed>>6&63)
	kind := chess.Quiet
	if p.PieceOn(to) != chess.NoPiece {
		kind = chess.Capture
	}
	switch packed >> 14 {
	case promotionMove:
		kind += chess.PromoteKnight + chess.MoveKind(packed>>12&3)
	case castlingMove:
		kind = chess.Castle
	case enPassantMove:
		kind = chess.EnPassant
	case normalMove:
		if kind == chess.Quiet && p.PieceOn(from).Type() == chess.Pawn && from^to == 16 {
			kind = chess.DoublePush
		}
	}
	return chess.NewMove(from, to, kind)
}
