package datagen

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Totals counts what a file holds.
type Totals struct {
	Games     int
	Positions int    // each with a move and a score, asides included
	Results   [3]int // games. [Result]
}

// Add counts one more game.
func (t *Totals) Add(g *Game) {
	t.Games++
	t.Positions += len(g.Moves) + len(g.Asides)
	t.Results[g.Result]++
}

// File is a file of games that is open to be continued.
type File struct {
	path   string
	totals Totals
	disk   io.Closer
	games  *Writer
}

// Open opens a file for further games, and makes it if it is not there. Every game
// in it is read first, since nothing is appended to a damaged file; that error is
// a *DamageError. Progress, unless nil, is called after each game that is read.
func Open(path string, progress func(Totals)) (*File, error) {
	disk, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	f, err := open(path, disk, progress)
	if err != nil {
		disk.Close()
		return nil, err
	}
	return f, nil
}

func open(path string, disk *os.File, progress func(Totals)) (*File, error) {
	info, err := disk.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	totals, err := check(disk, nil, progress)
	if err != nil {
		return nil, err
	}
	games, err := NewWriter(&wholeFrames{disk, info.Size()})
	if err != nil {
		return nil, err
	}
	return &File{path, totals, disk, games}, nil
}

// Totals counts the games of the file, those not yet flushed included.
func (f *File) Totals() Totals { return f.totals }

// Append adds a game, which is safe after the next Flush.
func (f *File) Append(g *Game) error {
	if err := f.games.Write(g); err != nil {
		return err
	}
	f.totals.Add(g)
	return nil
}

// Flush writes what has not been written.
func (f *File) Flush() error { return f.games.Flush() }

// Close flushes and closes the file.
func (f *File) Close() error { return errors.Join(f.Flush(), f.disk.Close()) }

// wholeFrames writes to the end of a file, and takes back what a failing write,
// say to a full disk, has left of a frame.
type wholeFrames struct {
	file interface {
		io.Writer
		Truncate(size int64) error
	}
	size int64 // of all whole frames, in bytes
}

func (w *wholeFrames) Write(frame []byte) (int, error) {
	n, err := w.file.Write(frame)
	if err != nil {
		return 0, errors.Join(err, w.file.Truncate(w.size))
	}
	w.size += int64(n)
	return n, nil
}

// Check reads every game of a file. The error is a *DamageError if it is damaged;
// the totals are of the games before. Progress, unless nil, is called after each
// game.
func Check(path string, progress func(Totals)) (Totals, error) {
	file, err := os.Open(path)
	if err != nil {
		return Totals{}, err
	}
	defer file.Close()
	return check(file, nil, progress)
}

// check reads every game, hands it to each, and the totals to progress; both may be
// nil.
func check(in io.Reader, each func(*Game) error, progress func(Totals)) (totals Totals, err error) {
	r, err := NewReader(in)
	if err != nil {
		return totals, err
	}
	defer r.Close()
	for {
		g, err := r.Next()
		if err == io.EOF {
			return totals, nil
		}
		if err != nil {
			return totals, err
		}
		totals.Add(g)
		if each != nil {
			if err := each(g); err != nil {
				return totals, err
			}
		}
		if progress != nil {
			progress(totals)
		}
	}
}

// Repair puts in place of a damaged file one of the games before the damage. A
// file that is not damaged stays as it is. The damage is nil then. Progress, unless
// nil, is called after each game that is read.
func Repair(path string, progress func(Totals)) (kept Totals, damage *DamageError, err error) {
	damaged, err := os.Open(path)
	if err != nil {
		return kept, nil, err
	}
	defer damaged.Close()
	info, err := damaged.Stat()
	if err != nil {
		return kept, nil, err
	}
	repaired, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".repaired-")
	if err != nil {
		return kept, nil, err
	}
	defer os.Remove(repaired.Name()) // it has another name if all went well
	defer repaired.Close()
	w, err := NewWriter(repaired)
	if err != nil {
		return kept, nil, err
	}
	kept, err = check(damaged, w.Write, progress)
	if err == nil {
		return kept, nil, nil
	}
	if !errors.As(err, &damage) {
		return kept, nil, err
	}
	err = errors.Join(w.Flush(), repaired.Sync(), repaired.Chmod(info.Mode().Perm()), repaired.Close())
	if err == nil {
		err = os.Rename(repaired.Name(), path)
	}
	if err != nil {
		return kept, damage, fmt.Errorf("cannot write the repaired file: %w", err)
	}
	return kept, damage, nil
}
