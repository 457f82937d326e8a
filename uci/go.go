package uci

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
	"xorro/search"
)

// goSearch begins a search, or the perft that stands in its place.
func (d *Driver) goSearch(words []string) {
	request, complaints := parseGo(d.pos, words)
	for _, err := range complaints {
		d.out.info("go: %v", err)
	}
	if request.perft > 0 {
		d.beginPerft(request.perft)
		return
	}
	if d.playFromBook(request) {
		return
	}
	if request.spoilt && !request.isBounded() {
		d.out.info("go: no limit is left, so the search takes %v", spoiltTime)
		request.limits.MoveTime = spoiltTime
	}
	d.beginSearch(request)
}

// beginSearch searches the position.
func (d *Driver) beginSearch(r goRequest) {
	limits := r.limits
	limits.Start = time.Now()
	t := d.newTeller()
	print := func(text string) {
		if text != "" {
			d.out.print(text)
		}
	}
	s := d.engine.Start(d.pos, limits, search.Reports{
		Line: func(i search.Info) { print(t.info(i)) },
		Move: func(m search.RootMove) { print(t.move(m)) },
	})
	j := &job{stop: s.Stop, ponderHit: s.PonderHit}
	if r.isBounded() && !limits.Infinite && !limits.Ponder {
		j.patience = d.searchPatience
	}
	d.begin(j, func() string { return t.best(s.Wait()) })
}

// goRequest is what a go asks for.
type goRequest struct {
	limits search.Limits
	perft  int  // depth of a perft to run in place of a search; 0 for a search
	spoilt bool // a field had no number, or a word no meaning
}

// goField is a word that a number follows, with the bounds of the number.
type goField struct {
	min, max int64
	set      func(r *goRequest, n int64)
}

// maxMillis bounds times at some thirty years, which a Duration can hold.
const maxMillis = 1e12

var goFields = map[string]goField{
	"depth":    {1, chess.MaxPly, func(r *goRequest, n int64) { r.limits.Depth = int(n) }},
	"nodes":    {1, 1 << 62, func(r *goRequest, n int64) { r.limits.Nodes = uint64(n) }},
	"mate":     {1, chess.MaxPly / 2, func(r *goRequest, n int64) { r.limits.Mate = int(n) }},
	"movetime": {1, maxMillis, func(r *goRequest, n int64) { r.limits.MoveTime = millis(n) }},
	// A flag that has fallen, or a clock that lags, is nobody's mistake: clocks at
	// or below zero are no fault.
	"wtime":     {-maxMillis, maxMillis, func(r *goRequest, n int64) { r.setClock(chess.White, n) }},
	"btime":     {-maxMillis, maxMillis, func(r *goRequest, n int64) { r.setClock(chess.Black, n) }},
	"winc":      {0, maxMillis, func(r *goRequest, n int64) { r.limits.Inc[chess.White] = millis(n) }},
	"binc":      {0, maxMillis, func(r *goRequest, n int64) { r.limits.Inc[chess.Black] = millis(n) }},
	"movestogo": {0, 1000, func(r *goRequest, n int64) { r.limits.MovesToGo = int(n) }},
	"perft":     {1, chess.MaxPly, func(r *goRequest, n int64) { r.perft = int(n) }},
}

func millis(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

func (r *goRequest) setClock(side chess.Color, n int64) {
	r.limits.Time[side] = max(0, millis(n))
	r.limits.HasClock[side] = true
}

// isBounded says whether something ends the search: a limit, or what infinite and
// ponder wait for.
func (r *goRequest) isBounded() bool {
	l := &r.limits
	return l.Infinite || l.Ponder || l.Depth > 0 || l.Nodes > 0 || l.Mate > 0 || l.MoveTime > 0 || l.HasClock != [2]bool{}
}

// isGoWord says whether a word has a meaning behind go.
func isGoWord(word string) bool {
	_, isField := goFields[word]
	return isField || word == "infinite" || word == "ponder" || word == "searchmoves"
}

// spoiltTime is how long a search goes on whose only limits could not be read:
// whoever asked for an end is not left to wait for ever.
const spoiltTime = time.Second

// parseGo reads the words behind go in any order. Complaints name those that were
// wrong or have no meaning; the rest counts.
func parseGo(p *position.Position, words []string) (r goRequest, complaints []error) {
	for i := 0; i < len(words); {
		word := words[i]
		i++
		switch field, isField := goFields[word]; {
		case word == "infinite":
			r.limits.Infinite = true
		case word == "ponder":
			r.limits.Ponder = true
		case word == "searchmoves":
			first := i
			for i < len(words) && !isGoWord(words[i]) {
				i++
			}
			moves, err := parseMoves(p, words[first:i])
			if err != nil {
				complaints = append(complaints, fmt.Errorf("searchmoves: %w", err))
			}
			r.limits.SearchMoves = append(r.limits.SearchMoves, moves...)
		case !isField:
			complaints = append(complaints, fmt.Errorf("%s is no word of go, skipped", quote(word)))
			r.spoilt = true
		case i == len(words) || isGoWord(words[i]):
			complaints = append(complaints, fmt.Errorf("%s: a number is missing", word))
			r.spoilt = true
		default:
			n, use, err := parseBounded(words[i], field.min, field.max)
			i++
			if err != nil {
				complaints = append(complaints, fmt.Errorf("%s: %w", word, err))
			}
			if use {
				field.set(&r, n)
			} else {
				r.spoilt = true
			}
		}
	}
	l := &r.limits
	if l.HasClock != [2]bool{} || !r.isBounded() && (l.Inc != [2]time.Duration{} || l.MovesToGo > 0) {
		// A clock that is missing is taken to be empty rather than endless.
		l.HasClock = [2]bool{true, true}
	}
	return r, complaints
}

// parseMoves reads moves of one position; the error is of the first that is none.
func parseMoves(p *position.Position, words []string) (moves []chess.Move, firstErr error) {
	for _, word := range words {
		m, err := ParseMove(p, word)
		if err == nil {
			moves = append(moves, m)
		} else if firstErr == nil {
			firstErr = err
		}
	}
	return moves, firstErr
}

// parseBounded reads a whole number. One beyond a bound becomes the bound, with
// an error that says so; what is no number is not to be used.
func parseBounded(text string, low, high int64) (n int64, use bool, err error) {
	n, err = strconv.ParseInt(text, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false, fmt.Errorf("%s is not a whole number", quote(text))
	}
	if bounded := min(max(n, low), high); bounded != n || err != nil {
		return bounded, true, fmt.Errorf("%s is not from %d to %d, taken as %d", quote(text), low, high, bounded)
	}
	return n, true, nil
}

// countPatience lets a perft or a bench that was piped in with a quit right behind
// it come out complete, without keeping anyone who really wants to leave.
const countPatience = 10 * time.Second

// beginPerft counts the leaves below each legal move, a number of plies deep.
func (d *Driver) beginPerft(depth int) {
	p := d.pos.Clone()
	chess960 := d.chess960 || p.Chess960()
	var stopped atomic.Bool
	d.begin(&job{
		stop:      func() { stopped.Store(true) },
		ponderHit: func() {},
		patience:  d.countPatience,
	}, func() string {
		counts, done := movegen.Divide(p, depth, 1, &stopped)
		if !done {
			return d.out.message("perft: stopped before the end")
		}
		var b strings.Builder
		total := uint64(0)
		for _, c := range counts {
			fmt.Fprintf(&b, "%s: %d\n", FormatMove(c.Move, chess960), c.Nodes)
			total += c.Nodes
		}
		fmt.Fprintf(&b, "\nNodes searched: %d\n", total)
		return b.String()
	})
}
