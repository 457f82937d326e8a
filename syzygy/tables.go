// Package syzygy probes Syzygy tablebases (R. de Man, 2013). For all positions of up to
// seven pieces without castling rights, they have the outcome with perfect play and the
// distance to the next capture or pawn move.
//
// A WDL table (.rtbw) has the outcomes for both sides to move. A DTZ table (.rtbz) has the
// distances to zeroing for one side to move only. Both are wrong where a capture is better
// and do not know en passant, so a probe looks at captures first.
//
// Opening a set of tables only lists names. A file is mapped into memory and checked when
// it is first used. A damaged file is refused and reported once; from then on its
// positions are not known.
package syzygy

import (
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"xorro/chess"
	"xorro/position"
)

// MaxPieces is the greatest number of pieces, kings included, for which there are tables.
const MaxPieces = 7

// Tables is a set of tablebases. Any number of goroutines may probe it, each with its own
// position.
type Tables struct {
	slots     []slot // open addressing by material key; a power of two
	shift     int    // from the hash of a key to its slot
	endings   []*ending
	maxPieces int
	wdl, dtz  int
	refused   func(error)
}

// slot has the ending of a material key. Key 0, which is that of bare kings, marks an
// empty slot.
type slot struct {
	key    uint64
	ending *ending
}

// file is one table on disk.
type file struct {
	path   string                // empty if there is none
	table  atomic.Pointer[table] // nil until the first use
	mutex  sync.Mutex            // guards loading
	mapped mapping
}

// unusable stands for a table that was refused.
var unusable table

// Open lists the tables in the folders of a path. The folders are separated as in the PATH
// of the system. An empty path, or "<empty>", has no tables. An error names all folders
// that could not be read; the tables of the others can be used nevertheless.
//
// If refused is not nil, it is called for each table that turns out to be damaged, from any
// goroutine that probes.
func Open(path string, refused func(error)) (*Tables, error) {
	t := &Tables{refused: refused}
	var problems []error
	if path != "<empty>" {
		known := map[string]*ending{}
		for _, folder := range filepath.SplitList(path) {
			if folder == "" {
				continue
			}
			entries, err := os.ReadDir(folder)
			if err != nil {
				problems = append(problems, err)
			}
			for _, entry := range entries {
				t.add(known, folder, entry.Name())
			}
		}
	}
	t.fillSlots()
	return t, errors.Join(problems...)
}

// add adds a file if it has the name of a table that is not known yet.
func (t *Tables) add(known map[string]*ending, folder, name string) {
	extension := filepath.Ext(name)
	if extension != ".rtbw" && extension != ".rtbz" {
		return
	}
	material := name[:len(name)-len(extension)]
	e := known[material]
	if e == nil {
		if e = parseEnding(material); e == nil {
			return
		}
		known[material] = e
		t.endings = append(t.endings, e)
	}
	f, count := &e.wdl, &t.wdl
	if extension == ".rtbz" {
		f, count = &e.dtz, &t.dtz
	}
	if f.path != "" {
		return
	}
	f.path = filepath.Join(folder, name)
	*count++
	if f == &e.wdl {
		t.maxPieces = max(t.maxPieces, e.pieces)
	}
}

// fillSlots fills the slots with each ending under the keys of both sides. Of two tables
// for the same material, such as KRvK and KvKR, the first is used.
func (t *Tables) fillSlots() {
	size := bits.Len(uint(4*len(t.endings) + 1))
	t.slots, t.shift = make([]slot, 1<<size), 64-size
	for _, e := range t.endings {
		for _, key := range []uint64{e.key, mirrorKey(e.key)} {
			if i := t.slotOf(key); t.slots[i].key == 0 {
				t.slots[i] = slot{key, e}
			}
		}
	}
}

// slotOf returns the slot that has a key, or the empty slot in which it would be stored.
func (t *Tables) slotOf(key uint64) uint64 {
	i := key * 0x9e3779b97f4a7c15 >> t.shift
	for t.slots[i].key != 0 && t.slots[i].key != key {
		i = (i + 1) & uint64(len(t.slots)-1)
	}
	return i
}

// find returns the ending of a position, or nil if there is no table. mirrored reports
// that the colors are exchanged in the ending.
func (t *Tables) find(p *position.Position) (e *ending, mirrored bool) {
	key := materialKey(p)
	if e = t.slots[t.slotOf(key)].ending; e == nil {
		return nil, false
	}
	return e, e.key != key
}

// MaxPieces returns the number of pieces of the largest ending with a WDL table, or 0 if there
// is none.
func (t *Tables) MaxPieces() int { return t.maxPieces }

