package main

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
)

// TestArguments checks what is said of bad command lines.
func TestArguments(t *testing.T) {
	engine := enginetest.Program(t)
	epd := write(t, "openings.epd", openings)
	over := write(t, "over.epd", "\n7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n")
	bad := write(t, "bad.epd", openings+"8/8 w - -\n")
	factors := write(t, "factors", "Hash = 1 | 2\n")
	games := " -engine " + engine + " -nodes 5 -openings " + epd + " "
	for args, want := range map[string]string{
		"":                                  `want factors or spsa, got ""`,
		"bench":                             `want factors or spsa, got "bench"`,
		"factors":                           "want one file of factors, got 0",
		"factors -share 0 f":                "-share: want more than 0 and at most 1, got 0",
		"factors -share 1.5 f":              "-share: want more than 0 and at most 1, got 1.5",
		"factors f":                         "want -nodes or -tc",
		"factors -nodes 5 -tc 1+1 f":        "-tc: -nodes is the limit already",
		"factors -nodes -5 f":               "-nodes: want at least 1, got -5",
		"factors -tc x f":                   `-tc: "x": want seconds, seconds+seconds or moves/seconds`,
		"factors -tc 0+1 f":                 `-tc: want a time control such as 2+0.02 or 40/4, got "0+1"`,
		"factors -nodes 5 -hash 0 f":        "-hash: want at least 1, got 0",
		"factors -nodes 5 -concurrency 0 f": "-concurrency: want at least 1, got 0",
		"factors -nodes 5 -pairs 0 f":       "-pairs: want at least 1, got 0",
		"factors -nodes 5 f":                "-openings: want a file of positions",
		"factors -nodes 5 -openings none f": "-openings: open none: ",
		"factors -nodes 5 -openings " + over + " f":                      "over.epd:2: the game is over",
		"factors -nodes 5 -openings " + bad + " f":                       "bad.epd:8: fen: ",
		"factors" + games + "none":                                       "open none: ",
		"factors -table -log none":                                       "-log: open none: ",
		"factors -nodes 5 -openings " + epd + " -engine none " + factors: "-engine: ",
		"spsa x":                                 "unexpected argument \"x\"",
		"spsa -form x":                           `-form: want table, setoption or openbench, got "x"`,
		"spsa -ratio -1":                         "-ratio: want 0 to 10, got -1",
		"spsa -lag -1":                           "-lag: want at least 0, got -1",
		"spsa" + games + "-concurrency 9 -lag 3": "-concurrency: want at most 4 with -lag 3, got 9",
		"spsa" + games + "-names a -parameters b":                                              "-parameters: -names has chosen already",
		"spsa" + games + "-parameters none":                                                    "open none: ",
		"spsa" + games + "-parameters " + write(t, "empty", "# none\n"):                        "empty: there are no parameters",
		"spsa" + games + "-parameters " + write(t, "wrong", "Threads, float, 1, 1, 4, 1, 1\n"): `wrong: Threads: type: want int, got "float"`,
		"spsa" + games + "-parameters " + write(t, "unknown", "Threats, int, 1, 1, 4, 1, 1\n"): "parameter Threats: the engine has no such option that is a number",
		"spsa" + games + "-parameters " + write(t, "wide", "MultiPV, int, 1, 0, 4, 1, 1\n"):    `parameter MultiPV: want a whole number from 1 to 256, got "0"`,
		"spsa" + games + "-parameters " + write(t, "name", "Threats\n"):                        "name: no parameter is called Threats; ",
	} {
		err := run(t.Context(), strings.Fields(args), io.Discard, io.Discard)
		require.ErrorContains(t, err, want, args)
	}
	for args, want := range map[string]string{
		"-h":         "go build -tags tune -o xorro-tune .",
		"factors -h": "tune factors -nodes 20000 ",
		"spsa -h":    "tune spsa -nodes 20000 ",
	} {
		var said strings.Builder
		require.NoError(t, run(t.Context(), strings.Fields(args), &said, &said))
		require.Contains(t, said.String(), want)
	}
}

