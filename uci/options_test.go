package uci

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOptionsAreDeclaredAsTheProtocolWants(t *testing.T) {
	declared := map[string]string{}
	for _, line := range talk(t, "uci\n") {
		if rest, ok := strings.CutPrefix(line, "option name "); ok {
			name, kind, ok := strings.Cut(rest, " type ")
			require.True(t, ok, line)
			for _, word := range strings.Fields(name) {
				require.NotContains(t, []string{"name", "type", "default", "min", "max", "var", "value"}, word)
			}
			declared[name] = kind
		}
	}
	require.Equal(t, map[string]string{
		"Hash":          "spin default 16 min 1 max 33554432",
		"Clear Hash":    "button",
		"Ponder":        "check default false",
		"Move Overhead": "spin default 10 min 0 max 5000",
		"UCI_Chess960":  "check default false",
		"OwnBook":       "check default false",
		"BookFile":      "string default <empty>",
	}, declared)
	spins := regexp.MustCompile(`^spin default (\d+) min (\d+) max (\d+)$`)
	for name, kind := range declared {
		if m := spins.FindStringSubmatch(kind); m != nil {
			value, _ := strconv.Atoi(m[1])
			low, _ := strconv.Atoi(m[2])
			high, _ := strconv.Atoi(m[3])
			require.True(t, low <= value && value <= high, name)
		}
	}
}

func TestSetOption(t *testing.T) {
	tests := []struct{ line, want string }{
		{"setoption name Hash value 2", ""},
		{"setoption name hash value 1", ""},
		{"setoption NAME HASH VALUE 3", ""},
		{"setoption name Clear Hash", ""},
		{"setoption name clear hash value", ""},
		{"setoption name  Move   Overhead value 0", ""},
		{"setoption name move overhead value 5000", ""},
		{"setoption name UCI_Chess960 value TRUE", ""},
		{"setoption name Ponder value false", ""},
		{"setoption name Hash value 0", `option Hash: want a whole number from 1 to 33554432, got "0"; 16 is kept`},
		{"setoption name Hash value -5", `option Hash: want a whole number from 1 to 33554432, got "-5"; 16 is kept`},
		{"setoption name Hash value 33554433", `option Hash: want a whole number from 1 to 33554432, got "33554433"; 16 is kept`},
		{"setoption name Hash value many MB", `option Hash: want a whole number from 1 to 33554432, got "many MB"; 16 is kept`},
		{"setoption name Hash", `option Hash: want a whole number from 1 to 33554432, got ""; 16 is kept`},
		{"setoption name Hash value", `option Hash: want a whole number from 1 to 33554432, got ""; 16 is kept`},
		{"setoption name Move Overhead value 5001", `option Move Overhead: want a whole number from 0 to 5000, got "5001"; 10 is kept`},
		{"setoption name uci_chess960 value yes", `option UCI_Chess960: want true or false, got "yes"; false is kept`},
		{"setoption name Tempo value 5", `unknown option "Tempo"; nothing is changed, uci lists the options`},
		{"setoption name", `unknown option ""; nothing is changed, uci lists the options`},
		{"setoption", `setoption: want name N, or name N value V`},
		{"setoption Hash 5", `setoption: want name N, or name N value V`},
	}
	for _, test := range tests {
		t.Run(test.line, func(t *testing.T) {
			got := talk(t, test.line+"\n")
			if test.want == "" {
				require.Empty(t, got)
				return
			}
			require.Equal(t, []string{"info string " + test.want}, got)
		})
	}
}

func TestHashThatNoMachineHas(t *testing.T) {
	got := talk(t, "setoption name Hash value 2\nsetoption name Hash value 33554432\nposition startpos\ngo depth 1\n")
	require.Regexp(t, "^info string option Hash: .*; the table keeps 2 MB$", got[0])
	require.Equal(t, 1, count(got, "bestmove "))
}

func TestKeptValueIsTheLastGood(t *testing.T) {
	got := talk(t, "setoption name Hash value 4\nsetoption name Hash value x\nsetoption name UCI_Chess960 value true\nsetoption name UCI_Chess960 value 2\n")
	require.Equal(t, []string{
		`info string option Hash: want a whole number from 1 to 33554432, got "x"; 4 is kept`,
		`info string option UCI_Chess960: want true or false, got "2"; true is kept`,
	}, got)
}
