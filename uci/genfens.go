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

	"xorro/movegen"
	"xorro/position"
	"xorro/search"
)

// What genfens does to make an opening.
const (
	genfensPlies = 8    // random moves, or one more
	genfensNodes = 2000 // of the search that tells whether it is balanced
	genfensScore = 300  // centipawns, what either side may be ahead

	// genfensBalanced is after how many openings too lopsided the next is taken as
	// it is, and genfensTries after how many that were over the search for one is
	// given up.
	genfensBalanced = 100
	genfensTries    = 2000

	genfensHash = 1 // megabytes of its search's table
)

// genfensRequest is what a genfens asks for.
type genfensRequest struct {
	count int
	seed  uint64
	book  string // file of positions to begin from; "" for the start position
}

// genfens prints random openings for games that a network is to learn from, the
// same ones for the same seed.
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
	d.begin(&job{
		stop:      func() { stopped.Store(true) },
		ponderHit: func() {},
		patience:  d.countPatience,
	}, func() string {
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

// parseGenfens reads "N seed S book B". The book may be left out or be None; words
// that are not known are skipped, since testers add some.
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
	rand   *rand.Rand
	lines  *lineFile // nil for the start position
	engine *search.Engine
}

func newGenerator(r genfensRequest) (g *generator, err error) {
	g = &generator{rand: rand.New(rand.NewPCG(r.seed, 0))}
	if g.engine, err = search.New(genfensHash); err != nil {
		return nil, err
	}
	if r.book != "" {
		if g.lines, err = openLines(r.book); err != nil {
			return nil, fmt.Errorf("book: %w", err)
		}
	}
	return g, nil
}

// close closes the file of positions, which was only read.
func (g *generator) close() {
	if g.lines != nil {
		g.lines.file.Close()
	}
}

// next is another opening: not over, and neither side too far ahead, unless all are.
func (g *generator) next(stopped *atomic.Bool) (*position.Position, error) {
	for try := range genfensTries {
		if stopped.Load() {
			return nil, errors.New("stopped before the end")
		}
		p, err := g.start()
		if err != nil {
			return nil, fmt.Errorf("book: %w", err)
		}
		if g.play(p) && (try >= genfensBalanced || g.isBalanced(p)) {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%d openings in a row were over", genfensTries)
}

// start is a position to begin an opening from.
func (g *generator) start() (*position.Position, error) {
	if g.lines == nil {
		return position.ParseFEN(position.StartFEN)
	}
	line, err := g.lines.draw(g.rand)
	if err != nil {
		return nil, err
	}
	p, err := parseEPD(line)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quote(line), err)
	}
	return p, nil
}

// play makes random moves, and says whether the game goes on after them.
func (g *generator) play(p *position.Position) bool {
	for plies := genfensPlies + g.rand.IntN(2); ; plies-- {
		var legal movegen.List
		movegen.All(p, &legal)
		if legal.N == 0 || p.IsDraw(0) {
			return false
		}
		if plies == 0 {
			return true
		}
		p.Make(legal.Moves[g.rand.IntN(legal.N)])
	}
}

// isBalanced says whether a short search finds neither side far ahead.
func (g *generator) isBalanced(p *position.Position) bool {
	g.engine.NewGame()
	score := g.engine.Go(p, search.Limits{Nodes: genfensNodes}, search.Reports{}).Score
	return score >= -genfensScore && score <= genfensScore
}

// parseEPD reads a line that begins with a FEN of six fields or of four; what
// stands behind, such as an EPD's operations, is skipped.
func parseEPD(line string) (*position.Position, error) {
	fields := strings.Fields(line)
	const short, long = 4, 6
	if len(fields) >= long && isNumber(fields[short]) {
		fields = fields[:long]
	} else if len(fields) > short {
		fields = fields[:short]
	}
	return position.ParseFEN(strings.Join(fields, " "))
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
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

// draw reads the line behind the one in which a random byte lies, the first line
// behind the last. So each is about as likely as the others if their lengths are
// alike.
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