func TestParseFactor(t *testing.T) {
	for line, want := range map[string]string{
		"Hash = 1 | 2":                  "Hash = 1 | 2",
		" Hash=1|2 ":                    "Hash = 1 | 2",
		"Hash: Hash = 1 | 2":            "Hash = 1 | 2",
		"a b: Move Overhead=1|2, c=x|y": "a b: Move Overhead = 1 | 2, c = x | y",
	} {
		f, err := parseFactor(line)
		require.NoError(t, err, line)
		require.Equal(t, want, f.String())
		again, err := parseFactor(f.String())
		require.NoError(t, err)
		require.Equal(t, f, again)
	}
	for content, want := range map[string]string{
		"":                              "file: there are no factors",
		"# Hash = 1 | 2":                "file: there are no factors",
		"\nHash":                        `file:2: want OPTION = VALUE | VALUE, got "Hash"`,
		"Hash = 1":                      `file:1: want OPTION = VALUE | VALUE, got "Hash = 1"`,
		"Hash = 1 | ":                   `file:1: want OPTION = VALUE | VALUE, got "Hash = 1 |"`,
		"Hash = 1 | 2 | 3":              `file:1: want OPTION = VALUE | VALUE, got "Hash = 1 | 2 | 3"`,
		"x: Hash = 1 | 2, ":             `file:1: want OPTION = VALUE | VALUE, got ""`,
		"Hash = 1 | 1":                  "file:1: option Hash: both values are 1",
		": Hash = 1 | 2":                "file:1: there is no name before the colon",
		"Hash = 1 | 2, MultiPV = 1 | 2": "file:1: want a name and a colon before several options",
		"a: b = 1 | 2\na: c = 1 | 2":    `file:2: there are two factors "a"`,
		"a: b = 1 | 2\nc: b = 1 | 3":    `file:2: option b: factor "a" has it already`,
	} {
		_, err := readFactors(strings.NewReader(content), "file")
		require.EqualError(t, err, want)
	}
}

func TestCheckFactors(t *testing.T) {
	options := map[string]option{}
	for _, line := range []string{
		"option name Hash type spin default 16 min 1 max 64",
		"option name Move Overhead type spin default 10 min -5 max 50",
		"option name Ponder type check default false",
		"option name Style type combo default Normal var Solid var Normal",
		"option name Clear Hash type button",
		"option name Book File type string default <empty>",
		"id name Hash type spin", "option name x",
	} {
		if name, o, ok := parseOption(line); ok {
			options[name] = o
		}
	}
	require.Len(t, options, 6)
	for line, want := range map[string]string{
		"Hash = 1 | 64":             "",
		"Hash = 1 | 65":             `factor Hash: option Hash: want a whole number from 1 to 64, got "65"`,
		"Hash = x | 1":              `factor Hash: option Hash: want a whole number from 1 to 64, got "x"`,
		"x: Move Overhead = -5 | 5": "",
		"x: Move Overhead = -6 | 5": `factor x: option Move Overhead: want a whole number from -5 to 50, got "-6"`,
		"Ponder = false | true":     "",
		"Ponder = false | yes":      `factor Ponder: option Ponder: want true or false, got "yes"`,
		"Style = Normal | Solid":    "",
		"Style = Normal | Wild":     `factor Style: option Style: want one of Solid, Normal, got "Wild"`,
		"Clear Hash = 1 | 2":        "factor Clear Hash: option Clear Hash: a button has no value",
		"Book File = a | b":         "",
		"Threads = 1 | 2":           `factor Threads: the engine has no option "Threads"`,
	} {
		f, err := parseFactor(line)
		require.NoError(t, err)
		if err := checkFactors([]factor{f}, options); want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, want)
		}
	}
}

func TestParseParameter(t *testing.T) {
	p, err := parseParameter("seeDepth, int, 8.0, 3.0, 14.0, 0.55, 0.002")
	require.NoError(t, err)
	require.Equal(t, parameter{"seeDepth", 8, 3, 14, 0.55, 0.002}, p)
	require.Equal(t, "seeDepth, int, 8, 3, 14, 0.55, 0.002", p.String())
	for line, want := range map[string]string{
		"x, int, 1, 0, 2, 1":         `want name, int, value, least value, greatest value, final step, final rate; got "x, int, 1, 0, 2, 1"`,
		", int, 1, 0, 2, 1, 1":       `name: want one, got ", int, 1, 0, 2, 1, 1"`,
		"x, float, 1, 0, 2, 1, 1":    `x: type: want int, got "float"`,
		"x, int, y, 0, 2, 1, 1":      `x: value: want a number, got "y"`,
		"x, int, 3, 0, 2, 1, 1":      "x: value: want 0 to 2, got 3",
		"x, int, 1, NaN, 2, 1, 1":    `x: least value: want a number, got "NaN"`,
		"x, int, 1, 0.5, 2, 1, 1":    "x: want a least whole number and a greater one, got 0.5 and 2",
		"x, int, 1, 1, 1, 1, 1":      "x: want a least whole number and a greater one, got 1 and 1",
		"x, int, 1, 0, Inf, 1, 1":    `x: greatest value: want a number, got "Inf"`,
		"x, int, 1, 0, 2, 0, 1":      "x: final step: want more than 0, got 0",
		"x, int, 1, 0, 2, 1, -0.002": "x: final rate: want more than 0, got -0.002",
	} {
		_, err := parseParameter(line)
		require.EqualError(t, err, want)
	}
}

