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

// tablebases is what the options about them say together.
type tablebases struct {
	tables *syzygy.Tables // those the engine uses; nil for none

	depth, limit int
	rule50       bool
}

// maxProbeDepth is the greatest depth in plies from which on tablebases are probed.
const maxProbeDepth = 100

// syzygyOptions are the options about tablebases.
func (d *Driver) syzygyOptions() []option {
	tb := &tablebases{depth: 1, limit: syzygy.MaxMen, rule50: true}
	probe := func() { d.engine.SetTablebaseProbing(tb.depth, tb.limit, tb.rule50) }
	return []option{
		{"SyzygyPath", &text{apply: always(func(path string) { d.openTablebases(tb, path) })}},
		{"SyzygyProbeDepth", &spin{value: tb.depth, initial: tb.depth, min: 1, max: maxProbeDepth, apply: always(func(depth int) {
			tb.depth = depth
			probe()
		})}},
		{"Syzygy50MoveRule", &check{value: tb.rule50, initial: tb.rule50, apply: func(on bool) {
			tb.rule50 = on
			probe()
		}}},
		{"SyzygyProbeLimit", &spin{value: tb.limit, initial: tb.limit, min: 0, max: syzygy.MaxMen, apply: always(func(men int) {
			tb.limit = men
			probe()
		})}},
	}
}

// openTablebases has the engine use the tables in the folders of a path, in place
// of those of before, and tells in one line what there is and what cannot be read.
func (d *Driver) openTablebases(tb *tablebases, path string) {
	tables, problem := syzygy.Open(path, func(err error) { d.out.info("%v", err) })
	d.engine.SetTablebases(tables)
	if tb.tables != nil {
		if err := tb.tables.Close(); err != nil {
			d.out.info("closing tablebases: %v", err)
		}
	}
	tb.tables = tables

	wdl, dtz := tables.Count()
	told := ""
	if problem != nil {
		told = "; " + strings.ReplaceAll(problem.Error(), "\n", "; ")
	}
	if wdl+dtz == 0 {
		d.out.info("no tablebases%s", told)
		return
	}
	d.out.info("%d WDL and %d DTZ tablebases of up to %d men%s", wdl, dtz, tables.MaxMen(), told)
}

// network is the network that evaluates positions.
type network struct {
	*nnue.Network
	name string // its path; <empty> for the one that is built in
}

// builtIn is the network that is used unless another is loaded.
func builtIn() network { return network{nnue.Default(), emptyText} }

// loadNetwork has positions evaluated by the network in a file, or by the one that
// is built in for an empty path. If there is an error, which says so, the last one
// is kept.
func (d *Driver) loadNetwork(path string) error {
	loaded := builtIn()
	if path != "" {
		n, err := nnue.Open(path)
		if err != nil {
			return fmt.Errorf("%w; %s is kept", err, d.network.name)
		}
		loaded = network{n, path}
	}
	kernel, _ := nnue.Kernel() // what is wrong with the choice was told at the start
	d.out.info("evaluation by the network %s, with %s", loaded, kernel)
	d.network = loaded
	d.engine.SetNetwork(loaded.Network)
	return nil
}

// opening is the opening book and whether it is to be used.
type opening struct {
	use  bool
	book *book.Book // nil for none
	name string     // of the book's file, without its folder; <empty> for none
	rand *rand.Rand // draws among a position's moves
}

func newOpening() opening {
	return opening{name: emptyText, rand: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))}
}

// load opens a book in place of the last one; an empty path means none. If there is an
// error, which says so, the last one is kept.
func (o *opening) load(path string) error {
	var b *book.Book
	if path != "" {
		var err error
		if b, err = book.Open(path); err != nil {
			return fmt.Errorf("%w; %s is kept", err, o.name)
		}
	}
	o.close()
	o.book, o.name = b, emptyText
	if b != nil {
		o.name = filepath.Base(path)
	}
	return nil
}

// close lets go of the book. A file that was only read loses nothing if that fails.
func (o *opening) close() {
	if o.book != nil {
		o.book.Close()
	}
}

// playFromBook answers a go out of the book, and says whether it did. A search that
// somebody wants to watch or to restrict is never answered so.
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
	d.out.print(d.newTeller().best(search.Result{Best: m}))
	return true
}
