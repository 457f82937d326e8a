package cli

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// lichessBot is the part of lichess-bot's configuration that contrib contains.
type lichessBot struct {
	Engine struct {
		Dir, Name, Protocol string
		Ponder              bool
		Options             map[string]any `yaml:"uci_options"`
	}
	MoveOverhead int `yaml:"move_overhead"`
	Challenge    struct {
		Concurrency  int
		SortBy       string `yaml:"sort_by"`
		AcceptBot    bool   `yaml:"accept_bot"`
		OnlyBot      bool   `yaml:"only_bot"`
		MaxIncrement int    `yaml:"max_increment"`
		MinIncrement int    `yaml:"min_increment"`
		MaxBase      int    `yaml:"max_base"`
		MinBase      int    `yaml:"min_base"`
		Variants     []string
		TimeControls []string `yaml:"time_controls"`
		Modes        []string
	}
}

// cuteChess is an entry of Cute Chess's engines.json.
type cuteChess struct {
	Name, Command, WorkingDirectory, Protocol string
	Ponder                                    bool
	Variants                                  []string
	Options                                   []struct {
		Name, Type     string
		Value, Default int
		Min, Max       int
	}
}

// openBench is OpenBench's description of an engine.
type openBench struct {
	Private bool
	Nps     int
	Source  string
	Build   struct {
		Path                         string
		Compilers, Cpuflags, Systems []string
	}
	TestPresets    map[string]preset `json:"test_presets"`
	TunePresets    map[string]preset `json:"tune_presets"`
	DatagenPresets map[string]preset `json:"datagen_presets"`
}

type preset struct {
	BaseBranch     string `json:"base_branch"`
	DevBranch      string `json:"dev_branch"`
	BookName       string `json:"book_name"`
	TestBounds     string `json:"test_bounds"`
	TestConfidence string `json:"test_confidence"`
	WinAdj         string `json:"win_adj"`
	DrawAdj        string `json:"draw_adj"`
	Options        string `json:"both_options"`
	TimeControl    string `json:"both_time_control"`
	WorkloadSize   int    `json:"workload_size"`

	SPSAReporting    string `json:"spsa_reporting_type"`
	SPSADistribution string `json:"spsa_distribution_type"`
	SPSAAlpha        string `json:"spsa_alpha"`
	SPSAGamma        string `json:"spsa_gamma"`
	SPSAARatio       string `json:"spsa_A_ratio"`
	SPSAPairs        string `json:"spsa_pairs_per"`
	SPSAIterations   string `json:"spsa_iterations"`

	UploadPGNs   string `json:"upload_pgns"`
	PlayReverses string `json:"datagen_play_reverses"`
}

// readJSON reads a file of contrib, which must have no other fields than into.
func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(into), path)
	require.False(t, d.More(), path)
}

// contribOptions checks the files in contrib, and returns the options of the engine
// that they set.
func contribOptions(t *testing.T) []string {
	t.Helper()
	options := map[string]bool{}

	content, err := os.ReadFile("../../contrib/lichess-bot.yml")
	require.NoError(t, err)
	var bot lichessBot
	d := yaml.NewDecoder(bytes.NewReader(content))
	d.KnownFields(true)
	require.NoError(t, d.Decode(&bot))
	require.Equal(t, "xorro", bot.Engine.Name)
	require.Equal(t, "uci", bot.Engine.Protocol)
	require.Equal(t, 100, bot.Engine.Options["Move Overhead"])
	require.Positive(t, bot.MoveOverhead)
	require.NotEmpty(t, bot.Challenge.Variants)
	require.NotEmpty(t, bot.Challenge.TimeControls)
	require.NotEmpty(t, bot.Challenge.Modes)
	for name := range bot.Engine.Options {
		options[name] = true
	}

	var engines []cuteChess
	readJSON(t, "../../contrib/engines.json", &engines)
	require.Len(t, engines, 1)
	require.Equal(t, "uci", engines[0].Protocol)
	for _, o := range engines[0].Options {
		require.Equal(t, "spin", o.Type)
		require.True(t, o.Min <= o.Value && o.Value <= o.Max, o.Name)
		options[o.Name] = true
	}

	var bench openBench
	readJSON(t, "../../contrib/openbench.json", &bench)
	require.Positive(t, bench.Nps)
	require.Equal(t, []string{"go>=" + goVersion(t)}, bench.Build.Compilers)
	for _, presets := range []map[string]preset{bench.TestPresets, bench.TunePresets, bench.DatagenPresets} {
		require.Contains(t, presets, "default")
		for _, p := range presets {
			for _, word := range strings.Fields(p.Options) {
				name, _, ok := strings.Cut(word, "=")
				require.True(t, ok, word)
				options[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(options))
}

// goVersion returns the version of Go in go.mod.
func goVersion(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile("../../go.mod")
	require.NoError(t, err)
	m := regexp.MustCompile(`(?m)^go (\S+)$`).FindSubmatch(content)
	require.NotNil(t, m)
	return string(m[1])
}

// A front end complains or gives up if the engine lacks an option that it sets.
func TestEngineHasTheOptionsOfContrib(t *testing.T) {
	out, _, _ := runXorro(t, "uci\n")
	for _, name := range contribOptions(t) {
		require.Contains(t, out, "option name "+name+" type ")
	}
}

func TestContribFilesCanBeRead(t *testing.T) {
	require.Equal(t, []string{"Hash", "Move Overhead", "SyzygyPath", "Threads", "UCI_ShowWDL"}, contribOptions(t))
}
