// Judge compares networks by how well they foresee the scores of games that none of them
// was trained on:
//
//	go run ./contrib/judge -data games.zst NET...
//
// Games of many nodes a move suit it, because a network that foresees a deep search is
// worth more than one that foresees a shallow one. The positions are those that training
// uses, without the ones off the path. A network evaluates them without a search.
//
// A second table tells how well the evaluations, and the scores of the games, foresee the
// results. An evaluation of e centipawns counts as sigmoid(e/scale) points, with the
// scale that fits best, and the changes are those from the first network. If the scales
// differ much by the number of pieces, the same evaluation promises more or less after an
// exchange.
//
// With -nodes N it also searches N nodes for each move of the games and counts how often
// that finds the move that was played. N should be far below the number of nodes with
// which the games were played.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"text/tabwriter"

	"xorro/chess"
	"xorro/datagen"
	"xorro/nnue"
	"xorro/search"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "judge:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("judge", flag.ContinueOnError)
	data := flags.String("data", "", "`file` of games")
	skip := flags.Int("skip", 0, "leave out the first `N` games")
	games := flags.Int("games", 0, "use `N` games at most; 0 is all")
	nodes := flags.Uint64("nodes", 0, "search `N` nodes for each move too; 0 does not search")
	temperature := flags.Float64("temperature", nnue.Scale, "count a score of S centipawns as sigmoid(S/`K`) points")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	switch {
	case *data == "":
		return errors.New("data: want a file of games")
	case flags.NArg() == 0:
		return errors.New("want files of networks")
	case *skip < 0:
		return fmt.Errorf("skip: want 0 or more, got %d", *skip)
	case *games < 0:
		return fmt.Errorf("games: want 0 or more, got %d", *games)
	case !(*temperature > 0) || math.IsInf(*temperature, 0):
		return fmt.Errorf("temperature: want more than 0, got %g", *temperature)
	}
	all := make(judgement, flags.NArg())
	judges := make([]*judge, len(all))
	failures := make([]error, len(all))
	var running sync.WaitGroup
	for i, path := range flags.Args() {
		n, err := nnue.Open(path)
		if err != nil {
			return err
		}
		j := &judge{network: n, temperature: *temperature, nodes: *nodes}
		if *nodes > 0 {
			if j.engine, err = search.New(tableSize); err != nil {
				return err
			}
			j.engine.SetNetwork(n)
		}
		judges[i] = j
		running.Go(func() { all[i], failures[i] = j.read(*data, *skip, *games) })
	}
	running.Wait()
	if failures[0] != nil {
		return failures[0] // all have read the same file
	}
	if err := all.print(out, flags.Args()); err != nil {
		return err
	}
	return printResults(out, flags.Args(), judges)
}

// tally holds sums over positions: of squared errors in points, of errors in
// centipawns where the score is close, and of the moves that a search found.
type tally struct {
	positions, close      int
	byScore, inCentipawns float64
	moves, found          int
}

func (t *tally) add(other tally) {
	t.positions += other.positions
	t.close += other.close
	t.byScore += other.byScore
	t.inCentipawns += other.inCentipawns
	t.moves += other.moves
	t.found += other.found
}

// closeScore bounds the scores whose errors are counted in centipawns.
const closeScore = 300

// tableSize is the size of a transposition table in megabytes. It is emptied before
// each game.
const tableSize = 4

// judge tries a network.
type judge struct {
	network     *nnue.Network
	temperature float64
	engine      *search.Engine
	nodes       uint64   // of a search for a move; 0 for none
	evals       outcomes // by the network's evaluations
	scores      outcomes // by the scores of the games
}

// read returns a tally of each game of a file.
func (j *judge) read(path string, skip, games int) (list []tally, err error) {
	number := 0
	for g, err := range datagen.ReadGames(path) {
		if err != nil {
			return nil, err
		}
		if number++; number <= skip {
			continue
		}
		if games > 0 && number > skip+games {
			break
		}
		var sum tally
		j.evals.begin()
		j.scores.begin()
		for l := range g.TrainingPositions() {
			if !l.OffPath {
				sum.add(j.evaluate(l))
			}
		}
		if j.nodes > 0 {
			sum.add(j.search(g))
		}
		list = append(list, sum)
	}
	return list, nil
}

