package datagen

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Totals counts the contents of a file.
type Totals struct {
	Games     int
	Positions int    // each with a move and a score, asides included
	Results   [3]int // games. [Result]
}

// Add counts a game.
func (t *Totals) Add(g *Game) {
	t.Games++
	t.Positions += len(g.Moves) + len(g.Asides)
	t.Results[g.Result]++
}

// File is a file of games to which games can be appended.
type File struct {
	path   string
	totals Totals
	disk   io.Closer
	games  *Writer
}

// Open opens a file to append games, and creates it if it does not exist. It reads
// every game of the file first, because nothing is appended to a damaged file. The
// error is then a *DamageError. A file that another process appends to is refused.
// Progress, unless nil, is called after each game that is read.
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

// errInUse is the error for a file that is open for appending already.
var errInUse = errors.New("another process appends games to it")

func open(path string, disk *os.File, progress func(Totals)) (*File, error) {
	info, err := disk.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	if err := lock(disk); err != nil {
		return nil, err
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

// Totals counts the games of the file, including those not yet flushed.
func (f *File) Totals() Totals { return f.totals }

// Append adds a game. It may be lost until the next Flush.
func (f *File) Append(g *Game) error {
	if err := f.games.Write(g); err != nil {
		return err
	}
	f.totals.Add(g)
	return nil
}

// Flush writes the games that are not yet written.
func (f *File) Flush() error { return f.games.Flush() }

// Close flushes and closes the file.
func (f *File) Close() error { return errors.Join(f.Flush(), f.disk.Close()) }

// wholeFrames writes frames to the end of a file. If a write fails, as on a full
// disk, it truncates the file to the frames before.
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

// Check reads every game of a file. If the file is damaged the error is a *DamageError
// and the totals are those of the games before the damage. Progress, unless nil, is
// called after each game.
func Check(path string, progress func(Totals)) (Totals, error) {
	file, err := os.Open(path)
	if err != nil {
		return Totals{}, err
	}
	defer file.Close()
	return check(file, nil, progress)
}

// check reads every game. It calls each with the game and progress with the totals so
// far. Both may be nil.
func check(in io.Reader, each func(*Game) error, progress func(Totals)) (totals Totals, err error) {
	for g, err := range games(in) {
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
	return totals, nil
}

// Repair replaces a damaged file by one with the games before the damage. If the file
// is not damaged it stays as it is and damage is nil. Progress, unless nil, is called
// after each game that is read.
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
