// Games turns what OpenBench keeps of a data generation into a file of games that
// xorro train and xorro data read:
//
//	go run ./contrib/openbench/games -out FILE ARCHIVE...
//
// An ARCHIVE is what the server gives for a finished workload (NUMBER.pgn.tar), one of the
// parts inside (.pgn.bz2), or a PGN file. A score is taken from the comment behind its
// move, where it is in pawns from the view of the side that moved. Games without a result
// and games with a fault are left out and counted.
package main

import (
	"archive/tar"
	"compress/bzip2"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"xorro/datagen"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "games:", err)
		os.Exit(1)
	}
}

func run(args []string, out, errs io.Writer) error {
	flags := flag.NewFlagSet("games", flag.ContinueOnError)
	flags.SetOutput(errs)
	path := flags.String("out", "", "write to the new `FILE`")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if *path == "" || flags.NArg() == 0 {
		return errors.New("want -out FILE and an archive")
	}
	file, err := os.OpenFile(*path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	c, err := newConverter(file, errs)
	for _, name := range flags.Args() {
		if err == nil {
			err = c.archive(name)
		}
	}
	if err == nil {
		err = c.out.Flush()
	}
	if err == nil && c.games == 0 {
		err = errors.New("the archives have no game that can be used")
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(*path))
	}
	_, err = fmt.Fprintf(out, "%s: %d games, %d positions; %d games left out\n", *path, c.games, c.positions, c.leftOut)
	return err
}

// converter writes the games of archives into a file.
type converter struct {
	out  *datagen.Writer
	errs io.Writer // is told why a game is left out

	games, positions, leftOut int
}

func newConverter(out, errs io.Writer) (*converter, error) {
	w, err := datagen.NewWriter(out)
	if err != nil {
		return nil, err
	}
	return &converter{out: w, errs: errs}, nil
}

// archive converts a file by its name's ending.
func (c *converter) archive(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if !strings.HasSuffix(name, ".tar") {
		return c.part(name, file)
	}
	parts := tar.NewReader(file)
	for {
		header, err := parts.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if header.Typeflag != tar.TypeReg {
			continue
		}
		if err := c.part(name+": "+header.Name, parts); err != nil {
			return err
		}
	}
}

// part converts a PGN, which may be compressed.
func (c *converter) part(name string, r io.Reader) error {
	if strings.HasSuffix(name, ".bz2") {
		r = bzip2.NewReader(r)
	}
	number := 0
	err := readPGN(r, func(g pgn) error {
		number++
		game, err := convert(g)
		if err != nil {
			c.leftOut++
			_, err = fmt.Fprintf(c.errs, "%s: game %d is left out: %v\n", name, number, err)
			return err
		}
		c.games++
		c.positions += len(game.Moves)
		return c.out.Write(game)
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
