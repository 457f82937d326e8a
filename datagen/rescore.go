package datagen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"

	"xorro/chess"
	"xorro/nnue"
	"xorro/position"
)

// Rescoring says how to search the positions of games again.
type Rescoring struct {
	Nodes   uint64 // soft limit of a search: the iteration that reaches it is the last
	Threads int    // each searches its own games
	Network *nnue.Network

	// Progress, if not nil, is called every second with the part of the inputs that has
	// been read, from 0 to 1.
	Progress func(t Totals, done float64)
}

// Rescore searches the positions of all games in the input files again and appends
// the games with their new scores to a file, until the context is done; games that
// are searched then are finished. A file that holds some of the games already is
// continued; it must come from the same inputs, nodes and network, which is checked.
// The games depend neither on Threads nor on interruptions.
//
// Each game keeps its moves and its result. A position keeps its score if the side to
// move is in check. Where the move played is noisy but the best one is quiet, an
// Aside makes the position one to learn from. Where the move played is quiet but the
// best one is noisy, the score becomes NoScore. So rescoring a file again comes to
// the same as rescoring its inputs.
func Rescore(ctx context.Context, c Rescoring, inputs []string, f *File) (Work, error) {
	in := &gameFiles{paths: inputs}
	defer in.close()
	size := int64(0)
	for _, path := range inputs {
		info, err := os.Stat(path)
		if err != nil {
			return Work{}, err
		}
		size += info.Size()
	}
	if err := c.skip(ctx, in, f); err != nil {
		return Work{}, err
	}
	p := &pool{
		file:     f,
		isEnough: func() bool { return false },
		next: func(int) (task, error) {
			g, err := in.next()
			if err == io.EOF {
				return nil, nil
			}
			if err != nil {
				return nil, err
			}
			g = g.clone()
			return func(pl *player) *Game { return pl.rescore(g) }, nil
		},
	}
	if c.Progress != nil {
		p.progress = func(t Totals) { c.Progress(t, float64(in.bytes.Load())/float64(max(size, 1))) }
	}
	return p.run(ctx, c.Threads, c.Nodes, c.Network)
}

// skip passes over those games of the inputs that the file holds already, and checks
// that the file comes from them.
func (c *Rescoring) skip(ctx context.Context, in *gameFiles, f *File) error {
	if f.totals.Games == 0 {
		return nil
	}
	done := &gameFiles{paths: []string{f.path}}
	defer done.close()
	for number := 1; number <= f.totals.Games; number++ {
		if ctx.Err() != nil {
			return nil
		}
		has, err := done.next()
		if err != nil {
			return err
		}
		g, err := in.next()
		if err == io.EOF {
			return fmt.Errorf("%s: %d games, but there are only %d to rescore", f.path, f.totals.Games, number-1)
		}
		if err != nil {
			return err
		}
		if has.Start.Setup() != g.Start.Setup() || has.Result != g.Result || !slices.Equal(has.Moves, g.Moves) {
			return fmt.Errorf("%s: game %d is not game %d of those to rescore", f.path, number, number)
		}
		if number < f.totals.Games {
			continue
		}
		pl, err := newPlayer(c.Nodes, c.Network, new(atomic.Bool))
		if err != nil {
			return err
		}
		if again := pl.rescore(g); !slices.Equal(has.Scores, again.Scores) || !slices.Equal(has.Asides, again.Asides) {
			return fmt.Errorf("%s: game %d was rescored with another network or number of nodes", f.path, number)
		}
	}
	return nil
}

// rescore searches a game's positions again. It returns nil if it was given up.
func (pl *player) rescore(g *Game) *Game {
	pl.engine.NewGame()
	out := &Game{Start: g.Start, Result: g.Result, Moves: g.Moves, Scores: slices.Clone(g.Scores)}
	for i, p := range g.Positions() {
		if pl.quit.Load() {
			return nil
		}
		if p.InCheck() {
			continue
		}
		result := pl.search(p)
		score := whiteScore(result.Score, p.SideToMove())
		switch played, best := g.Moves[i].IsQuiet(), result.Best.IsQuiet(); {
		case played && !best:
			score = NoScore
		case !played && best && isFit(p, result.Best, score):
			out.Asides = append(out.Asides, Aside{Setup: p.Setup(), Best: result.Best, Score: score, Result: g.Result})
		}
		out.Scores[i] = score
	}
	for _, a := range g.Asides {
		if !a.OffPath {
			continue
		}
		if err := pl.pos.SetSetup(a.Setup); err != nil {
			panic("datagen: aside: " + err.Error())
		}
		if pl.quit.Load() {
			return nil
		}
		out.Asides = append(out.Asides, pl.aside(pl.pos))
	}
	return out
}

// decided is the score from which an Aside off the path counts as won, in
// centipawns.
const decided chess.Score = 200

// aside searches a position off the path.
func (pl *player) aside(p *position.Position) Aside {
	result := pl.search(p)
	a := Aside{Setup: p.Setup(), Best: result.Best, Score: whiteScore(result.Score, p.SideToMove()), OffPath: true, Result: Draw}
	switch {
	case a.Score >= decided:
		a.Result = WhiteWins
	case a.Score <= -decided:
		a.Result = BlackWins
	}
	return a
}

// gameFiles reads the games of files one after the other.
type gameFiles struct {
	paths  []string
	file   *os.File // of the first path; nil if it is not open
	reader *Reader
	bytes  atomic.Int64 // read of all files
}

// Read reads the open file and counts.
func (f *gameFiles) Read(b []byte) (int, error) {
	n, err := f.file.Read(b)
	f.bytes.Add(int64(n))
	return n, err
}

// next returns the next game, which is good until the next call, and io.EOF after
// the last. Any other error names the file.
func (f *gameFiles) next() (*Game, error) {
	for len(f.paths) > 0 {
		if f.file == nil {
			var err error
			if f.file, err = os.Open(f.paths[0]); err != nil {
				return nil, err
			}
			if f.reader, err = NewReader(f); err != nil {
				return nil, err
			}
		}
		g, err := f.reader.Next()
		if err == nil {
			return g, nil
		}
		if !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: %w", f.paths[0], err)
		}
		f.close()
		f.paths = f.paths[1:]
	}
	return nil, io.EOF
}

func (f *gameFiles) close() {
	if f.reader != nil {
		f.reader.Close()
	}
	if f.file != nil {
		f.file.Close()
	}
	f.file, f.reader = nil, nil
}
