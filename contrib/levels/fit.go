package main

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
)

// expected returns the score that a difference of ratings gives.
func expected(difference float64) float64 { return 1 / (1 + math.Pow(10, -difference/400)) }

// rating is a fitted rating with its standard error.
type rating struct{ elo, err float64 }

// fit returns the most likely ratings. Anchors have those of their levels. Without
// anchors the mean rating is the mean level.
func fit(players []player, pairs []*pair) []rating {
	const perElo = math.Ln10 / 400
	ratings := make([]rating, len(players))
	anchored, mean := false, 0.0
	for i, p := range players {
		ratings[i].elo = float64(p.level)
		anchored = anchored || p.isAnchor
		mean += float64(p.level) / float64(len(players))
	}
	// Each step moves every rating by Newton's method while the others stay. A won and
	// a lost game against the present opponent's rating keep it finite.
	for range 5000 {
		for i, p := range players {
			if p.isAnchor {
				continue
			}
			slope, curvature := 0.0, 0.0
			for _, m := range pairs {
				opponent, score := m.second, m.score
				switch i {
				case m.first:
				case m.second:
					opponent, score = m.first, float64(m.games)-m.score
				default:
					continue
				}
				if m.games == 0 {
					continue
				}
				games := float64(m.games) + 1
				e := expected(ratings[i].elo - ratings[opponent].elo)
				slope += (score + 0.5 - games*e) * perElo
				curvature += games * e * (1 - e) * perElo * perElo
			}
			if curvature > 0 {
				ratings[i].elo += min(max(slope/curvature, -100), 100)
				ratings[i].err = 1 / math.Sqrt(curvature)
			}
		}
		if !anchored {
			now := 0.0
			for _, r := range ratings {
				now += r.elo / float64(len(ratings))
			}
			for i := range ratings {
				ratings[i].elo += mean - now
			}
		}
	}
	return ratings
}

// writeTable writes the results of the pairs and the fitted ratings.
func writeTable(out io.Writer, players []player, pairs []*pair) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "level\topponent\tgames\tscore\texpected\t")
	for _, m := range pairs {
		if m.games == 0 {
			continue
		}
		a, b := players[m.first], players[m.second]
		fmt.Fprintf(table, "%v\t%v\t%d\t%.1f%%\t%.1f%%\t\n", a, b, m.games, 100*m.score/float64(m.games), 100*expected(float64(a.level-b.level)))
	}
	fmt.Fprintln(table, "\t\t\t\t\t\nlevel\trating\terror\t\t\t")
	for i, r := range fit(players, pairs) {
		if !players[i].isAnchor {
			fmt.Fprintf(table, "%v\t%.0f\t±%.0f\t\t\t\n", players[i], r.elo, 2*r.err)
		}
	}
	return table.Flush()
}
