package datagen

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"xorro/chess"
	"xorro/position"
)

// MaxPlies bounds the length of a game that is read. The rules of chess end every
// game before.
const MaxPlies = 12_000

// DamageError says where a file stops being one of games. The games before it are
// whole.
type DamageError struct {
	Game   int   // number of the game, from 1
	Offset int64 // bytes of the decompressed file before the damage
	Err    error // what is wrong there
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
	games  int   // that have been read
	offset int64 // bytes read
	err    error // the damage

	board [boardSize]byte // scratch
	ply   [plySize]byte   // scratch
}

// NewReader begins to read a file. Close it in the end.
func NewReader(r io.Reader) (*Reader, error) {
	frames, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	return &Reader{frames: frames, in: bufio.NewReader(frames), game: Game{Start: new(position.Position)}}, nil
}

// maxWindow is what a frame may ask the reader to remember, in bytes; all but the
// extreme settings of zstd are content with it.
const maxWindow = 8 << 20

// Next reads a game, replaying every move; it is good until the next call. After
// the last one the error is io.EOF; where the file is damaged it is a
// *DamageError, from then on.
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

// Close frees what the reader holds.
func (r *Reader) Close() { r.frames.Close() }

// read reads the next game. If it fails, offset is where. The error is io.EOF only
// if there is none.
func (r *Reader) read() error {
	if n, err := io.ReadFull(r.in, r.board[:]); err != nil {
		r.offset += int64(n)
		return readError(err)
	}
	g := &r.game
	var err error
	if g.Result, err = unpackBoard(r.board[:], g.Start); err != nil {
		return err
	}
	r.offset += boardSize
	g.Moves, g.Scores = g.Moves[:0], g.Scores[:0]
	p := g.rewind()
	for {
		if n, err := io.ReadFull(r.in, r.ply[:]); err != nil {
			r.offset += int64(n)
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return readError(err)
		}
		if r.ply == endOfGame {
			r.offset += plySize
			return nil
		}
		m := unpackMove(binary.LittleEndian.Uint16(r.ply[:]), p)
		switch {
		case !p.IsLegal(m):
			return fmt.Errorf("move %d of the game, %s, is not legal in %s", len(g.Moves)+1, m, p.FEN())
		case len(g.Moves) == MaxPlies:
			return fmt.Errorf("the game is longer than %d plies", MaxPlies)
		}
		r.offset += plySize
		g.Moves = append(g.Moves, m)
		g.Scores = append(g.Scores, chess.Score(int16(binary.LittleEndian.Uint16(r.ply[2:]))))
		p.Make(m)
	}
}

// readError says in other words than a decompressor's what ended a file.
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
