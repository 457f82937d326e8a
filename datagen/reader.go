package datagen

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/klauspost/compress/zstd"

	"xorro/chess"
	"xorro/position"
)

// maxPlies is the greatest length of a game that is read. The rules of chess end every
// game earlier.
const maxPlies = 12_000

// DamageError is the error of a damaged file. The games before the damage are whole.
type DamageError struct {
	Game   int   // number of the damaged game, from 1
	Offset int64 // of the damage in the decompressed file, in bytes
	Err    error // says what is wrong there
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("damaged at game %d, byte %d when decompressed: %v", e.Game, e.Offset, e.Err)
}

func (e *DamageError) Unwrap() error { return e.Err }

// Reader reads the games of a file one after the other.
type Reader struct {
	frames *zstd.Decoder
	in     *bufio.Reader
	game   Game  // what Next returns
	aside  Game  // scratch
	games  int   // that have been read
	offset int64 // bytes read
	err    error // the damage

	start [startSize]byte // scratch
	ply   [plySize]byte   // scratch
}

// NewReader returns a reader of a file. The caller must close it.
func NewReader(r io.Reader) (*Reader, error) {
	frames, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	return &Reader{frames: frames, in: bufio.NewReader(&onceFailed{in: frames}), game: Game{Start: new(position.Position)}, aside: Game{Start: new(position.Position)}}, nil
}

// onceFailed is a reader that keeps failing after its first error. The decoder would
// return the data that its checksum has just rejected.
type onceFailed struct {
	in  io.Reader
	err error
}

func (r *onceFailed) Read(b []byte) (n int, err error) {
	if r.err == nil {
		n, r.err = r.in.Read(b)
	}
	return n, r.err
}

// maxWindow is the greatest window of a frame in bytes. Only extreme settings of zstd
// need more.
const maxWindow = 8 << 20

// Next reads a game and checks that every move is legal. The game is valid until the
// next call. After the last game the error is io.EOF. If the file is damaged, this and
// every later call returns a *DamageError.
func (r *Reader) Next() (*Game, error) {
	if r.err != nil {
		return nil, r.err
	}
	err := r.read()
	if err == io.EOF {
		return nil, err
	}
	if err != nil {
		r.err = &DamageError{Game: r.games + 1, Offset: r.offset, Err: err}
		return nil, r.err
	}
	r.games++
	return &r.game, nil
}

// Close releases the reader's resources.
func (r *Reader) Close() { r.frames.Close() }

// ReadGames iterates over the games of a file. A game is valid until the next step. The
// last step may have an error instead of a game. The error names the file, and is a
// *DamageError if the file is damaged.
func ReadGames(path string) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close()
		for g, err := range games(file) {
			if err != nil {
				err = fmt.Errorf("%s: %w", path, err)
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// games is ReadGames for a file that is open. The error does not name it.
func games(in io.Reader) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		r, err := NewReader(in)
		if err != nil {
			yield(nil, err)
			return
		}
		defer r.Close()
		for {
			g, err := r.Next()
			if err == io.EOF || !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// read reads the next game with its asides. If it fails, offset is where. The error
// is io.EOF only if there is none.
func (r *Reader) read() error {
	g := &r.game
	mark, err := r.readMoves(g)
	if err != nil {
		return err
	}
	if mark != noMark {
		return errors.New("an aside without a game before it")
	}
	g.Asides = g.Asides[:0]
	for {
		start, _ := r.in.Peek(startSize) // where it fails, so does the next read
		if len(start) < startSize || start[startSize-1] != onPathMark && start[startSize-1] != offPathMark {
			return nil
		}
		if len(g.Asides) == maxPlies {
			return fmt.Errorf("the game has more than %d asides", maxPlies)
		}
		a := &r.aside
		if mark, err = r.readMoves(a); err != nil {
			return err
		}
		if len(a.Moves) != 1 {
			return fmt.Errorf("want an aside of one move, got %d", len(a.Moves))
		}
		g.Asides = append(g.Asides, Aside{a.Start.Setup(), a.Moves[0], a.Scores[0], mark == offPathMark, a.Result})
	}
}

// readMoves reads a start position, with its mark, and the moves behind it.
func (r *Reader) readMoves(g *Game) (mark byte, err error) {
	if n, err := io.ReadFull(r.in, r.start[:]); err != nil {
		r.offset += int64(n)
		return 0, readError(err)
	}
	if g.Result, err = parseStart(r.start[:], g.Start); err != nil {
		return 0, err
	}
	if mark = r.start[startSize-1]; mark != onPathMark && mark != offPathMark {
		mark = noMark // or somebody else's
	}
	r.offset += startSize
	g.Moves, g.Scores = g.Moves[:0], g.Scores[:0]
	p := g.rewind()
	for {
		if n, err := io.ReadFull(r.in, r.ply[:]); err != nil {
			r.offset += int64(n)
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return 0, readError(err)
		}
		if r.ply == endOfGame {
			r.offset += plySize
			return mark, nil
		}
		m := unpackMove(binary.LittleEndian.Uint16(r.ply[:]), p)
		switch {
		case !p.IsLegal(m):
			return 0, fmt.Errorf("move %d of the game, %s, is not legal in %s", len(g.Moves)+1, m, p.FEN())
		case len(g.Moves) == maxPlies:
			return 0, fmt.Errorf("the game is longer than %d plies", maxPlies)
		}
		r.offset += plySize
		g.Moves = append(g.Moves, m)
		g.Scores = append(g.Scores, chess.Score(int16(binary.LittleEndian.Uint16(r.ply[2:]))))
		p.Make(m)
	}
}

// readError rewords the errors of the decompressor.
func readError(err error) error {
	switch {
	case err == io.EOF:
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file breaks off")
	case errors.Is(err, zstd.ErrMagicMismatch):
		return errors.New("no zstd frame begins here")
	}
	return fmt.Errorf("cannot be decompressed: %w", err)
}
