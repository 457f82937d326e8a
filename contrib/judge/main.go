// Judge compares networks by how well they foresee the scores of games that none of them
// was trained on:
//
//	go run ./contrib/judge -data games.zst NET...
//
// Games of many nodes a move suit it, because a network that foresees a deep search is
// worth more than one that foresees a shallow one. The positions are those that training
// uses, without the ones off the path. A network evaluates them without a search.
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
	j := make(judgement, flags.NArg())
	failures := make([]error, len(j))
	var judges sync.WaitGroup
	for i, path := range flags.Args() {
		n, err := nnue.Open(path)
		if err != nil {
			return err
		}
		judges.Go(func() { j[i], failures[i] = judge(n, *data, *skip, *games, *temperature) })
	}
	judges.Wait()
	if failures[0] != nil {
		return failures[0] // all have read the same file
	}
	return j.print(out, flags.Args())
}

// errs are sums over positions: of squared errors in points, and of errors in
// centipawns where the score is close.
type errs struct {
	positions, close                int
	byScore, byResult, inCentipawns float64
}

func (e *errs) add(other errs) {
	e.positions += other.positions
	e.close += other.close
	e.byScore += other.byScore
	e.byResult += other.byResult
	e.inCentipawns += other.inCentipawns
}

// closeScore bounds the scores whose errors are counted in centipawns.
const closeScore = 300

// judge returns the errors of a network in each game of a file.
func judge(n *nnue.Network, path string, skip, games int, temperature float64) (list []errs, err error) {
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
		var sum errs
		for l := range g.TrainingPositions() {
			if !l.OffPath {
				sum.add(errorOf(n, l, temperature))
			}
		}
		list = append(list, sum)
	}
	return list, nil
}

// errorOf returns the error of a network in one position.
func errorOf(n *nnue.Network, l datagen.Label, temperature float64) errs {
	points := func(score chess.Score) float64 { return 1 / (1 + math.Exp(-float64(score)/temperature)) }
	score, result := l.ForSideToMove()
	eval := n.Evaluate(l.Position)
	miss, missResult := points(eval)-points(score), points(eval)-float64(result)/2
	e := errs{positions: 1, byScore: miss * miss, byResult: missResult * missResult}
	if max(score, -score) <= closeScore {
		e.close, e.inCentipawns = 1, math.Abs(float64(eval-score))
	}
	return e
}

// judgement holds the errors of each network in each game. [network][game]
type judgement [][]errs

// print writes a line for each network. The change is that of the error of scores from
// the first network, with its interval of 95 %, for which each game counts as one
// observation.
func (j judgement) print(out io.Writer, names []string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i, games := range j {
		var sum errs
		for _, e := range games {
			sum.add(e)
		}
		if sum.positions == 0 {
			return errors.New("data: no positions")
		}
		if i == 0 {
			fmt.Fprintf(out, "%d positions of %d games\n\n", sum.positions, len(games))
			fmt.Fprintln(w, "network\terror of scores\terror of results\tcentipawns\tchange")
		}
		change := "-"
		if i > 0 {
			percent, interval := compare(j[0], games)
			change = fmt.Sprintf("%+.1f %% ± %.1f", percent, interval)
		}
		n := float64(sum.positions)
		fmt.Fprintf(w, "%s\t%.6f\t%.5f\t%.1f\t%s\n", names[i], sum.byScore/n, sum.byResult/n, sum.inCentipawns/float64(max(sum.close, 1)), change)
	}
	return w.Flush()
}

// compare returns how much greater the error of scores is than another, and the
// interval around that, both in percent.
func compare(other, games []errs) (percent, interval float64) {
	var before, difference float64
	for i, e := range games {
		before += other[i].byScore
		difference += e.byScore - other[i].byScore
	}
	if before == 0 {
		return 0, 0
	}
	ratio, squares := difference/before, 0.0
	for i, e := range games {
		d := e.byScore - (1+ratio)*other[i].byScore
		squares += d * d
	}
	return 100 * ratio, 100 * 1.96 * math.Sqrt(squares) / before
}