func TestChoose(t *testing.T) {
	var own []parameter
	for _, name := range []string{"seeDepth", "seeMargin", "futilityBase", "futilityMargin", "clock"} {
		own = append(own, parameter{name, 5, 0, 10, 1, 0.002})
	}
	for choices, want := range map[string]string{
		"":                            "seeDepth seeMargin futilityBase futilityMargin clock",
		"see*":                        "seeDepth seeMargin",
		"futility*;seeDepth":          "futilityBase futilityMargin seeDepth",
		"*;!clock;!see*":              "futilityBase futilityMargin",
		"*Margin;futility*":           "seeMargin futilityBase futilityMargin",
		"see*;seeDepth,int,7,6,8,1,1": "seeMargin seeDepth",
		"other,int,7,6,8,1,1":         "other",
	} {
		chosen, err := choose(own, strings.FieldsFunc(choices, func(r rune) bool { return r == ';' }))
		require.NoError(t, err)
		var names []string
		for _, p := range chosen {
			names = append(names, p.name)
		}
		require.Equal(t, want, strings.Join(names, " "))
	}
	for choices, want := range map[string]string{
		"sea*":        "no parameter is called sea*; the command tunables of the tunable build lists them",
		"see*;!clock": "no parameter is called !clock; the command tunables of the tunable build lists them",
		"see*;!s*":    "no parameters are left",
		"[":           `"[" is no pattern of names`,
		"x,int":       `want name, int, value, least value, greatest value, final step, final rate; got "x,int"`,
	} {
		_, err := choose(own, strings.Split(choices, ";"))
		require.EqualError(t, err, want)
	}
}

func TestReadLog(t *testing.T) {
	const head = "# experiment: factors\n# factor: a = 1 | 2\n# factor: b = 1 | 2\n"
	const pair = "0 +- 1 0.5 80 121 mate rule\n"
	l, err := loadLog(write(t, "log", head+pair+"1 +- 1 0"), "factors")
	require.NoError(t, err, "the last line has no end and does not count")
	require.Len(t, l.records, 1)
	require.Equal(t, strings.TrimSpace(pair), l.records[0].String())
	require.Equal(t, 1.0, l.records[0].ahead())
	for lines, want := range map[string]string{
		"0 +- 1 0.5 80 121 mate\n":       "log:5: want 8 fields, got 7",
		"x +- 1 0.5 80 121 mate rule\n":  `log:5: pair: want a whole number from 0, got "x"`,
		"-1 +- 1 0.5 80 121 mate rule\n": `log:5: pair: want a whole number from 0, got "-1"`,
		"1 +x 1 0.5 80 121 mate rule\n":  `log:5: coins: want +, - and ., got "+x"`,
		"1 +-. 1 0.5 80 121 mate rule\n": "log:5: coins: want 2, got 3",
		"1 +- 2 0.5 80 121 mate rule\n":  `log:5: score: want 0, 0.5 or 1, got "2"`,
		"1 +- 1 0.5 x 121 mate rule\n":   `log:5: plies: want a whole number from 0, got "x"`,
		"0 +- 1 0.5 80 121 mate rule\n":  "log:5: pair 0 is there twice",
	} {
		_, err := readLog(write(t, "log", head+pair+lines))
		require.ErrorContains(t, err, want)
	}
	for content, want := range map[string]string{
		"":                     `want the log of spsa, got that of ""`,
		head:                   `want the log of spsa, got that of "factors"`,
		"# experiment: spsa\n": `pairs: want a number from 1, got ""`,
		"# experiment: spsa\n# pairs: 5\n# ratio: x\n":                        `ratio: want a number, got "x"`,
		"# experiment: spsa\n# parameter: x, int\n# pairs: 5\n# ratio: 0.1\n": "want name, int, value, ",
	} {
		_, err := loadSPSA(write(t, "log", content))
		require.ErrorContains(t, err, want)
	}
}
