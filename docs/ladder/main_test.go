package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

// The committed picture is the one that the committed matches give.
func TestPictureIsCurrent(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "ladder.svg")
	require.NoError(t, run(filepath.Join(root, dataFile), picture))
	want, err := os.ReadFile(picture)
	require.NoError(t, err)
	got, err := os.ReadFile(filepath.Join(root, pictureFile))
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "go run ./docs/ladder draws it anew")
}

// The table of matches in figures.md has the same numbers, and so has the README where
// it names an opponent.
func TestPagesAgree(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		return string(text)
	}
	figures, readme := read("docs/figures.md"), read("README.md")
	_, matches, err := parse(read(dataFile))
	require.NoError(t, err)
	named := 0
	for _, m := range matches {
		games := m.won + m.lost + m.drawn
		score := 100 * (float64(m.won) + float64(m.drawn)/2) / float64(games)
		require.Contains(t, figures, fmt.Sprintf("| %s | %.0f %% | +%d -%d =%d | %+d [%+d, %+d] |",
			m.opponent, score, m.won, m.lost, m.drawn, m.elo, m.low, m.high))
		if against := fmt.Sprintf("games against %s ", m.opponent); strings.Contains(readme, against) {
			require.Regexp(t, fmt.Sprintf(`\| %d %s.* \| %.0f %%, \%+d Elo \|`, games, regexp.QuoteMeta(against), score, m.elo), readme)
			named++
		}
	}
	require.Positive(t, named)
}

func TestDraw(t *testing.T) {
	picture := string(draw("at 1 < 2", []match{{"Weaker & Co", 9, 1, 0, 300, 250, 350}, {"Stronger", 1, 9, 0, -300, -350, -250}}))
	decoder := xml.NewDecoder(strings.NewReader(picture))
	for {
		_, err := decoder.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
	}
	require.Contains(t, picture, "at 1 &lt; 2")
	require.Contains(t, picture, "-300 [-350, -250]")
	stronger, xorro, weaker := strings.Index(picture, ">Stronger<"), strings.Index(picture, ">Xorro<"), strings.Index(picture, ">Weaker &amp; Co<")
	require.Positive(t, stronger)
	require.Less(t, stronger, xorro)
	require.Less(t, xorro, weaker)
}

func TestParseRefuses(t *testing.T) {
	const head = "# conditions\nopponent,won,lost,drawn,elo,low,high\n"
	for text, message := range map[string]string{
		"":                             `line 1: want "# " and the conditions of the matches`,
		"opponent,won\n":               `line 1: want "# " and the conditions of the matches`,
		head:                           "line 3: want a match",
		"# conditions\na,b\nc,d\n":     "line 2: want the columns opponent,won,lost,drawn,elo,low,high",
		head + "A,1,2,3,4,5\n":         "record on line 3: wrong number of fields",
		head + "A,1,x,3,4,5,6\n":       `line 3: lost: want a whole number, got "x"`,
		head + "A,1,2,3,40,50,60\n":    "line 3: elo: want a number from low to high, got 40",
		head + "A,1,2,3,4,3,5\nB,1,2,": "wrong number of fields",
	} {
		_, _, err := parse(text)
		require.ErrorContains(t, err, message)
	}
}
