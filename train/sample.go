package train

import (
	"fmt"
	"strings"

	"xorro/chess"
	"xorro/nnue"
	"xorro/position"
)

// sample is a position with what the network shall learn of it, seen by the side
// to move: that is White here, the board being flipped where Black was to move.
// Fifty million of them fit 1.6 GB.
type sample struct {
	occupied chess.Bitboard
	men      [16]byte // on the occupied squares in order, the low half of a byte first
	score    int16    // centipawns
	result   uint8    // 0 lost, 1 drawn, 2 won
	// mirrored has bit 0 set if the side to move's king stands on files e to h,
	// and bit 1 for the other king.
	mirrored uint8
	_        [4]byte // a sample fills half a cache line
}

// pack makes a sample. The score is in centipawns from White's view, the result 0
// to 2, half of what the game was worth to White.
func pack(p *position.Position, score chess.Score, result int) sample {
	us := p.SideToMove()
	flip := chess.Square(us) * 56
	if us == chess.Black {
		score, result = -score, 2-result
	}
	s := sample{
		score:    int16(min(max(score, -chess.Infinity), chess.Infinity)),
		result:   uint8(result),
		mirrored: uint8(p.King(us)>>2&1 | p.King(us.Other())>>2&1<<1),
	}
	i := 0
	for rank := range chess.Square(8) {
		for file := range chess.Square(8) {
			square := rank*8 + file
			man := p.PieceOn(square ^ flip)
			if man == chess.NoPiece {
				continue
			}
			s.occupied |= square.Bitboard()
			s.men[i/2] |= byte(man^chess.Piece(us)<<3) << (i % 2 * 4)
			i++
		}
	}
	return s
}

// man is the ith man of the occupied squares.
func (s *sample) man(i int) chess.Piece { return chess.Piece(s.men[i/2&15] >> (i % 2 * 4) & 15) }

// fen spells the position, without rights to castle.
func (s *sample) fen() string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		gap := 0
		flush := func() {
			if gap > 0 {
				fmt.Fprint(&b, gap)
			}
			gap = 0
		}
		for file := range chess.File(8) {
			square := chess.SquareAt(file, chess.Rank(rank))
			if !s.occupied.Has(square) {
				gap++
				continue
			}
			flush()
			b.WriteByte(s.man((s.occupied & (square.Bitboard() - 1)).Count()).Letter())
		}
		flush()
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String() + " w - - 0 1"
}

// features are the inputs of the side to move and of the other for a man of a
// sample: [mirrored][man][square].
var features = func() (table [4][16][64][2]uint16) {
	for mirrored := range table {
		kings := [2]chess.Square{chess.A1, chess.A1}
		for side := range kings {
			if mirrored>>side&1 != 0 {
				kings[side] = chess.E1
			}
		}
		for _, man := range chess.Pieces {
			for square := chess.A1; square <= chess.H8; square++ {
				for side, king := range kings {
					table[mirrored][man][square][side] = uint16(nnue.Feature(chess.Color(side), king, man, square))
				}
			}
		}
	}
	return table
}()
