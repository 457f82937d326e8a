package cli

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/position"
)

// version is the engine's version in tests.
const version = "1.2.3-test"

func TestMain(m *testing.M) {
	enginetest.Main(m, func() int { return Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, version) })
}

// runXorro runs a command line in this process.
func runXorro(t *testing.T, input string, args ...string) (out, errs string, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = Run(args, strings.NewReader(input), &stdout, &stderr, version)
	return stdout.String(), stderr.String(), code
}

func TestHelp(t *testing.T) {
	for _, arg := range []string{"help", "-h", "-help", "--help"} {
		out, errs, code := runXorro(t, "", arg)
		for _, c := range commands {
			require.Contains(t, out, "  xorro "+c.name+" ")
			require.Contains(t, out, c.about)
		}
		require.Empty(t, errs)
		require.Zero(t, code)
	}
	for _, c := range commands {
		out, errs, code := runXorro(t, "", append([]string{"help"}, strings.Fields(c.name)...)...)
		require.Contains(t, out, c.usage()+"\n")
		flags, _ := c.newFlags()
		flags.VisitAll(func(f *flag.Flag) { require.Contains(t, out, "\n  -"+f.Name) })
		for _, example := range c.examples {
			require.Contains(t, out, "\n  "+example+"\n")
		}
		require.NotContains(t, out, "panic")
		require.Empty(t, errs)
		require.Zero(t, code)

		asked, _, code := runXorro(t, "", append(strings.Fields(c.name), "-h")...)
		require.Equal(t, out, asked)
		require.Zero(t, code)
	}
	for _, args := range [][]string{{"help", "data"}, {"data", "-h"}} {
		out, errs, code := runXorro(t, "", args...)
		require.Regexp(t, `^  xorro data info .*\n  xorro data check .*\n  xorro data view .*\n  xorro data convert .*\n  xorro data rescore .*\n\nxorro help COMMAND tells more\.\n$`, out)
		require.Empty(t, errs)
		require.Zero(t, code)
	}
}

func TestUsage(t *testing.T) {
	for name, want := range map[string]string{
		"perft":        "xorro perft [-divide] [-fen F] [-hash MB] [-threads N] DEPTH",
		"data convert": "xorro data convert -out FILE -to FORMAT [-from FORMAT] FILE...",
		"version":      "xorro version",
	} {
		c, _, err := findCommand(strings.Fields(name))
		require.NoError(t, err)
		require.Equal(t, want, c.usage())
	}
}

