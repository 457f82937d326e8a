package uci

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync/atomic"

	"xorro/chess"
	"xorro/datagen"
	"xorro/position"
	"xorro/search"
)

// How genfens judges an opening.
const (
	genfensNodes = 2000 // of the search that scores it
	genfensScore = 300  // centipawns that either side may be ahead

	genfensHash = 1 // megabytes of the search's table
)

// genfensRequest holds the arguments of genfens.
type genfensRequest struct {
	count int
	seed  uint64
	book  string // file of positions to begin from; empty for the start position
}

// genfens prints random openings for training games. The same seed gives the same
// openings.
func (d *Driver) genfens(words []string) {
	r, err := parseGenfens(words)
	if err != nil {
		d.out.info("genfens: %v", err)
		return
	}
	g, err := newGenerator(r)
	if err != nil {
		d.out.info("genfens: %v", err)
		return
	}
	var stopped atomic.Bool
	d.beginCount(func() { stopped.Store(true) }, func() string {
		defer g.close()
		for n := 1; ; n++ {
			p, err := g.next(&stopped)
			if err != nil {
				return d.out.message("genfens: %v", err)
			}
			line := "info string genfens " + p.FEN()
			if n == r.count {
				return line
			}
			d.out.print(line)
		}
	})
}

// parseGenfens reads "N seed S book B". The book may be left out or be None.
// Unknown words are skipped, since testing frameworks add some.
func parseGenfens(words []string) (r genfensRequest, err error) {
	if len(words) == 0 {
		return r, errors.New("the number of positions is missing")
	}
	if r.count, err = strconv.Atoi(words[0]); err != nil || r.count < 1 {
		return r, fmt.Errorf("number of positions: want a whole number from 1, got %s", quote(words[0]))
	}
	hasSeed := false
	for words = words[1:]; len(words) > 0; words = words[1:] {
		word := words[0]
		if word != "seed" && word != "book" {
			continue
		}
		if words = words[1:]; len(words) == 0 {
			return r, fmt.Errorf("%s: a value is missing", word)
		}
		if word == "seed" {
			if r.seed, err = strconv.ParseUint(words[0], 10, 64); err != nil {
				return r, fmt.Errorf("seed: want a whole number from 0 to %d, got %s", uint64(1<<64-1), quote(words[0]))
			}
			hasSeed = true
		} else if r.book = words[0]; strings.EqualFold(r.book, "None") {
			r.book = ""
		}
	}
	if !hasSeed {
		return r, errors.New("seed is missing")
	}
	return r, nil
}

// generator makes the openings of one genfens.
type generator struct {
	rng      *rand.Rand
	lines    *lineFile // nil for the start position
	openings datagen.Openings
}

func newGenerator(r genfensRequest) (*generator, error) {
	engine, err := search.New(genfensHash)
	if err != nil {
		return nil, err
	}
	g := &generator{rng: rand.New(rand.NewPCG(r.seed, 0))}
	if r.book != "" {
		if g.lines, err = openLines(r.book); err != nil {
			return nil, fmt.Errorf("book: %w", err)
		}
	}
	g.openings = datagen.Openings{
		Start: g.start,
		Move:  datagen.AnyMove,
		Score: func(p *position.Position) chess.Score {
			engine.NewGame()
			return engine.Go(p, search.Limits{Nodes: genfensNodes}, search.Reports{}).Score
		},
		Balance: genfensScore,
	}
	return g, nil
}

// close closes the file of positions, which was only read.
func (g *generator) close() {
	if g.lines != nil {
		g.lines.file.Close()
	}
}

// next returns another opening.
func (g *generator) next(stopped *atomic.Bool) (*position.Position, error) {
	p := new(position.Position)
	return p, g.openings.Next(p, g.rng, stopped.Load)
}

// start sets a position from which an opening begins.
func (g *generator) start(p *position.Position, rng *rand.Rand) error {
	if g.lines == nil {
		return p.SetFEN(position.StartFEN)
	}
	line, err := g.lines.draw(rng)
	if err != nil {
		return fmt.Errorf("book: %w", err)
	}
	from, err := ParseEPD(line)
	if err != nil {
		return fmt.Errorf("book: %s: %w", quote(line), err)
	}
	p.Set(from)
	return nil
}

// lineFile is a file of lines to draw from. It may be larger than memory.
type lineFile struct {
	file *os.File
	size int64 // bytes
}

func openLines(path string) (*lineFile, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() == 0 {
		return nil, fmt.Errorf("%s: no regular file, or an empty one", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return &lineFile{file, info.Size()}, nil
}

// draw returns the line after the one that contains a random byte, or the first if
// that is the last. Lines of about the same length are about equally likely.
func (f *lineFile) draw(r *rand.Rand) (string, error) {
	offset := r.Int64N(f.size)
	lines := bufio.NewScanner(io.MultiReader(
		io.NewSectionReader(f.file, offset, f.size-offset),
		strings.NewReader("\n"),
		io.NewSectionReader(f.file, 0, f.size),
	))
	for n := 0; lines.Scan(); n++ {
		if line := strings.TrimSpace(lines.Text()); n > 0 && line != "" {
			return line, nil
		}
	}
	if err := lines.Err(); err != nil {
		return "", err
	}
	return "", errors.New("no line holds anything")
}
