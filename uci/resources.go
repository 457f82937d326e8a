package uci

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"xorro/book"
	"xorro/chess"
	"xorro/nnue"
	"xorro/search"
	"xorro/syzygy"
)

// network is the network that evaluates positions.
type network struct {
	*nnue.Network
	name string // its path; <empty> for the embedded one
}

// loadNetwork makes the engine use the network in a file, or the embedded one if the
// path is empty. After an error the previous network is kept.
func (d *Driver) loadNetwork(path string) (message string, err error) {
	loaded := network{nnue.Default(), emptyText}
	if path != "" {
		n, err := nnue.Open(path)
		if err != nil {
			return "", fmt.Errorf("%w; %s is kept", err, d.network.name)
		}
		loaded = network{n, path}
	}
	d.network = loaded
	d.engine.SetNetwork(loaded.Network)
	kernel, _ := nnue.Kernel() // main has reported the error
	return fmt.Sprintf("evaluation by the network %s, with %s", loaded, kernel), nil
}

// opening is the opening book.
type opening struct {
	use  bool       // the option OwnBook
	book *book.Book // nil for none
	name string     // of the book's file, without its folder; <empty> for none
	rand *rand.Rand // chooses among the moves of a position
}

func newOpening() opening {
	return opening{rand: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))}
}

// load opens a book, and closes the previous one. With an empty path there is no book.
// After an error the previous book is kept.
func (o *opening) load(path string) (message string, err error) {
	loaded, name := (*book.Book)(nil), emptyText
	if path != "" {
		if loaded, err = book.Open(path); err != nil {
			return "", fmt.Errorf("%w; %s is kept", err, o.name)
		}
		name = filepath.Base(path)
	}
	o.close()
	o.book, o.name = loaded, name
	return "", nil
}

// close closes the book, if there is one. Its error does not matter: the file was only
// read.
func (o *opening) close() {
	if o.book != nil {
		o.book.Close()
	}
}

// playFromBook answers a go with a move of the book, and reports whether it did. The
// book is not used for analysis, for pondering and with searchmoves.
func (d *Driver) playFromBook(r goRequest) bool {
	if !d.opening.use || d.opening.book == nil || r.limits.Infinite || r.limits.Ponder || len(r.limits.SearchMoves) > 0 {
		return false
	}
	m, err := d.opening.book.Pick(d.pos, d.opening.rand)
	if err != nil {
		d.out.info("%v; searching", err)
	}
	if m == chess.NoMove {
		return false
	}
	d.out.info("move from the book %s", d.opening.name)
	d.out.print(d.newFormatter().best(search.Result{Best: m}))
	return true
}

// tablebases holds the values of the options for tablebases.
type tablebases struct {
	tables *syzygy.Tables // nil for none

	depth, limit int
	rule50       bool
}

// maxProbeDepth is the greatest value of SyzygyProbeDepth, in plies.
const maxProbeDepth = 100

// syzygyOptions returns the options for tablebases.
func (d *Driver) syzygyOptions() []option {
	tb := new(tablebases)
	probe := func() { d.engine.SetTablebaseProbing(tb.depth, tb.limit, tb.rule50) }
	return []option{
		{"SyzygyPath", &text{apply: func(path string) (string, error) { return d.openTablebases(tb, path), nil }}},
		{"SyzygyProbeDepth", &spin{initial: 1, min: 1, max: maxProbeDepth, apply: always(func(depth int) {
			tb.depth = depth
			probe()
		})}},
		{"Syzygy50MoveRule", &check{initial: true, apply: func(on bool) {
			tb.rule50 = on
			probe()
		}}},
		{"SyzygyProbeLimit", &spin{initial: syzygy.MaxPieces, min: 0, max: syzygy.MaxPieces, apply: always(func(pieces int) {
			tb.limit = pieces
			probe()
		})}},
	}
}

// openTablebases makes the engine use the tables in the folders of a path instead of
// the previous ones. The message says how many there are and what cannot be read.
func (d *Driver) openTablebases(tb *tablebases, path string) (message string) {
	tables, problem := syzygy.Open(path, func(err error) { d.out.info("%v", err) })
	d.engine.SetTablebases(tables)
	problems := ""
	note := func(err error) { problems += "; " + strings.ReplaceAll(err.Error(), "\n", "; ") }
	if problem != nil {
		note(problem)
	}
	if tb.tables != nil {
		if err := tb.tables.Close(); err != nil {
			note(fmt.Errorf("closing the previous tablebases: %w", err))
		}
	}
	tb.tables = tables

	wdl, dtz := tables.Count()
	if wdl+dtz == 0 {
		return "no tablebases" + problems
	}
	return fmt.Sprintf("%d WDL and %d DTZ tablebases of up to %d pieces%s", wdl, dtz, tables.MaxPieces(), problems)
}
