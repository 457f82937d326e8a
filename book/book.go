// Package book reads opening books in the Polyglot format (F. Letouzey, 2004). A book is
// a file of entries of 16 bytes, sorted by the keys of their positions.
package book

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"sort"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// entrySize is the size of an entry in bytes: the key of a position (8 bytes), a move (2),
// its weight (2), and a number for learning (4), which is ignored. All numbers are
// big-endian.
const entrySize = 16

// Entry is a move of a book with its weight, from 1 to 65535. Moves are played in
// proportion to their weights.
type Entry struct {
	Move   chess.Move
	Weight int
}

// Book is an open book. It is not read into memory, so it may be larger than memory.
type Book struct {
	file    io.ReaderAt
	entries int
}

// Open opens a book. It is an error if the file is not a regular file, does not consist
// of whole entries, or is not sorted. The caller must close the book.
func Open(path string) (*Book, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: no regular file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	b, err := read(file, info.Size())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return b, nil
}

// read returns the book in a file of the given size in bytes. It checks the order of the
// entries.
func read(file io.ReaderAt, size int64) (*Book, error) {
	if size == 0 || size%entrySize != 0 {
		return nil, fmt.Errorf("size: want a multiple of %d bytes, got %d", entrySize, size)
	}
	b := &Book{file: file, entries: int(size / entrySize)}
	r := bufio.NewReaderSize(io.NewSectionReader(file, 0, size), 1<<20)
	last := uint64(0)
	for i := range b.entries {
		var entry [entrySize]byte
		if _, err := io.ReadFull(r, entry[:]); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i+1, err)
		}
		key := binary.BigEndian.Uint64(entry[:])
		if key < last {
			return nil, fmt.Errorf("entry %d: key %016x stands behind %016x, the entries are not sorted", i+1, key, last)
		}
		last = key
	}
	return b, nil
}

// Close closes the book's file.
func (b *Book) Close() error {
	if c, ok := b.file.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Moves returns the moves of the book in a position. It leaves out moves that are not
// legal or have no weight. An error comes from reading the file.
func (b *Book) Moves(p *position.Position) ([]Entry, error) {
	key := Key(p)
	first, err := b.find(key)
	if err != nil {
		return nil, err
	}
	// No position has more moves. A book with more entries for one is damaged.
	entries := make([]byte, entrySize*min(chess.MaxMoves, b.entries-first))
	if err := b.readAt(entries, first); err != nil {
		return nil, err
	}
	var legal movegen.List
	movegen.All(p, &legal)
	var moves []Entry
	for ; len(entries) > 0 && binary.BigEndian.Uint64(entries) == key; entries = entries[entrySize:] {
		weight := int(binary.BigEndian.Uint16(entries[10:]))
		move := decode(binary.BigEndian.Uint16(entries[8:]), &legal)
		if move != chess.NoMove && weight > 0 {
			moves = append(moves, Entry{move, weight})
		}
	}
	return moves, nil
}

// Pick draws one of the moves of the book in a position by their weights. It returns
// NoMove if there is none.
func (b *Book) Pick(p *position.Position, r *rand.Rand) (chess.Move, error) {
	moves, err := b.Moves(p)
	total := 0
	for _, e := range moves {
		total += e.Weight
	}
	if total == 0 {
		return chess.NoMove, err
	}
	n := r.IntN(total)
	i := 0
	for ; n >= moves[i].Weight; i++ {
		n -= moves[i].Weight
	}
	return moves[i].Move, nil
}

// find returns the index of the first entry with the key, or the index at which it would
// be inserted.
func (b *Book) find(key uint64) (int, error) {
	var failure error
	index := sort.Search(b.entries, func(i int) bool {
		var entry [entrySize]byte
		if err := b.readAt(entry[:], i); err != nil {
			failure = err
		}
		return binary.BigEndian.Uint64(entry[:]) >= key
	})
	return index, failure
}

// readAt fills the buffer with the entries from an index on.
func (b *Book) readAt(entries []byte, index int) error {
	// A reader may report the end together with the last bytes.
	if n, err := b.file.ReadAt(entries, int64(index)*entrySize); n < len(entries) {
		return fmt.Errorf("reading the book: %w", err)
	}
	return nil
}

// decode returns the legal move that an entry encodes, or NoMove if there is none. From
// the lowest bit up, three bits each hold the target's file and rank, the origin's file
// and rank, and the promoted piece, from 1 for a knight to 4 for a queen. Castling is
// encoded as king takes rook, as in chess.Move.
func decode(bits uint16, legal *movegen.List) chess.Move {
	to, from, promotion := chess.Square(bits&63), chess.Square(bits>>6&63), bits>>12&7
	for _, m := range legal.Slice() {
		becomes := uint16(0)
		if m.IsPromotion() {
			becomes = uint16(m.Promotion())
		}
		if m.From() == from && m.To() == to && becomes == promotion {
			return m
		}
	}
	return chess.NoMove
}
