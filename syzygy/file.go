package syzygy

import (
	"encoding/binary"
	"errors"
	"fmt"

	"xorro/chess"
)

// A file consists of the following. It is little-endian, except for the packed values.
//
//	magic (4 bytes), flags of the file (1 byte)
//	for each part: order of the groups, and the pieces in the order of the index
//	from an even address on, for each part: how its values are packed
//	in a DTZ table: for each part, four lists in which its values are looked up
//	from an even address on, for each part: the sparse index
//	for each part: the number of values in each block
//	for each part, from a multiple of 64 on: the blocks
//	checksum (16 bytes), from a multiple of 64 on
//
// There is one part for each of the files a to d on which the leading pawn may stand, or
// one part if there are no pawns. In a WDL table each of them is two parts, one for each
// side to move, unless both sides have the same pieces.
const (
	wdlMagic = 0x5d23e871
	dtzMagic = 0xa50c66d7

	checksumSize = 16

	// Flags of the file.
	splitFlag = 1
	pawnsFlag = 2
)

// Flags of a part. The first five are those of DTZ tables.
const (
	blackFlag     = 1   // values are for Black to move
	mappedFlag    = 2   // values are looked up in lists
	winPliesFlag  = 4   // wins are counted in plies, not in moves
	lossPliesFlag = 8   // and losses
	wideFlag      = 16  // the lists' entries have two bytes
	singleFlag    = 128 // there is only one value
)

// table is a file whose contents were checked, except for the packed values.
type table struct {
	parts [2][4]part      // [side to move; 0 if there is one only][file of the leading pawn]
	lists [4][4]distances // DTZ values by outcome, for mapped parts. [file][list]
}

// distances is a list of DTZ values of one or two bytes.
type distances struct {
	data  []byte
	width int // bytes of an entry
}

// at returns an entry of the list. If the list is too short, ok is false.
func (l distances) at(i int) (value int, ok bool) {
	if (i+1)*l.width > len(l.data) {
		return 0, false
	}
	if l.width == 1 {
		return int(l.data[i]), true
	}
	return int(binary.LittleEndian.Uint16(l.data[2*i:])), true
}

var (
	errShort   = errors.New("the file is cut short")
	errDamaged = errors.New("the file is damaged")
)

// reader reads the bytes of a file. After their end it returns zeros, and short is set.
type reader struct {
	data  []byte
	at    uint64
	short bool
}

// take returns the next n bytes.
func (r *reader) take(n uint64) []byte {
	if r.short || n > uint64(len(r.data))-r.at {
		r.short = true
		return nil
	}
	r.at += n
	return r.data[r.at-n : r.at : r.at]
}

func (r *reader) byte() int {
	if b := r.take(1); b != nil {
		return int(b[0])
	}
	return 0
}

func (r *reader) uint16() int {
	if b := r.take(2); b != nil {
		return int(binary.LittleEndian.Uint16(b))
	}
	return 0
}

func (r *reader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// align moves to the next multiple of n, which must be a power of two.
func (r *reader) align(n uint64) { r.take(-r.at & (n - 1)) }

// parseTable parses and checks the bytes of a file. The table refers to them.
func parseTable(e *ending, data []byte, isDTZ bool) (*table, error) {
	if len(data)%64 != checksumSize {
		return nil, fmt.Errorf("no table has a size of %d bytes; is it cut short?", len(data))
	}
	r := &reader{data: data[:len(data)-checksumSize]}
	if magic := r.uint32(); isDTZ && magic != dtzMagic || !isDTZ && magic != wdlMagic {
		return nil, fmt.Errorf("it does not begin like a table of its kind, but with %08x", magic)
	}
	flags := r.byte()
	if flags&splitFlag != 0 == e.symmetric || flags&pawnsFlag != 0 != e.hasPawns {
		return nil, errors.New("it is a table of other pieces than its name says")
	}

	t := new(table)
	sides, files := 1, 1
	if !isDTZ && !e.symmetric {
		sides = 2
	}
	if e.hasPawns {
		files = 4
	}
	// each calls f for the parts in the order of the file.
	each := func(f func(p *part, file int) error) error {
		for file := range files {
			for side := range sides {
				if err := f(&t.parts[side][file], file); err != nil {
					return err
				}
			}
		}
		return nil
	}

	for file := range files {
		if err := t.readPieces(r, e, sides, file); err != nil {
			return nil, err
		}
	}
	r.align(2)
	if err := each(func(p *part, _ int) error { return p.readPacking(r) }); err != nil {
		return nil, err
	}
	if isDTZ {
		for file := range files {
			t.readLists(r, file)
		}
		r.align(2)
	}
	_ = each(func(p *part, _ int) error {
		p.sparse = r.take(p.sparseCount * sparseEntrySize)
		return nil
	})
	_ = each(func(p *part, _ int) error {
		p.lengths = r.take(2 * p.lengthCount)
		return nil
	})
	_ = each(func(p *part, _ int) error {
		r.align(64)
		start := r.at
		size := p.blocks << p.blockShift
		if r.take(size); !r.short {
			// Reading the last symbol of a block reads bytes after the block too.
			p.data = data[start : start+size+blockSlack]
		}
		return nil
	})
	if r.short {
		return nil, errShort
	}
	return t, nil
}

// readPieces reads the order of the groups and of the pieces of the parts of one file.
func (t *table) readPieces(r *reader, e *ending, sides, file int) error {
	bothPawns := e.pawns[1] != 0
	lead, other := r.byte(), 0xff
	if bothPawns {
		other = r.byte()
	}
	pieces := r.take(uint64(e.pieces))
	if pieces == nil {
		return errShort
	}
	for side := range sides {
		p := &t.parts[side][file]
		for i, b := range pieces {
			b = b >> (4 * side) & 15
			if b&7 == 0 || b&7 == 7 {
				return errDamaged
			}
			p.pieces[i] = chess.Piece(b - 1)
		}
		if !p.fits(e) || !p.group(e, file, lead>>(4*side)&15, other>>(4*side)&15) {
			return errDamaged
		}
	}
	return nil
}

// readLists reads the lists in which the values of a DTZ table are looked up.
func (t *table) readLists(r *reader, file int) {
	flags := t.parts[0][file].flags
	if flags&mappedFlag == 0 {
		return
	}
	width := 1
	if flags&wideFlag != 0 {
		width = 2
		r.align(2)
	}
	for i := range t.lists[file] {
		n := 0
		if width == 1 {
			n = r.byte()
		} else {
			n = r.uint16()
		}
		t.lists[file][i] = distances{r.take(uint64(n * width)), width}
	}
}
