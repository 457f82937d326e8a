package datagen

import (
	"io"

	"github.com/klauspost/compress/zstd"
)

// frameSize is the size of the games of a frame in bytes, before compression: about
// two hundred games. They are lost if the process is killed before.
const frameSize = 64 << 10

// Writer writes games in frames of whole games.
type Writer struct {
	w      io.Writer
	frames *zstd.Encoder
	games  []byte // not yet written
	frame  []byte // scratch
}

// NewWriter returns a writer to w, which must be empty or end with a whole frame. It
// calls w.Write once for each frame.
func NewWriter(w io.Writer) (*Writer, error) {
	frames, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(2*frameSize))
	if err != nil {
		return nil, err
	}
	return &Writer{w: w, frames: frames}, nil
}

// Write adds a game. It may be lost until the next Flush.
func (w *Writer) Write(g *Game) error {
	w.games = appendGame(w.games, g)
	if len(w.games) < frameSize {
		return nil
	}
	return w.Flush()
}

// Flush writes the games that are not yet written. If it fails they are kept.
func (w *Writer) Flush() error {
	if len(w.games) == 0 {
		return nil
	}
	w.frame = w.frames.EncodeAll(w.games, w.frame[:0])
	if _, err := w.w.Write(w.frame); err != nil {
		return err
	}
	w.games = w.games[:0]
	return nil
}
