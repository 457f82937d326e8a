package syzygy

import (
	"encoding/binary"

	"xorro/chess"
)

// part is a packed list of values, one for each arrangement of the pieces.
//
// Sequences of values are replaced by symbols, and pairs of symbols by other symbols (N. J.
// Larsson and A. Moffat, "Off-Line Dictionary-Based Compression", 1999). The symbols are
// written in a canonical Huffman code, in which longer codes are smaller numbers. The code
// is cut into blocks. The sparse index has the block of the value in the middle of each
// span of values.
type part struct {
	flags  int
	single int // the only value of a part with singleFlag

	// How the pieces give an index; see index.go.
	pieces  [MaxPieces]chess.Piece
	groups  int
	sizes   [MaxPieces]int    // number of pieces in each group
	factors [MaxPieces]uint64 // of each group's number in the index
	values  uint64            // number of values

	blockShift  int // a block has 1<<blockShift bytes
	spanShift   int // a span has 1<<spanShift values
	blocks      uint64
	lengthCount uint64 // entries of lengths; some come after the last block
	sparseCount uint64 // entries of sparse

	shortest int      // bits of the shortest code
	lowest   []byte   // the first symbol of each length of code; two bytes each
	base     []uint64 // the first code of each length, in the top bits
	tree     []byte   // the pair for which each symbol stands; three bytes each
	extra    []uint8  // number of values for which each symbol stands, minus one

	sparse  []byte
	lengths []byte // number of values in each block, minus one; two bytes each
	data    []byte // the blocks, and blockSlack bytes more
}

const (
	sparseEntrySize = 6  // the block (4 bytes), and the value in it (2 bytes)
	pairSize        = 3  // two symbols of 12 bits
	longestCode     = 32 // bits
	blockSlack      = 8  // bytes after a block that reading its last symbol may touch
	largestShift    = 24 // more than any block or span has

	// leaf as the second symbol of a pair means that the first is a value.
	leaf = 0xfff
)

// readPacking reads how the values are packed.
func (p *part) readPacking(r *reader) error {
	p.flags = r.byte()
	if p.flags&singleFlag != 0 {
		p.single = r.byte()
		return nil
	}
	p.blockShift, p.spanShift = r.byte(), r.byte()
	padding := r.byte()
	p.blocks = uint64(r.uint32())
	longest := r.byte()
	p.shortest = r.byte()
	if r.short {
		return errShort
	}
	if p.blockShift > largestShift || p.spanShift > largestShift || p.shortest < 1 || p.shortest > longest || longest > longestCode {
		return errDamaged
	}
	p.lengthCount = p.blocks + uint64(padding)
	p.sparseCount = (p.values + 1<<p.spanShift - 1) >> p.spanShift

	lengths := longest - p.shortest + 1
	p.lowest = r.take(2 * uint64(lengths))
	symbols := r.uint16()
	p.tree = r.take(pairSize * uint64(symbols))
	r.take(uint64(symbols & 1))
	if r.short {
		return errShort
	}

	// The first code of each length is computed from that of the next length, which has
	// one bit more. There are as many codes between them as there are symbols.
	p.base = make([]uint64, lengths)
	for i := lengths - 2; i >= 0; i-- {
		p.base[i] = (p.base[i+1] + uint64(p.lowestSymbol(i)) - uint64(p.lowestSymbol(i+1))) / 2
	}
	for i := range p.base {
		p.base[i] <<= 64 - p.shortest - i
	}

	p.extra = make([]uint8, symbols)
	known := make([]visit, symbols)
	for symbol := range symbols {
		if !p.measure(symbol, known) {
			return errDamaged
		}
	}
	return nil
}

// visit is the state of a symbol in measure.
type visit uint8

const (
	unseen visit = iota
	begun
	done
)

// measure sets the number of values for which a symbol stands. It returns false if the
// symbol contains itself or has too many values.
func (p *part) measure(symbol int, known []visit) bool {
	if symbol >= len(known) || known[symbol] == begun {
		return false
	}
	if known[symbol] == done {
		return true
	}
	known[symbol] = begun
	if left, right := p.pair(symbol); right != leaf {
		if !p.measure(left, known) || !p.measure(right, known) {
			return false
		}
		extra := int(p.extra[left]) + int(p.extra[right]) + 1
		if extra > 255 {
			return false
		}
		p.extra[symbol] = uint8(extra)
	}
	known[symbol] = done
	return true
}

// pair returns the two symbols for which a symbol stands.
func (p *part) pair(symbol int) (left, right int) {
	b := p.tree[pairSize*symbol:][:pairSize]
	return int(b[0]) | int(b[1]&15)<<8, int(b[1])>>4 | int(b[2])<<4
}

// lowestSymbol returns the first symbol whose code is longer than shortest by the given
// number of bits.
func (p *part) lowestSymbol(longer int) int {
	return int(binary.LittleEndian.Uint16(p.lowest[2*longer:]))
}

// value returns a value. If the part is damaged there, ok is false.
func (p *part) value(index uint64) (value int, ok bool) {
	if p.flags&singleFlag != 0 {
		return p.single, true
	}
	block, offset, ok := p.locate(index)
	if !ok {
		return 0, false
	}
	symbol, offset, ok := p.decode(block, offset)
	if !ok {
		return 0, false
	}
	for p.extra[symbol] != 0 {
		left, right := p.pair(symbol)
		if n := int(p.extra[left]) + 1; offset < n {
			symbol = left
		} else {
			symbol, offset = right, offset-n
		}
	}
	value, _ = p.pair(symbol)
	return value, true
}

// locate returns the block of a value and the value's place in it. It starts at the middle
// of the span, which the sparse index has, and follows the lengths of the blocks.
func (p *part) locate(index uint64) (block uint64, offset int, ok bool) {
	span := index >> p.spanShift
	if index >= p.values || span >= p.sparseCount {
		return 0, 0, false
	}
	entry := p.sparse[sparseEntrySize*span:][:sparseEntrySize]
	block = uint64(binary.LittleEndian.Uint32(entry))
	offset = int(binary.LittleEndian.Uint16(entry[4:]))
	offset += int(index&(1<<p.spanShift-1)) - 1<<p.spanShift/2
	for offset < 0 {
		if block--; block >= p.lengthCount {
			return 0, 0, false
		}
		offset += p.blockLength(block)
	}
	for {
		if block >= p.blocks {
			return 0, 0, false
		}
		n := p.blockLength(block)
		if offset < n {
			return block, offset, true
		}
		offset, block = offset-n, block+1
	}
}

// blockLength returns the number of values in a block.
func (p *part) blockLength(block uint64) int {
	return int(binary.LittleEndian.Uint16(p.lengths[2*block:])) + 1
}

// decode returns the symbol of the value at an offset in a block, and the value's place in
// the symbol.
func (p *part) decode(block uint64, offset int) (symbol, rest int, ok bool) {
	size := uint64(1) << p.blockShift
	data := p.data[block*size:][:size+blockSlack]
	for bit := uint64(0); bit < 8*size; {
		code := binary.BigEndian.Uint64(data[bit>>3:]) << (bit & 7)
		i := 0
		for code < p.base[i] {
			i++ // to the last base at most, which is 0
		}
		length := p.shortest + i
		symbol = p.lowestSymbol(i) + int((code-p.base[i])>>(64-length))
		if symbol >= len(p.extra) {
			return 0, 0, false
		}
		n := int(p.extra[symbol]) + 1
		if offset < n {
			return symbol, offset, true
		}
		offset -= n
		bit += uint64(length)
	}
	return 0, 0, false
}
