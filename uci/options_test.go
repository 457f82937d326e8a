package uci

import (
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/search"
)

func TestOptionsAreDeclaredAsTheProtocolWants(t *testing.T) {
	keywords := []string{"name", "type", "default", "min", "max", "var", "value"}
	declared := map[string]string{}
	for _, line := range talk(t, "uci\n") {
		if rest, ok := strings.CutPrefix(line, "option name "); ok {
			name, kind, ok := strings.Cut(rest, " type ")
			require.True(t, ok, line)
			for _, word := range strings.Fields(name) {
				require.NotContains(t, keywords, word)
			}
			if value, isText := strings.CutPrefix(kind, "string default "); isText {
				// Some front ends look for the keywords in the whole line.
				for _, word := range strings.Fields(value) {
					require.NotContains(t, keywords, word)
				}
			}
			declared[name] = kind
		}
	}
	require.Equal(t, map[string]string{
		"Hash":              "spin default 16 min 1 max 33554432",
		"Clear Hash":        "button",
		"Threads":           "spin default 1 min 1 max 1024",
		"MultiPV":           "spin default 1 min 1 max 256",
		"Ponder":            "check default false",
		"Move Overhead":     "spin default 10 min 0 max 5000",
		"UCI_Chess960":      "check default false",
		"UCI_ShowWDL":       "check default false",
		"UCI_LimitStrength": "check default false",
		"UCI_Elo":           "spin default 2850 min 500 max 2850",
		"Skill Level":       "spin default 20 min 0 max 20",
		"UCI_AnalyseMode":   "check default false",
		"UCI_Opponent":      "string default <empty>",
		"UCI_EngineAbout":   "string default " + about,
		"OwnBook":           "check default false",
		"BookFile":          "string default <empty>",
		"EvalFile":          "string default <empty>",
		"Debug Log File":    "string default <empty>",
		"SyzygyPath":        "string default <empty>",
		"SyzygyProbeDepth":  "spin default 1 min 1 max 100",
		"Syzygy50MoveRule":  "check default true",
		"SyzygyProbeLimit":  "spin default 7 min 0 max 7",
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
		{"setoption name Threads value 1024", ""},
		{"setoption name threads value 4", ""},
		{"setoption name MULTIPV value 256", ""},
		{"setoption name uci_showwdl value true", ""},
		{"setoption name UCI_LimitStrength value true", ""},
		{"setoption name UCI_Elo value 500", ""},
		{"setoption name UCI_AnalyseMode value true", ""},
		{"setoption name UCI_Opponent value GM 2800 human Gary Kasparov", ""},
		{"setoption name UCI_Opponent value none none computer Shredder", ""},
		{"setoption name UCI_Opponent", ""},
		{"setoption name UCI_Opponent value <empty>", ""},
		{"setoption name UCI_EngineAbout value nothing", ""},
		{"setoption name Threads value 0", `option Threads: want a whole number from 1 to 1024, got "0"; 1 is kept`},
		{"setoption name Threads value 1025", `option Threads: want a whole number from 1 to 1024, got "1025"; 1 is kept`},
		{"setoption name MultiPV value 257", `option MultiPV: want a whole number from 1 to 256, got "257"; 1 is kept`},
		{"setoption name UCI_Elo value 5000", `option UCI_Elo: want a whole number from 500 to 2850, got "5000"; 2850 is kept`},
		{"setoption name UCI_ShowWDL value", `option UCI_ShowWDL: want true or false, got ""; false is kept`},
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
	// A size that is refused leaves the option as it was.
	got = talk(t, "setoption name Hash value 2\nsetoption name Hash value 33554432\nsetoption name Hash value x\n")
	require.Regexp(t, "; 2 is kept$", got[1])
}

func TestKeptValueIsTheLastGood(t *testing.T) {
	got := talk(t, "setoption name Hash value 4\nsetoption name Hash value x\nsetoption name UCI_Chess960 value true\nsetoption name UCI_Chess960 value 2\n")
	require.Equal(t, []string{
		`info string option Hash: want a whole number from 1 to 33554432, got "x"; 4 is kept`,
		`info string option UCI_Chess960: want true or false, got "2"; true is kept`,
	}, got)
}

// TestStrength checks the strength that three options give, in any order.
func TestStrength(t *testing.T) {
	const limit, elo, skill = "UCI_LimitStrength", "UCI_Elo", "Skill Level"
	tests := []struct {
		name string
		sets [][2]string
		want int // 0 for full strength
	}{
		{"limit first", [][2]string{{limit, "true"}, {elo, "1200"}}, 1200},
		{"Elo first", [][2]string{{elo, "1200"}, {limit, "true"}}, 1200},
		{"limit alone", [][2]string{{limit, "true"}}, search.MaxElo},
		{"Elo alone", [][2]string{{elo, "1200"}}, 0},
		{"limit lifted", [][2]string{{limit, "true"}, {elo, "1200"}, {limit, "false"}}, 0},
		{"bad Elo", [][2]string{{limit, "true"}, {elo, "1200"}, {elo, "9999"}}, 1200},
		{"lowest level", [][2]string{{skill, "0"}}, search.MinElo},
		{"middle level", [][2]string{{skill, "10"}}, (search.MinElo + search.MaxElo) / 2},
		{"highest level", [][2]string{{skill, "3"}, {skill, "20"}}, 0},
		{"level before the limit", [][2]string{{skill, "5"}, {limit, "true"}, {elo, "1200"}}, 1200},
		{"level after the limit", [][2]string{{limit, "true"}, {elo, "1200"}, {skill, "5"}}, 1200},
		{"level without the limit", [][2]string{{limit, "true"}, {skill, "0"}, {limit, "false"}}, search.MinElo},
		{"bad level", [][2]string{{skill, "21"}}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d, err := New(strings.NewReader(""), io.Discard, "Test 1")
			require.NoError(t, err)
			for _, set := range test.sets {
				d.receive("setoption name " + set[0] + " value " + set[1])
			}
			require.Equal(t, test.want, d.strength.rating())
		})
	}
	for level, last := 0, 0; level < maxSkill; level++ {
		rating := strength{skill: level}.rating()
		require.Greater(t, rating, last)
		last = rating
	}
}

func TestTextSetting(t *testing.T) {
	var got []string
	refused := errors.New("no such file; the old one is kept")
	s := &text{initial: "a", apply: func(v string) (string, error) {
		if v == "bad" {
			return "", refused
		}
		got = append(got, v)
		return "it is " + v, nil
	}}
	require.Equal(t, "string default a", s.declare())
	require.NoError(t, s.reset())
	for _, value := range []string{"b c", "", "<empty>"} {
		message, err := s.set(value)
		require.NoError(t, err)
		require.Equal(t, "it is "+strings.TrimSuffix(value, "<empty>"), message)
	}
	_, err := s.set("bad")
	require.ErrorIs(t, err, refused)
	require.Equal(t, []string{"a", "b c", "", ""}, got)
	require.Equal(t, "string default a", s.declare())
}
