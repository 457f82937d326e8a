// Package verify checks that positions are hashed consistently. The key and the lock that
// are updated move by move must be those of the position, however it was reached, no two
// positions may share one, and the transposition table must not believe an entry of
// another position.
package verify

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
	"xorro/zobrist"
)

// Config configures a check of hashes.
type Config struct {
	Positions int    // how many distinct positions to see, at least 1
	Seed      uint64 // of the random games
	// Progress, if not nil, is called from time to time with the number of distinct
	// positions so far.
	Progress func(distinct int)
}

// Report counts what was checked without a discrepancy.
type Report struct {
	Numbers    int // Zobrist numbers, none of them zero or there twice
	Games      int // random games begun, from the start position and Chess960's by turns
	Positions  int // distinct positions seen
	Compared   int // positions, met again or not, compared with what their FEN gives
	Repeated   int // positions met again, with the hash they had before
	Unmade     int // moves taken back to the same FEN and hash
	NullMoves  int // null moves made, compared and taken back
	Transposed int // pairs of moves played in both orders to one hash
	Unshared   int // keys and locks that belong to one position only
}

// Discrepancy is a check that failed.
type Discrepancy struct {
	Check           string // what should have held
	FEN             string // where, empty if in the tables
	Move            string // after which move or moves, empty if after none
	Expected, Found string
}

func (d *Discrepancy) Error() string {
	text := d.Check
	if d.FEN != "" {
		text += ": " + d.FEN
	}
	if d.Move != "" {
		text += ", " + d.Move
	}
	return fmt.Sprintf("%s: expected %s, found %s", text, d.Expected, d.Found)
}

// Run plays random games and checks every position of them and every position one move
// away. The error is the first *Discrepancy. The same config gives the same report and the
// same error.
func Run(config Config) (Report, error) {
	return run(config, (*position.Position).Hash)
}

// hasher returns the hash of a position. Tests pass broken ones.
type hasher func(*position.Position) zobrist.Hash

func run(config Config, hash hasher) (Report, error) {
	c := &checker{
		config: config,
		hash:   hash,
		seen:   make(map[identity]zobrist.Hash, config.Positions),
		pairs:  rand.New(rand.NewPCG(config.Seed, 0)),
	}
	err := c.run()
	c.report.Positions = len(c.seen)
	return c.report, err
}

// identity identifies a position by its FEN without counters. It is a cryptographic digest,
// so it does not depend on the hashes that are checked.
type identity [16]byte

func identityOf(fen string) identity {
	sum := sha256.Sum256([]byte(withoutCounters(fen)))
	return identity(sum[:16])
}

// withoutCounters returns a FEN without its last two fields.
func withoutCounters(fen string) string {
	for range 2 {
		fen = fen[:strings.LastIndexByte(fen, ' ')]
	}
	return fen
}

type checker struct {
	config Config
	hash   hasher
	report Report
	seen   map[identity]zobrist.Hash
	pairs  *rand.Rand // draws the moves to transpose
}

// errEnough ends the games.
var errEnough = errors.New("enough positions")

func (c *checker) run() error {
	numbers := zobristNumbers()
	if err := checkNumbers(numbers); err != nil {
		return err
	}
	c.report.Numbers = len(numbers)
	err := playGames(c.config.Seed, 0, func(p *position.Position, moves []chess.Move) error {
		if p.Ply() == 0 {
			c.report.Games++
		}
		return c.checkAround(p, moves)
	})
	if !errors.Is(err, errEnough) {
		return err
	}
	return c.checkShared()
}

// checkAround checks a position and all positions one move away.
func (c *checker) checkAround(p *position.Position, moves []chess.Move) error {
	if err := c.visit(p, ""); err != nil {
		return err
	}
	for _, m := range moves {
		fen, hash := p.FEN(), c.hash(p)
		p.Make(m)
		if err := c.visit(p, m.String()); err != nil {
			return err
		}
		p.Unmake()
		if err := c.checkBack(p, "Unmake gives back the position", m.String(), fen, hash); err != nil {
			return err
		}
		c.report.Unmade++
	}
	if err := c.checkNull(p); err != nil {
		return err
	}
	return c.checkTransposition(p, moves)
}

// visit checks a position after a move, and remembers it.
func (c *checker) visit(p *position.Position, move string) error {
	fen, err := c.checkFresh(p, move)
	if err != nil {
		return err
	}
	hash := c.hash(p)
	id := identityOf(fen)
	if before, known := c.seen[id]; known {
		if before != hash {
			return &Discrepancy{"a position met again has its old hash", fen, move, format(before), format(hash)}
		}
		c.report.Repeated++
		return nil
	}
	c.seen[id] = hash
	if c.config.Progress != nil && len(c.seen)%4096 == 0 {
		c.config.Progress(len(c.seen))
	}
	if len(c.seen) >= c.config.Positions {
		return errEnough
	}
	return nil
}

