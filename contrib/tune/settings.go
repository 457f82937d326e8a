package main

import (
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"strings"
	"time"

	"xorro/internal/match"
	"xorro/uci"
)

// margin is by how much a move may exceed its clock, so that a busy machine loses no games.
const margin = 250 * time.Millisecond

// settings are those of the command line that all experiments have.
type settings struct {
	engine                   string
	nodes                    int
	tc, file, log            string
	hash, concurrency, pairs int
	seed                     uint64
	table                    bool

	limit    match.Limit
	openings []string // FENs
	checksum uint32   // of the file of openings
}

// define defines the flags.
func (s *settings) define(flags *flag.FlagSet, log string, pairs int) {
	flags.StringVar(&s.engine, "engine", "./xorro-tune", "let the engine that `COMMAND` runs play")
	flags.IntVar(&s.nodes, "nodes", 0, "search `N` nodes a move")
	flags.StringVar(&s.tc, "tc", "", "play on a `CLOCK` instead, such as 2+0.02 or 40/4, in seconds")
	flags.StringVar(&s.file, "openings", "", "play the positions of an EPD or FEN `FILE`, in an order that the seed decides")
	flags.StringVar(&s.log, "log", log, "append the results to `FILE`, and go on from those that are there")
	flags.IntVar(&s.hash, "hash", 16, "give the engines' tables `N` megabytes")
	flags.IntVar(&s.concurrency, "concurrency", 1, "play `N` games at a time")
	flags.IntVar(&s.pairs, "pairs", pairs, "play `N` pairs of games in all")
	flags.Uint64Var(&s.seed, "seed", 1, "`N` decides the coins and the openings")
	flags.BoolVar(&s.table, "table", false, "play nothing, report what the log has")
}

// check checks the flags, and reads the openings.
func (s *settings) check() (err error) {
	if len(strings.Fields(s.engine)) == 0 {
		return errors.New("-engine: want a command")
	}
	for _, n := range []struct {
		name  string
		value int
	}{{"hash", s.hash}, {"concurrency", s.concurrency}, {"pairs", s.pairs}} {
		if n.value < 1 {
			return fmt.Errorf("-%s: want at least 1, got %d", n.name, n.value)
		}
	}
	switch {
	case s.nodes == 0 && s.tc == "":
		return errors.New("want -nodes or -tc")
	case s.nodes != 0 && s.tc != "":
		return errors.New("-tc: -nodes is the limit already")
	case s.nodes < 0:
		return fmt.Errorf("-nodes: want at least 1, got %d", s.nodes)
	case s.nodes > 0:
		s.limit = match.Limit{Arguments: fmt.Sprintf("nodes %d", s.nodes)}
	default:
		if s.limit, err = match.ParseLimit(s.tc); err != nil {
			return fmt.Errorf("-tc: %w", err)
		}
		if s.limit.Arguments != "" || s.limit.Base == 0 {
			return fmt.Errorf("-tc: want a time control such as 2+0.02 or 40/4, got %q", s.tc)
		}
		s.limit.Margin = margin
	}
	if s.file == "" {
		return errors.New("-openings: want a file of positions")
	}
	if err := s.readOpenings(); err != nil {
		return fmt.Errorf("-openings: %w", err)
	}
	return nil
}

// readOpenings reads a position from each line that is not empty.
func (s *settings) readOpenings() error {
	content, err := os.ReadFile(s.file)
	if err != nil {
		return err
	}
	s.checksum = crc32.ChecksumIEEE(content)
	s.openings, err = uci.ParseOpenings(s.file, string(content))
	return err
}

// head returns the entries of a log's head for what decides the games of all
// experiments.
func (s *settings) head(experiment string) []string {
	limit := s.limit.Arguments
	if limit == "" {
		limit = fmt.Sprintf("%v + %v", s.limit.Base, s.limit.Increment)
	}
	return []string{
		"experiment: " + experiment,
		"limit: " + limit,
		fmt.Sprintf("hash: %d", s.hash),
		fmt.Sprintf("openings: %d positions, checksum %08x", len(s.openings), s.checksum),
		fmt.Sprintf("seed: %d", s.seed),
	}
}
