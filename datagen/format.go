package datagen

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"xorro/chess"
	"xorro/position"
)

// A game in viriformat is its start position in boardSize bytes, a move and a
// score in plySize bytes for each ply, and endOfGame. Numbers are little-endian.
//
// The packed position, also known as marlinformat:
//
//	bytes 0 to 7    occupied squares, a1 being bit 0
//	bytes 8 to 23   the men on them in the order of the squares, four bits each,
//	                the low half of a byte first: the kind, 8 added for black
//	byte 24         en-passant square, 64 for none; 128 added if black is to move
//	byte 25         plies since the last capture or pawn move
//	bytes 26 to 27  fullmove number
//	bytes 28 to 29  score; zero here, since each ply has its own
//	byte 30         result
//	byte 31         zero
//
// The kinds are those of chess.PieceType and unmovedRook.
//
// A move is the origin in bits 0 to 5, the target in bits 6 to 11, the promoted
// man, counted from knight to queen, in bits 12 to 13, and one of the move types
// in bits 14 to 15. Castling goes to the own rook's square.
const (
	boardSize = 32
	plySize   = 4
)

// endOfGame cannot be a ply, no move going from a1 to a1.
var endOfGame [plySize]byte

// unmovedRook is the kind of a rook with which its side may still castle.
const unmovedRook = 6

// The types of moves.
const (
	normalMove = iota
	enPassantMove
	castlingMove
	promotionMove
)

// appendGame appends a game in viriformat. Scores beyond 16 bits and the fullmove
// number are brought into range.
func appendGame(b []byte, g *Game) []byte {
	b = appendBoard(b, g.Start, g.Result)
	for i, m := range g.Moves {
		score := min(max(g.Scores[i], math.MinInt16), math.MaxInt16)
		b = binary.LittleEndian.AppendUint16(b, packMove(m))
		b = binary.LittleEndian.AppendUint16(b, uint16(int16(score)))
	}
	return append(b, endOfGame[:]...)
}

// appendBoard appends a packed position.
func appendBoard(b []byte, p *position.Position, r Result) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(p.Occupied()))
	var unmoved chess.Bitboard
	for rights := p.Castling(); rights != 0; rights &= rights - 1 {
		unmoved |= p.CastlingRook(rights & -rights).Bitboard()
	}
	var men [16]byte
	i := 0
	for squares := p.Occupied(); squares != 0; squares &= squares - 1 {
		s := squares.First()
		man := byte(p.PieceOn(s))
		if unmoved.Has(s) {
			man = man&8 | unmovedRook
		}
		men[i/2] |= man << (i % 2 * 4)
		i++
	}
	b = append(b, men[:]...)
	b = append(b, byte(p.SideToMove())<<7|byte(p.EnPassant()), byte(p.Rule50()))
	b = binary.LittleEndian.AppendUint16(b, uint16(min(p.FullMove(), math.MaxUint16)))
	return append(b, 0, 0, byte(r), 0)
}

// unpackBoard reads boardSize bytes into a position. The error says what no game
// could have led to.
func unpackBoard(b []byte, p *position.Position) (Result, error) {
	fen := make([]byte, 0, 100)
	castling := make([]byte, 0, 4)
	occupied := chess.Bitboard(binary.LittleEndian.Uint64(b))
	if n := occupied.Count(); n > 32 {
		return 0, fmt.Errorf("board: %d men", n)
	}
	for row := range 8 {
		if row > 0 {
			fen = append(fen, '/')
		}
		gap := byte(0)
		for f := chess.FileA; f <= chess.FileH; f++ {
			s := chess.SquareAt(f, chess.Rank(7-row))
			if !occupied.Has(s) {
				gap++
				continue
			}
			if gap > 0 {
				fen = append(fen, '0'+gap)
				gap = 0
			}
			i := (occupied & (s.Bitboard() - 1)).Count()
			man := chess.Piece(b[8+i/2] >> (i % 2 * 4) & 15)
			if man&7 == unmovedRook {
				backRank, letter := chess.Rank1, byte('A')
				if man.Color() == chess.Black {
					backRank, letter = chess.Rank8, 'a'
				}
				if s.Rank() != backRank {
					return 0, fmt.Errorf("castling: a %s rook with a right to it on %s", man.Color(), s)
				}
				castling = append(castling, letter+byte(f))
				man = chess.PieceOf(man.Color(), chess.Rook)
			}
			if man.Type() == chess.NoPieceType {
				return 0, fmt.Errorf("board: no man has the number %d, which stands on %s", man, s)
			}
			fen = append(fen, man.Letter())
		}
		if gap > 0 {
			fen = append(fen, '0'+gap)
		}
	}
	if len(castling) == 0 {
		castling = append(castling, '-')
	}
	enPassant := chess.Square(b[24] & 127)
	if enPassant > chess.NoSquare {
		return 0, fmt.Errorf("en passant: there is no square %d", enPassant)
	}
	result := Result(b[30])
	if result > WhiteWins {
		return 0, fmt.Errorf("result: want 0, 1 or 2, got %d", result)
	}
	fen = append(fen, ' ', "wb"[b[24]>>7], ' ')
	fen = append(append(fen, castling...), ' ')
	fen = append(append(fen, enPassant.String()...), ' ')
	fen = append(strconv.AppendUint(fen, uint64(b[25]), 10), ' ')
	fen = strconv.AppendUint(fen, uint64(binary.LittleEndian.Uint16(b[26:])), 10)
	if err := p.SetFEN(string(fen)); err != nil {
		var wrong *position.SetupError
		if errors.As(err, &wrong) {
			err = wrong
		}
		return 0, err
	}
	return result, nil
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