// checkFresh compares a position with the position that its FEN gives. It returns the FEN.
func (c *checker) checkFresh(p *position.Position, move string) (string, error) {
	fen := p.FEN()
	fresh, err := position.ParseFEN(fen)
	if err != nil {
		return fen, &Discrepancy{"a position's FEN can be read", fen, move, "no error", err.Error()}
	}
	if again := fresh.FEN(); again != fen {
		return fen, &Discrepancy{"a FEN is written as it was read", fen, move, fen, again}
	}
	if want, got := c.hash(fresh), c.hash(p); got != want {
		return fen, &Discrepancy{"a position has its FEN's hash", fen, move, format(want), format(got)}
	}
	if err := p.Validate(); err != nil {
		return fen, &Discrepancy{"a position is valid", fen, move, "no error", err.Error()}
	}
	c.report.Compared++
	return fen, nil
}

// checkBack checks that a position has the given FEN and hash again.
func (c *checker) checkBack(p *position.Position, check, move, fen string, hash zobrist.Hash) error {
	if got := p.FEN(); got != fen {
		return &Discrepancy{check, fen, move, fen, got}
	}
	if got := c.hash(p); got != hash {
		return &Discrepancy{check, fen, move, format(hash), format(got)}
	}
	return nil
}

func (c *checker) checkNull(p *position.Position) error {
	if p.InCheck() {
		return nil
	}
	fen, hash := p.FEN(), c.hash(p)
	p.MakeNull()
	if _, err := c.checkFresh(p, "null move"); err != nil {
		return err
	}
	p.UnmakeNull()
	if err := c.checkBack(p, "UnmakeNull gives back the position", "null move", fen, hash); err != nil {
		return err
	}
	c.report.NullMoves++
	return nil
}

// checkTransposition plays two random moves, with a random reply between them, in both
// orders. If both orders lead to one position, they must lead to one hash.
func (c *checker) checkTransposition(p *position.Position, moves []chess.Move) error {
	a, b := moves[c.pairs.IntN(len(moves))], moves[c.pairs.IntN(len(moves))]
	p.Make(a)
	var replies movegen.List
	movegen.All(p, &replies)
	p.Unmake()
	if a == b || replies.N == 0 {
		return nil
	}
	reply := replies.Moves[c.pairs.IntN(replies.N)]
	fen, hash, ok := c.after(p, a, reply, b)
	otherFEN, otherHash, otherOK := c.after(p, b, reply, a)
	if !ok || !otherOK || withoutCounters(fen) != withoutCounters(otherFEN) {
		return nil
	}
	if hash != otherHash {
		orders := fmt.Sprintf("%s %s %s and %s %s %s", a, reply, b, b, reply, a)
		return &Discrepancy{"transposed moves lead to one hash", p.FEN(), orders, format(hash), format(otherHash)}
	}
	c.report.Transposed++
	return nil
}

// after returns the FEN and the hash after moves, and does not change the position. If one
// of the moves is not legal, ok is false.
func (c *checker) after(p *position.Position, moves ...chess.Move) (fen string, hash zobrist.Hash, ok bool) {
	for i, m := range moves {
		if !p.IsLegal(m) {
			for range i {
				p.Unmake()
			}
			return "", zobrist.Hash{}, false
		}
		p.Make(m)
	}
	fen, hash = p.FEN(), c.hash(p)
	for range moves {
		p.Unmake()
	}
	return fen, hash, true
}

// checkShared checks that no two positions have one key or one lock.
func (c *checker) checkShared() error {
	halves := []struct {
		name string
		of   func(zobrist.Hash) uint64
	}{
		{"key", func(h zobrist.Hash) uint64 { return h.Key }},
		{"lock", func(h zobrist.Hash) uint64 { return h.Lock }},
	}
	values := make([]uint64, 0, len(c.seen))
	for _, half := range halves {
		values = values[:0]
		for _, hash := range c.seen {
			values = append(values, half.of(hash))
		}
		slices.Sort(values)
		for i := 1; i < len(values); i++ {
			if values[i] != values[i-1] {
				continue
			}
			fens := c.find(func(h zobrist.Hash) bool { return half.of(h) == values[i] })
			return &Discrepancy{
				Check: "no two positions share a " + half.name, FEN: fens[0],
				Expected: "a " + half.name + " of its own",
				Found:    fmt.Sprintf("%016X, as for %s", values[i], fens[1]),
			}
		}
		c.report.Unshared += len(values)
	}
	return nil
}

// find plays the games again and returns the FENs of two positions whose hashes match. The
// FENs are not kept, because they would take much memory and are hardly ever needed.
func (c *checker) find(match func(zobrist.Hash) bool) (fens [2]string) {
	found := 0
	try := func(p *position.Position) error {
		if !match(c.hash(p)) {
			return nil
		}
		fen := p.FEN()
		if _, known := c.seen[identityOf(fen)]; !known || found == 1 && withoutCounters(fen) == withoutCounters(fens[0]) {
			return nil
		}
		fens[found] = fen
		found++
		if found == len(fens) {
			return errEnough
		}
		return nil
	}
	// The error can only be errEnough.
	_ = playGames(c.config.Seed, 0, func(p *position.Position, moves []chess.Move) error {
		if err := try(p); err != nil {
			return err
		}
		for _, m := range moves {
			p.Make(m)
			err := try(p)
			p.Unmake()
			if err != nil {
				return err
			}
		}
		return nil
	})
	return fens
}

func format(h zobrist.Hash) string { return fmt.Sprintf("key %016X lock %016X", h.Key, h.Lock) }
