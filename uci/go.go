package uci

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"xorro/chess"
	"xorro/position"
	"xorro/search"
)

// goSearch carries out go: it begins a search or a perft.
func (d *Driver) goSearch(words []string) {
	if !d.hasPosition("go") {
		d.answerWithoutPosition(words)
		return
	}
	request, complaints := parseGo(d.pos, words)
	for _, err := range complaints {
		d.out.info("go: %v", err)
	}
	if request.perft > 0 {
		d.beginPerft(request)
		return
	}
	if d.playFromBook(request) {
		return
	}
	if request.unread && !request.isBounded() {
		d.out.info("go: no limit could be read; searching for %v", unreadTime)
		request.limits.MoveTime = unreadTime
	}
	d.beginSearch(request)
}

// answerWithoutPosition answers a go for which there is no position. As with any other
// go, a front end gets one bestmove, and not before a stop or a ponderhit if the go was
// infinite or for pondering.
func (d *Driver) answerWithoutPosition(words []string) {
	const answer = "bestmove " + nullMove
	switch {
	case d.terminal != nil || slices.Contains(words, "perft"):
	case slices.Contains(words, "infinite") || slices.Contains(words, "ponder"):
		ended := make(chan struct{})
		end := sync.OnceFunc(func() { close(ended) })
		j := &job{endless: true, stop: end, ponderHit: end}
		if slices.Contains(words, "infinite") {
			j.ponderHit = func() {}
		}
		d.begin(j, func() string {
			<-ended
			return answer
		})
	default:
		d.out.print(answer)
	}
}

// beginSearch begins a search of the position.
func (d *Driver) beginSearch(r goRequest) {
	limits := r.limits
	limits.Start = time.Now()
	f := d.newFormatter()
	print := func(text string) {
		if text != "" {
			d.out.print(text)
		}
	}
	s := d.engine.Start(d.pos, limits, search.Reports{
		Line:     func(i search.Info) { print(f.info(i)) },
		Progress: func(p search.Progress) { print(f.progress(p)) },
	})
	j := &job{endless: limits.Infinite || limits.Ponder, stop: s.Stop}
	j.ponderHit = func() {
		s.PonderHit()
		j.endless = limits.Infinite
	}
	if r.isBounded() && !j.endless {
		j.patience = d.searchPatience
	}
	d.begin(j, func() string { return f.best(s.Wait()) })
}

// goRequest holds the arguments of go.
type goRequest struct {
	limits search.Limits
	perft  int  // depth of a perft in plies; 0 for a search
	hash   bool // the perft uses a table of counts
	unread bool // an argument could not be read
}

// goField is an argument that is followed by a number. The number is clamped to its
// bounds.
type goField struct {
	min, max int64
	set      func(r *goRequest, n int64)
}

// maxMillis is the longest time in milliseconds, about 30 years. A time.Duration can
// hold it.
const maxMillis = 1e12

// goFields holds the arguments with a number by their names.
var goFields = map[string]goField{
	"depth":    {1, chess.MaxPly, func(r *goRequest, n int64) { r.limits.Depth = int(n) }},
	"nodes":    {1, 1 << 62, func(r *goRequest, n int64) { r.limits.Nodes = uint64(n) }},
	"mate":     {1, chess.MaxPly / 2, func(r *goRequest, n int64) { r.limits.Mate = int(n) }},
	"movetime": {1, maxMillis, func(r *goRequest, n int64) { r.limits.MoveTime = millis(n) }},
	// Front ends send times at or below zero when the flag has fallen.
	"wtime":     {-maxMillis, maxMillis, func(r *goRequest, n int64) { r.setClock(chess.White, n) }},
	"btime":     {-maxMillis, maxMillis, func(r *goRequest, n int64) { r.setClock(chess.Black, n) }},
	"winc":      {0, maxMillis, func(r *goRequest, n int64) { r.limits.Inc[chess.White] = millis(n) }},
	"binc":      {0, maxMillis, func(r *goRequest, n int64) { r.limits.Inc[chess.Black] = millis(n) }},
	"movestogo": {0, 1000, func(r *goRequest, n int64) { r.limits.MovesToGo = int(n) }},
	"perft":     {1, chess.MaxPly, func(r *goRequest, n int64) { r.perft = int(n) }},
}

// millis returns n milliseconds.
func millis(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// setClock sets the time left to a side, in milliseconds.
func (r *goRequest) setClock(side chess.Color, n int64) {
	r.limits.Time[side] = max(0, millis(n))
	r.limits.HasClock[side] = true
}

// isBounded reports whether the search has a limit. Infinite and ponder count as
// limits, because a stop or a ponderhit follows.
func (r *goRequest) isBounded() bool {
	l := &r.limits
	return l.Infinite || l.Ponder || l.Depth > 0 || l.Nodes > 0 || l.Mate > 0 || l.MoveTime > 0 || l.HasClock != [2]bool{}
}

// isGoWord reports whether the word is an argument of go.
func isGoWord(word string) bool {
	_, isField := goFields[word]
	return isField || word == "infinite" || word == "ponder" || word == "searchmoves" || word == "hash"
}

// unreadTime is the time of a search whose limits could not be read. Without it the
// search would never end.
const unreadTime = time.Second

// parseGo parses the arguments of go, which come in any order. The complaints name the
// arguments that are wrong or unknown; all others count.
func parseGo(p *position.Position, words []string) (r goRequest, complaints []error) {
	for i := 0; i < len(words); {
		word := words[i]
		i++
		switch field, isField := goFields[word]; {
		case word == "infinite":
			r.limits.Infinite = true
		case word == "ponder":
			r.limits.Ponder = true
		case word == "hash":
			r.hash = true
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
			complaints = append(complaints, fmt.Errorf("%s is not an argument of go and is skipped", quote(word)))
			r.unread = true
		case i == len(words) || isGoWord(words[i]):
			complaints = append(complaints, fmt.Errorf("%s: a number is missing", word))
			r.unread = true
		default:
			n, use, err := parseBounded(words[i], field.min, field.max)
			i++
			if err != nil {
				complaints = append(complaints, fmt.Errorf("%s: %w", word, err))
			}
			if use {
				field.set(&r, n)
			} else {
				r.unread = true
			}
		}
	}
	if r.hash && r.perft == 0 {
		complaints = append(complaints, errors.New("hash has a meaning with perft only and is skipped"))
		r.unread = true
	}
	l := &r.limits
	if l.HasClock != [2]bool{} || !r.isBounded() && (l.Inc != [2]time.Duration{} || l.MovesToGo > 0) {
		// A missing clock counts as empty, not as endless.
		l.HasClock = [2]bool{true, true}
	}
	return r, complaints
}

// parseMoves parses moves of one position and skips those that are not legal. The
// error is that of the first one that is skipped.
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

// parseBounded parses a whole number. A number out of bounds is clamped, and the error
// says so. If the text is not a whole number, use is false.
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
