package uci

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"xorro/book"
	"xorro/chess"
	"xorro/search"
)

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