// Count returns the numbers of WDL and DTZ tables that were found.
func (t *Tables) Count() (wdl, dtz int) { return t.wdl, t.dtz }

// Close closes the files. The tables must not be probed afterwards.
func (t *Tables) Close() error {
	var problems []error
	for _, e := range t.endings {
		for _, f := range []*file{&e.wdl, &e.dtz} {
			f.table.Store(&unusable)
			problems = append(problems, f.mapped.release())
		}
	}
	return errors.Join(problems...)
}

// use returns the table of a file, or nil if it cannot be used.
func (t *Tables) use(e *ending, f *file) *table {
	table := f.table.Load()
	if table == nil {
		table = t.load(e, f)
	}
	if table == &unusable {
		return nil
	}
	return table
}

// load maps and checks a file, unless another goroutine has done it.
func (t *Tables) load(e *ending, f *file) *table {
	if f.path == "" {
		return &unusable
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if table := f.table.Load(); table != nil {
		return table
	}
	table := &unusable
	m, err := mapFile(f.path)
	if err == nil {
		f.mapped = m
		if parsed, wrong := parseTable(e, m.data, f == &e.dtz); wrong != nil {
			err = fmt.Errorf("%s: %w", f.path, wrong)
		} else {
			table = parsed
		}
	}
	f.table.Store(table)
	if err != nil {
		t.report(err)
	}
	return table
}

// refuse stops the use of a table in which a probe found nonsense.
func (t *Tables) refuse(f *file, table *table) {
	if f.table.CompareAndSwap(table, &unusable) {
		t.report(fmt.Errorf("%s: %w", f.path, errDamaged))
	}
}

func (t *Tables) report(err error) {
	if t.refused != nil {
		t.refused(fmt.Errorf("tablebase not used: %w", err))
	}
}

// ending is a combination of pieces. Its first side is called White here, whichever color
// has these pieces on the board.
type ending struct {
	name      string
	key       uint64
	pieces    int
	counts    [16]int // [piece]
	symmetric bool    // both sides have the same pieces
	unique    bool    // a piece other than a king is the only one of its kind
	hasPawns  bool
	lead      chess.Color // the side whose pawns come first: the one with fewer, if it has any
	pawns     [2]int      // pawns of lead and of the other side

	wdl, dtz file
}

// parseEnding parses a name such as KRPvKR. It returns nil for other names.
func parseEnding(name string) *ending {
	e := &ending{name: name}
	side, last := chess.White, chess.King
	kings := 0
	for i := range len(name) {
		if name[i] == 'v' && side == chess.White {
			side, last = chess.Black, chess.King
			continue
		}
		piece, ok := chess.ParsePiece(name[i])
		if !ok || piece.Color() != chess.White || piece.Type() > last {
			return nil
		}
		if last = piece.Type(); last == chess.King {
			kings++
		}
		e.counts[chess.PieceOf(side, last)]++
		e.pieces++
	}
	if kings != 2 || e.counts[chess.WhiteKing] != 1 || e.counts[chess.BlackKing] != 1 || e.pieces < 3 || e.pieces > MaxPieces {
		return nil
	}

	e.key = keyOf(&e.counts)
	e.symmetric = e.key == mirrorKey(e.key)
	for _, piece := range chess.Pieces() {
		if piece.Type() != chess.King && e.counts[piece] == 1 {
			e.unique = true
		}
	}
	white, black := e.counts[chess.WhitePawn], e.counts[chess.BlackPawn]
	e.hasPawns = white+black != 0
	e.pawns = [2]int{white, black}
	if white == 0 || black != 0 && black < white {
		e.lead = chess.Black
		e.pawns = [2]int{black, white}
	}
	return e
}

// keyOf returns the material key for the given numbers of pieces: four bits for each type
// of piece except the kings, with White's in the upper half. [piece]
func keyOf(counts *[16]int) uint64 {
	var key uint64
	for side := chess.White; side <= chess.Black; side++ {
		for kind := chess.Pawn; kind <= chess.Queen; kind++ {
			key = key<<4 | uint64(counts[chess.PieceOf(side, kind)&15])
		}
	}
	return key
}

// sideBits are the bits of one side in a material key.
const sideBits = 4 * 5

// mirrorKey returns the key with the colors exchanged.
func mirrorKey(key uint64) uint64 { return key>>sideBits | key&(1<<sideBits-1)<<sideBits }

// materialKey returns the material key of the pieces on the board.
func materialKey(p *position.Position) uint64 {
	var counts [16]int
	for _, piece := range chess.Pieces() {
		counts[piece&15] = p.PiecesOf(piece.Color(), piece.Type()).Count()
	}
	return keyOf(&counts)
}
