package datagen

import (
	"io"

	"github.com/klauspost/compress/zstd"
)

// frameSize is how many bytes of games make a frame: some two hundred games, that
// are lost if the process is killed before.
const frameSize = 64 << 10

// Writer writes games in frames of whole games.
type Writer struct {
	w      io.Writer
	frames *zstd.Encoder
	games  []byte // that are not yet written
	frame  []byte // scratch
}

// NewWriter writes to w, at whose end there is nothing or a whole frame. Each
// frame is one call of Write.
func NewWriter(w io.Writer) (*Writer, error) {
	frames, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(2*frameSize))
	if err != nil {
		return nil, err
	}
	return &Writer{w: w, frames: frames}, nil
}

// Write adds a game, which is safe after the next Flush.
func (w *Writer) Write(g *Game) error {
	w.games = appendGame(w.games, g)
	if len(w.games) < frameSize {
		return nil
	}
	return w.Flush()
}

// Flush writes all games that are not yet written. If that fails, they are kept.
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