// search searches for each move of a game.
func (j *judge) search(g *datagen.Game) (t tally) {
	j.engine.NewGame()
	for i, p := range g.Positions() {
		t.moves++
		if j.engine.Go(p, search.Limits{Nodes: j.nodes}, search.Reports{}).Best == g.Moves[i] {
			t.found++
		}
	}
	return t
}

// evaluate compares the evaluation of a position with its score and result.
func (j *judge) evaluate(l datagen.Label) tally {
	score, result := l.ForSideToMove()
	eval := j.network.Evaluate(l.Position)
	pieces := l.Position.Occupied().Count()
	j.evals.add(pieces, eval, result)
	j.scores.add(pieces, score, result)
	miss := promise(eval, j.temperature) - promise(score, j.temperature)
	t := tally{positions: 1, byScore: miss * miss}
	if max(score, -score) <= closeScore {
		t.close, t.inCentipawns = 1, math.Abs(float64(eval-score))
	}
	return t
}

// promise returns the points that a score promises.
func promise(score chess.Score, scale float64) float64 {
	return 1 / (1 + math.Exp(-float64(score)/scale))
}

// judgement holds a tally of each network in each game. [network][game]
type judgement [][]tally

// print writes a line for each network. Changes are those from the first network, with
// their intervals of 95 %, for which each game counts as one observation.
func (all judgement) print(out io.Writer, names []string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i, games := range all {
		var sum tally
		for _, t := range games {
			sum.add(t)
		}
		if sum.positions == 0 {
			return errors.New("data: no positions")
		}
		if i == 0 {
			fmt.Fprintf(out, "%d positions of %d games\n\n", sum.positions, len(games))
			fmt.Fprint(w, "network\terror of scores\tchange\tcentipawns")
			if sum.moves > 0 {
				fmt.Fprint(w, "\tmoves found\tchange")
			}
			fmt.Fprintln(w)
		}
		n := float64(sum.positions)
		fmt.Fprintf(w, "%s\t%.6f\t%s\t%.1f", names[i], sum.byScore/n,
			all.change(i, "%+.1f %% ± %.1f", func(t tally) float64 { return t.byScore }, func(first tally) float64 { return first.byScore }),
			sum.inCentipawns/float64(max(sum.close, 1)))
		if sum.moves > 0 {
			fmt.Fprintf(w, "\t%.2f %%\t%s", 100*float64(sum.found)/float64(sum.moves),
				all.change(i, "%+.2f ± %.2f", func(t tally) float64 { return float64(t.found) }, func(first tally) float64 { return float64(first.moves) }))
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// change returns by how much the sum of a value differs from that of the first network,
// and the interval around that, both as percentages of the sum of a weight.
func (all judgement) change(network int, format string, value, weight func(tally) float64) string {
	if network == 0 {
		return "-"
	}
	var values, firsts, weights []float64
	for i, first := range all[0] {
		values = append(values, value(all[network][i]))
		firsts = append(firsts, value(first))
		weights = append(weights, weight(first))
	}
	return change(format, values, firsts, weights)
}

// change returns by how much the sum of values, one of each game, differs from that of
// the first network's values, and the interval around that, both as percentages of the sum
// of the weights.
func change(format string, values, firsts, weights []float64) string {
	var difference, whole float64
	for i, first := range firsts {
		difference += values[i] - first
		whole += weights[i]
	}
	if whole == 0 {
		return "-"
	}
	ratio, squares := difference/whole, 0.0
	for i, first := range firsts {
		d := values[i] - first - ratio*weights[i]
		squares += d * d
	}
	return fmt.Sprintf(format, 100*ratio, 100*1.96*math.Sqrt(squares)/whole)
}
