package syzygy

import (
	"encoding/binary"

	"xorro/chess"
)

// part is a packed list of values, one for each arrangement of the men.
//
// Values that follow each other are replaced by symbols, pairs of symbols by
// other symbols (N. J. Larsson and A. Moffat, "Off-Line Dictionary-Based
// Compression", 1999), and the symbols are written in a canonical Huffman code, in
// which longer codes are smaller numbers. The code is cut into blocks, and the
// sparse index leads into the block of the middle of each span of values.
type part struct {
	flags  int
	single int // the one value of a part with singleFlag

	// How the men make an index; see index.go.
	men     [MaxMen]chess.Piece
	groups  int
	sizes   [MaxMen]int    // men of each group
	factors [MaxMen]uint64 // what each group's number is multiplied by
	values  uint64         // how many values there are

	blockShift  int // a block has 1<<blockShift bytes
	spanShift   int // a span has 1<<spanShift values
	blocks      uint64
	lengthCount uint64 // entries of lengths; some lie behind the last block
	sparseCount uint64 // entries of sparse

	shortest int      // bits of the shortest code
	lowest   []byte   // the first symbol of each length of code; two bytes each
	base     []uint64 // the first code of each length, in the top bits
	tree     []byte   // the pair that each symbol stands for; three bytes each
	extra    []uint8  // how many values each symbol stands for, less one

	sparse  []byte
	lengths []byte // how many values each block holds, less one; two bytes each
	data    []byte // the blocks, and blockSlack bytes more
}

const (
	sparseEntrySize = 6  // the block (4 bytes), and the value in it (2 bytes)
	pairSize        = 3  // two symbols of 12 bits
	longestCode     = 32 // bits
	blockSlack      = 8  // bytes that a symbol may be read with beyond its block
	largestShift    = 24 // more than any block or span has

	// leaf in place of the second symbol of a pair says that the first is a value.
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

	// The first code of each length follows from that of the next longer one, which
	// has a bit more: as many codes lie between them as there are symbols.
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

// visit is how far measure has come with a symbol.
type visit uint8

const (
	unseen visit = iota
	begun
	done
)

// measure works out how many values a symbol stands for. It fails if the symbol
// contains itself, or more than fits.
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

// pair returns the two symbols that a symbol stands for.
func (p *part) pair(symbol int) (left, right int) {
	b := p.tree[pairSize*symbol:][:pairSize]
	return int(b[0]) | int(b[1]&15)<<8, int(b[1])>>4 | int(b[2])<<4
}

// lowestSymbol returns the first symbol whose code has so many bits more than shortest.
func (p *part) lowestSymbol(longer int) int {
	return int(binary.LittleEndian.Uint16(p.lowest[2*longer:]))
}

// value unpacks one value; ok is false if the part is damaged there.
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

// locate returns the block of a value and its place in it. The sparse index gives that
// of the middle of a span, from where the lengths of blocks lead to the value.
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

// blockLength returns how many values a block holds.
func (p *part) blockLength(block uint64) int {
	return int(binary.LittleEndian.Uint16(p.lengths[2*block:])) + 1
}

// decode returns the symbol of a block's value number offset, and the place of the value
// in that symbol.
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
