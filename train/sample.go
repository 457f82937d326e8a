package train

import (
	"xorro/chess"
	"xorro/datagen"
	"xorro/nnue"
	"xorro/position"
)

// sample is a position with a score and a result, as the side to move sees it, which
// is White here. Fifty million samples take 1.6 GB, and their threats about 1 GB.
type sample struct {
	datagen.Board
	score  int16 // centipawns
	result uint8 // 0 lost, 1 drawn, 2 won
	// flags has bit 0 set if the side to move's king stands on files e to h, bit 1 if
	// the other king does, and bit 2 if the result is not known.
	flags   uint8
	threats uint32 // where they stand in the chunk, and their number; see chunk
}

// offPath is the flag of a sample whose result is not known.
const offPath = 4

// pack returns the sample of a label and its threats.
func pack(l datagen.Label) (s sample, threats nnue.ThreatList) {
	p := l.Position
	us := p.SideToMove()
	score, result := l.ForSideToMove()
	s = sample{
		Board:  datagen.NewBoard(p, us),
		score:  int16(min(max(score, -chess.Infinity), chess.Infinity)),
		result: uint8(result),
		flags:  uint8(p.King(us)>>2&1 | p.King(us.Other())>>2&1<<1),
	}
	if l.OffPath {
		s.flags |= offPath
	}
	threats.Find(p)
	return s, threats
}

// mirrored returns which sides' kings stand on files e to h, as features counts
// them.
func (s *sample) mirrored() uint8 { return s.flags & 3 }

// position sets p to the sample's position, White to move without rights to castle.
func (s *sample) position(p *position.Position) error { return p.SetSetup(s.Setup()) }

// features are the inputs of the side to move and of the opponent for a piece of a
// sample: [mirrored][piece][square].
var features = func() (table [4][16][64][2]uint16) {
	for mirrored := range table {
		kings := [2]chess.Square{chess.A1, chess.A1}
		for side := range kings {
			if mirrored>>side&1 != 0 {
				kings[side] = chess.E1
			}
		}
		for _, piece := range chess.Pieces() {
			for square := chess.A1; square <= chess.H8; square++ {
				for side, king := range kings {
					table[mirrored][piece][square][side] = uint16(nnue.Feature(chess.Color(side), king, piece, square))
				}
			}
		}
	}
	return table
}()
