package main

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"xorro/chess"
	"xorro/datagen"
	"xorro/nnue"
)

// Evaluations are counted in bins of binWidth centipawns, up to maxBinned either way.
const (
	binWidth  = 10
	maxBinned = 2000
	bins      = 2*maxBinned/binWidth + 1
)

// outcomes counts positions by their number of pieces and their evaluation, and adds up
// the points that the side to move made and the squares of these points. It also keeps
// each position of each game.
type outcomes struct {
	bins  [nnue.Buckets][bins]struct{ positions, points, squares float64 }
	games [][]outcome
}

// outcome is an evaluation and the result of the game for the side to move.
type outcome struct {
	eval   int16
	result datagen.Result
}

// begin says that the next positions are those of another game.
func (o *outcomes) begin() { o.games = append(o.games, nil) }

func (o *outcomes) add(pieces int, eval chess.Score, result datagen.Result) {
	last := &o.games[len(o.games)-1]
	*last = append(*last, outcome{int16(eval), result})
	points := float64(result) / 2
	at := &o.bins[nnue.Bucket(pieces)][(min(max(int(eval), -maxBinned), maxBinned)+maxBinned+binWidth/2)/binWidth]
	at.positions++
	at.points += points
	at.squares += points * points
}

// error returns the mean squared error of the results in the buckets from first to last,
// if an evaluation of e centipawns means sigmoid(e/scale) points. Without positions it is
// NaN.
func (o *outcomes) error(first, last int, scale float64) float64 {
	sum, positions := 0.0, 0.0
	for bucket := first; bucket <= last; bucket++ {
		for bin, at := range o.bins[bucket] {
			p := promise(bin*binWidth-maxBinned, scale)
			sum += p*(p*at.positions-2*at.points) + at.squares
			positions += at.positions
		}
	}
	return sum / positions
}

// The range of a scale in centipawns.
const minScale, maxScale = 40, 1000

// fit returns the scale that fits the results of the buckets best, and their mean squared
// error with it.
func (o *outcomes) fit(first, last int) (scale, mean float64) {
	golden := (math.Sqrt(5) - 1) / 2
	low, high := math.Log(minScale), math.Log(maxScale)
	for high-low > 0.001 {
		left, right := high-golden*(high-low), low+golden*(high-low)
		if o.error(first, last, math.Exp(left)) < o.error(first, last, math.Exp(right)) {
			high = right
		} else {
			low = left
		}
	}
	scale = math.Exp((low + high) / 2)
	return scale, o.error(first, last, scale)
}

// misses returns the sum of the squared errors of each game.
func (o *outcomes) misses(scale float64) (sums []float64) {
	for _, game := range o.games {
		sum := 0.0
		for _, at := range game {
			miss := promise(chess.Score(at.eval), scale) - float64(at.result)/2
			sum += miss * miss
		}
		sums = append(sums, sum)
	}
	return sums
}

// piecesOf returns the least and the greatest number of pieces of a bucket.
func piecesOf(bucket int) (least, most int) {
	for pieces := 32; pieces >= 2; pieces-- {
		if nnue.Bucket(pieces) == bucket {
			least, most = pieces, max(pieces, most)
		}
	}
	return least, most
}

// printResults writes how well the evaluations of each network, and the scores of the
// games, foresee the results: with one scale, and with a scale of its own for each number
// of pieces. Changes are those of the error with one scale from that of the first network.
func printResults(out io.Writer, names []string, judges []*judge) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\nresults\tscale, cp\terror\tchange")
	for bucket := range nnue.Buckets {
		least, most := piecesOf(bucket)
		fmt.Fprintf(w, "\t%d-%d pieces", least, most)
	}
	fmt.Fprintln(w)
	var firsts []float64
	for i, j := range judges {
		if misses := j.evals.print(w, names[i], firsts); i == 0 {
			firsts = misses
		}
	}
	judges[0].scores.print(w, "(scores)", firsts) // all have read the same games
	return w.Flush()
}

// print writes a line of the table of results and returns its misses. Firsts are those of
// the first network, nil for itself.
func (o *outcomes) print(w io.Writer, name string, firsts []float64) []float64 {
	scale, mean := o.fit(0, nnue.Buckets-1)
	misses, difference := o.misses(scale), "-"
	if firsts != nil {
		difference = change("%+.2f %% ± %.2f", misses, firsts, firsts)
	}
	fmt.Fprintf(w, "%s\t%.0f\t%.5f\t%s", name, scale, mean, difference)
	for bucket := range nnue.Buckets {
		if scale, mean = o.fit(bucket, bucket); math.IsNaN(mean) {
			fmt.Fprint(w, "\t-")
		} else {
			fmt.Fprintf(w, "\t%.4f, %.0f cp", mean, scale)
		}
	}
	fmt.Fprintln(w)
	return misses
}