// TestREADME compares the table of commands in the README with the commands.
func TestREADME(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	require.NoError(t, err)
	var want []string
	for _, c := range commands {
		want = append(want, c.usage())
	}
	var got []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(xorro [a-z].*?)` \\| .* \\|$").FindAllStringSubmatch(string(page), -1) {
		got = append(got, row[1])
	}
	require.Equal(t, want, got)
}

func TestUsageErrors(t *testing.T) {
	tests := []struct {
		args string
		want string
	}{
		{"prft 5", `xorro: unknown command "prft"; xorro help lists the commands`},
		{"help prft", `xorro help: unknown command "prft"; xorro help help tells more`},
		{"help perft verify", `xorro help: unexpected argument "verify"; xorro help help tells more`},
		{"help data all", `xorro data: want info, check, view, convert or rescore, got "all"; xorro help data tells more`},
		{"version 2", `xorro version: unexpected argument "2"; xorro help version tells more`},
		{"perft", `xorro perft: DEPTH is missing; xorro help perft tells more`},
		{"perft x", `xorro perft: DEPTH: want a number from 1 to 246, got "x"; xorro help perft tells more`},
		{"perft 0", `xorro perft: DEPTH: want a number from 1 to 246, got "0"; xorro help perft tells more`},
		{"perft 2 3", `xorro perft: unexpected argument "3"; xorro help perft tells more`},
		{"perft 2 -threads 0", `xorro perft: invalid value "0" for flag -threads: want a number from 1 to 1024; xorro help perft tells more`},
		{"perft 2 -hash -1", `xorro perft: invalid value "-1" for flag -hash: want a number from 0 to 33554432; xorro help perft tells more`},
		{"perft 2 -fen 8/8", `xorro perft: -fen: fields: want 4 or 6 of them, got 1; xorro help perft tells more`},
		{"perft 2 -depth 3", `xorro perft: flag provided but not defined: -depth; xorro help perft tells more`},
		{"verify -positions 0", `xorro verify: invalid value "0" for flag -positions: want a number from 1 to 100000000; xorro help verify tells more`},
		{"verify -probes 0", `xorro verify: invalid value "0" for flag -probes: want a number from 1 to 1000000000000; xorro help verify tells more`},
		{"verify -probes 1e13", `xorro verify: invalid value "1e13" for flag -probes: want a number from 1 to 1000000000000; xorro help verify tells more`},
		{"verify -probes 1e", `xorro verify: invalid value "1e" for flag -probes: want a number from 1 to 1000000000000; xorro help verify tells more`},
		{"verify -probes e9", `xorro verify: invalid value "e9" for flag -probes: want a number from 1 to 1000000000000; xorro help verify tells more`},
		{"verify -probes 1.5e9", `xorro verify: invalid value "1.5e9" for flag -probes: want a number from 1 to 1000000000000; xorro help verify tells more`},
		{"verify -probes 1e99", `xorro verify: invalid value "1e99" for flag -probes: want a number from 1 to 1000000000000; xorro help verify tells more`},
		{"verify 5", `xorro verify: unexpected argument "5"; xorro help verify tells more`},
		{"train", `xorro train: -data is missing; xorro help train tells more`},
		{"train -data games", `xorro train: -out is missing; xorro help train tells more`},
		{"train -data games -out net -hidden 65", `xorro train: -hidden: want a multiple of 64 up to 1024, got 65; xorro help train tells more`},
		{"train -data games -out net -lambda 2", `xorro train: -lambda: want a number from 0 to 1, got 2; xorro help train tells more`},
		{"bench x", `xorro bench: DEPTH: want a number from 1 to 246, got "x"; xorro help bench tells more`},
		{"datagen -out f 5", `xorro datagen: unexpected argument "5"; xorro help datagen tells more`},
		{"datagen -out f", `xorro datagen: -games, -positions, -for or -openings is missing; xorro help datagen tells more`},
		{"datagen -out f -endings 5 -openings g", `xorro datagen: -endings and -openings exclude each other; xorro help datagen tells more`},
		{"datagen -games 5", `xorro datagen: -out is missing; xorro help datagen tells more`},
		{"datagen -games -5 -out f", `xorro datagen: invalid value "-5" for flag -games: want a number from 0 to 1000000000000; xorro help datagen tells more`},
		{"datagen -positions -5 -out f", `xorro datagen: invalid value "-5" for flag -positions: want a number from 0 to 1000000000000; xorro help datagen tells more`},
		{"datagen -for -5s -out f", `xorro datagen: -for: want a time above zero, got -5s; xorro help datagen tells more`},
		{"datagen -games 5 -out f -nodes 0", `xorro datagen: invalid value "0" for flag -nodes: want a number from 1 to 100000000; xorro help datagen tells more`},
		{"datagen -games 5 -out f -threads 0", `xorro datagen: invalid value "0" for flag -threads: want a number from 1 to 1024; xorro help datagen tells more`},
		{"datagen -games 5 -out f -frc 101", `xorro datagen: invalid value "101" for flag -frc: want a number from 0 to 100; xorro help datagen tells more`},
		{"data", `xorro data: want info, check, view, convert or rescore; xorro help data tells more`},
		{"data infos f", `xorro data: want info, check, view, convert or rescore, got "infos"; xorro help data tells more`},
		{"data info", `xorro data info: FILE is missing; xorro help data info tells more`},
		{"data info -repair f", `xorro data info: flag provided but not defined: -repair; xorro help data info tells more`},
		{"data view -first 0 f", `xorro data view: invalid value "0" for flag -first: want a number from 1 to 1000000000000; xorro help data view tells more`},
		{"data view -games 0 f", `xorro data view: invalid value "0" for flag -games: want a number from 1 to 1000000000000; xorro help data view tells more`},
		{"data view f g", `xorro data view: unexpected argument "g"; xorro help data view tells more`},
		{"data convert -out g f", `xorro data convert: -to is missing; xorro help data convert tells more`},
		{"data convert -to games f", `xorro data convert: invalid value "games" for flag -to: want bullet or text; xorro help data convert tells more`},
		{"data convert -to text -from pgn f", `xorro data convert: invalid value "pgn" for flag -from: want games, bullet or text; xorro help data convert tells more`},
		{"data convert -to text f", `xorro data convert: -out is missing; xorro help data convert tells more`},
		{"data convert -to text -out g", `xorro data convert: FILE is missing; xorro help data convert tells more`},
		{"data check -repair", `xorro data check: FILE is missing; xorro help data check tells more`},
		{"perft 2 -fen", `xorro perft: flag needs an argument: -fen; xorro help perft tells more`},
		{"bench 1 2", `xorro bench: unexpected argument "2"; xorro help bench tells more`},
	}
	for _, test := range tests {
		out, errs, code := runXorro(t, "", strings.Fields(test.args)...)
		require.Empty(t, out, test.args)
		require.Equal(t, test.want+"\n", errs)
		require.Equal(t, exitUsage, code, test.args)
	}
}

// If the first argument is not a subcommand, each argument is a line of UCI.
func TestUCIArguments(t *testing.T) {
	tests := []struct {
		args []string
		want string // the last line, a regular expression
	}{
		{[]string{"uci"}, "uciok"},
		{[]string{"isready", "quit", "d"}, "readyok"},
		{[]string{"position startpos moves f2f3 e7e5 g2g4", "go depth 2"}, "bestmove d8h4"},
		{[]string{"position startpos moves f2f3 e7e5 g2g4", "go depth 2", "quit"}, "bestmove d8h4"},
		{[]string{"go depth 2", "position startpos moves e2e4", "go perft 2"}, ""},
		{[]string{"go infinite"}, "bestmove .*"},
		{[]string{"go ponder wtime 1000 btime 1000"}, "bestmove .*"},
		{[]string{"go"}, "bestmove .*"},
		{[]string{"isready", "what now"}, `info string unknown command "what"; .*`},
		{[]string{"isready\nd"}, "Checkers:"},
		{[]string{"perft 2"}, "400 nodes .*"},
		{[]string{"perft 2", "-threads", "2"}, "400 nodes .*"},
		{[]string{" version "}, "Compiled by .*"},
	}
	for _, test := range tests {
		out, errs, code := runXorro(t, "", test.args...)
		require.Empty(t, errs, test.args)
		require.Zero(t, code, test.args)
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		require.Regexp(t, "^"+test.want+"$", lines[len(lines)-1], test.args)
	}
	for _, arg := range []string{"", " ", "prft 5"} {
		out, errs, code := runXorro(t, "", arg)
		require.Empty(t, out)
		require.Contains(t, errs, "xorro: unknown command ")
		require.Equal(t, exitUsage, code)
	}
}

// A search among the arguments ends by itself; the end of the arguments does not stop
// it.
func TestUCIArgumentsWait(t *testing.T) {
	out, _, _ := runXorro(t, "", "go depth 9", "quit")
	require.Contains(t, out, "info depth 9 ")

	start := time.Now()
	out, _, _ = runXorro(t, "", "go movetime 300", "go perft 5")
	require.GreaterOrEqual(t, time.Since(start), 300*time.Millisecond)
	require.Equal(t, 1, strings.Count(out, "bestmove "))
	require.Contains(t, out, "Nodes searched: 4865609\n")
}

func TestGenfens(t *testing.T) {
	run := func(genfens string) []string {
		out, errs, code := runXorro(t, "", genfens, "quit")
		require.Empty(t, errs)
		require.Zero(t, code)
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		for _, line := range lines {
			fen, ok := strings.CutPrefix(line, "info string genfens ")
			require.True(t, ok, line)
			_, err := position.ParseFEN(fen)
			require.NoError(t, err, line)
		}
		return lines
	}
	first := run("genfens 12 seed 99 book None")
	require.Len(t, first, 12)
	require.Equal(t, first, run("genfens 12 seed 99 book None and more"))
	require.NotEqual(t, first, run("genfens 12 seed 98 book None"))
}

func TestPerftCommand(t *testing.T) {
	const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"4"}, "197281 nodes"},
		{[]string{"4", "-threads", "2"}, "197281 nodes"},
		{[]string{"-threads=2", "3", "-fen", kiwipete}, "97862 nodes"},
		{[]string{"-fen", kiwipete, "3"}, "97862 nodes"},
		{[]string{"5", "-hash", "16", "-threads", "2"}, "4865609 nodes"},
	}
	for _, test := range tests {
		out, errs, code := runXorro(t, "", append([]string{"perft"}, test.args...)...)
		require.Regexp(t, "^"+test.want+`  \d+\.\d\d s  \d+\.\d Mnps\n$`, out)
		require.Empty(t, errs)
		require.Zero(t, code)
	}
	out, _, _ := runXorro(t, "", "perft", "2", "-divide")
	require.Equal(t, 20, strings.Count(out, ": 20\n"))
	require.Contains(t, out, "e2e4: 20\n")
	require.Contains(t, out, "\n400 nodes  ")

	_, errs, code := runXorro(t, "", "perft", "35", "-hash", "64", "-fen", "8/8/4k3/8/8/4K3/8/8 w - - 0 1")
	require.Equal(t, "xorro: perft: the count does not fit into 64 bits\n", errs)
	require.Equal(t, 1, code)
	_, errs, code = runXorro(t, "", "perft", "2", "-hash", "33554432")
	require.Contains(t, errs, "xorro: perft: -hash: a perft table of 33554432 MB: ")
	require.Equal(t, 1, code)
}

func TestBenchCommand(t *testing.T) {
	var first string
	for range 2 {
		out, errs, code := runXorro(t, "", "bench", "3")
		require.Zero(t, code)
		require.Empty(t, errs)
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		last := lines[len(lines)-1]
		require.Regexp(t, `^[1-9]\d* nodes \d+ nps$`, last)
		nodes, _, _ := strings.Cut(last, " ")
		if first == "" {
			first = nodes
		}
		require.Equal(t, first, nodes)
	}
	out, errs, code := runXorro(t, "", "bench", "-net", filepath.Join("..", "..", "nnue", "default.nnue"), "3")
	require.Zero(t, code, errs)
	require.Contains(t, out, "\n"+first+" nodes ")
	_, errs, code = runXorro(t, "", "bench", "-net", filepath.Join("..", "..", "go.mod"))
	require.Equal(t, exitFailed, code)
	require.Contains(t, errs, "go.mod: not a network: ")
}

func TestVerifyCommand(t *testing.T) {
	out, errs, code := runXorro(t, "", "verify", "-positions", "5e3", "-probes", "70000", "-seed", "9")
	require.Zero(t, code)
	require.Empty(t, errs, "no progress through a pipe")
	require.Contains(t, out, " 5000  distinct positions")
	require.Contains(t, out, "10000  keys and locks that belong to one position only\n")
	require.Regexp(t, `\n +70000  probes\n`, out)
	require.Regexp(t, `\n +0  false hits: key and lock agreed`, out)
	require.Regexp(t, `\n +0  of them agreed in 64 bits of the key; chance gives `, out)
	require.Regexp(t, `\nNo discrepancy, \d+\.\d s\n$`, out)
}
