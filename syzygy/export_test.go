package syzygy

import (
	"xorro/chess"
	"xorro/position"
)

// Replace checks bytes as if they were the file of an ending, and uses them if they are
// valid.
func (t *Tables) Replace(ending string, dtz bool, data []byte) error {
	for _, e := range t.endings {
		if e.name != ending {
			continue
		}
		f := &e.wdl
		if dtz {
			f = &e.dtz
		}
		parsed, err := parseTable(e, data, dtz)
		if err == nil {
			f.table.Store(parsed)
		}
		return err
	}
	panic("no ending " + ending)
}

// ProbeDTZ returns the distance of a position, as the method distance does.
func (t *Tables) ProbeDTZ(p *position.Position) (dtz int, ok bool) {
	if !t.covers(p) {
		return 0, false
	}
	return t.distance(p)
}

// Indexer returns indices for an ending with the first side to move and its pieces in an
// order that a table may have.
type Indexer struct {
	ending *ending
	parts  [4]part
}

// NewIndexer returns nil if there is no ending of this name.
func NewIndexer(name string) *Indexer {
	e := parseEnding(name)
	if e == nil {
		return nil
	}
	x := &Indexer{ending: e}
	var pieces []chess.Piece
	add := func(piece chess.Piece) {
		for range e.counts[piece] {
			pieces = append(pieces, piece)
		}
	}
	add(chess.PieceOf(e.lead, chess.Pawn))
	add(chess.PieceOf(e.lead.Other(), chess.Pawn))
	add(chess.WhiteKing)
	add(chess.BlackKing)
	for _, single := range []bool{true, false} {
		for _, piece := range chess.Pieces() {
			if t := piece.Type(); t != chess.Pawn && t != chess.King && single == (e.counts[piece] == 1) {
				add(piece)
			}
		}
	}
	other := 1
	if e.pawns[1] == 0 {
		other = 15
	}
	for file := range x.parts {
		p := &x.parts[file]
		copy(p.pieces[:], pieces)
		if !p.fits(e) || !p.group(e, file, 0, other) {
			panic("a wrong order of " + name)
		}
	}
	return x
}

// Index returns the index of a position of the ending, the file of the leading pawn, and
// the number of indices.
func (x *Indexer) Index(p *position.Position) (index uint64, file int, values uint64) {
	v := look(p, x.ending, materialKey(p) != x.ending.key)
	part := &x.parts[v.file]
	return v.index(part), v.file, part.values
}
