package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/datagen"
)

// runWell runs the engine, which must succeed without a complaint, and returns its
// output.
func runWell(t *testing.T, args ...string) (out string) {
	t.Helper()
	out, errs, code := runXorro(t, "", args...)
	require.Zero(t, code, errs)
	require.Empty(t, errs, "nothing to say through a pipe within a minute")
	return out
}

func TestDatagenCommand(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "first"), filepath.Join(dir, "second")
	out := runWell(t, "datagen", "-games", "12", "-nodes", "20", "-seed", "7", "-threads", "1", "-out", first)
	require.Regexp(t, `^\S+first: 12 games, \d+ positions, W/D/L \d+/\d+/\d+ %; 12 games in \d+s with seed 7, \d+/s, \d+ nodes a move(, \d+ positions a CPU second)?\n$`, out)
	runWell(t, "datagen", "-games", "12", "-nodes", "20", "-seed", "7", "-threads", "3", "-out", second)
	want, err := os.ReadFile(first)
	require.NoError(t, err)
	got, err := os.ReadFile(second)
	require.NoError(t, err)
	require.Equal(t, want, got)

	out, errs, code := runXorro(t, "", "datagen", "-positions", "2000", "-nodes", "20", "-out", first)
	require.Zero(t, code)
	require.Regexp(t, `^\S+first holds 12 games, \d+ positions, W/D/L \d+/\d+/\d+ %; playing on\n$`, errs)
	positions := regexp.MustCompile(`(\d+) positions`).FindStringSubmatch(out)
	n, err := strconv.Atoi(positions[1])
	require.NoError(t, err)
	require.GreaterOrEqual(t, n, 2000)

	out, _, code = runXorro(t, "", "datagen", "-games", "5", "-out", first)
	require.Zero(t, code, "the file has enough already")
	require.Regexp(t, `; 0 games in \d+s with seed `, out)

	third := filepath.Join(dir, "third")
	enough := regexp.MustCompile(`third: [1-9]\d* games, \d+ positions, no damage\n$`)
	for wait := 200 * time.Millisecond; ; wait *= 2 { // a busy machine needs longer for a game
		require.Less(t, wait, time.Minute, "no game is played")
		start := time.Now()
		runWell(t, "datagen", "-for", wait.String(), "-nodes", "1", "-out", third)
		require.GreaterOrEqual(t, time.Since(start), wait)
		if enough.MatchString(runWell(t, "data", "check", third)) {
			break
		}
	}

	_, errs, code = runXorro(t, "", "datagen", "-games", "5", "-out", filepath.Join(dir, "no", "file"))
	require.Equal(t, exitFailed, code)
	require.Regexp(t, `^xorro: open .*: no such file or directory\n$`, errs)
}

// With -openings the positions of a file are played once each, and no more.
func TestDatagenOpenings(t *testing.T) {
	dir := t.TempDir()
	epd, out := filepath.Join(dir, "epd"), filepath.Join(dir, "games")
	fens := []string{"8/5k2/4p3/2p1P3/2P3P1/5K2/8/8 w - - 3 40", "4k3/8/8/3r4/8/3PP3/3RK3/8 b - - 0 31", "8/2k5/2n5/8/3B4/5P2/2K5/8 w - - 1 60"}
	require.NoError(t, os.WriteFile(epd, []byte(fens[0]+"\n\n"+fens[1]+" bm Rxd3; id 2;\n"+fens[2]+"\n"), 0o666))
	require.Regexp(t, `^\S+games: 3 games, .* with seed 5, `, runWell(t, "datagen", "-openings", epd, "-nodes", "20", "-seed", "5", "-out", out))
	view := runWell(t, "data", "view", "-games", "3", out)
	for _, fen := range fens {
		require.Regexp(t, `(?m)^game \d, .*\n`+regexp.QuoteMeta(fen)+"  ", view)
	}

	require.NoError(t, os.WriteFile(epd, []byte(fens[0]+"\n4k3/8/4K3/8/8/8/8/4R3 b - - 0 1\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n"), 0o666))
	for path, want := range map[string]string{
		epd:                        epd + `:3: the game is over`,
		filepath.Join(dir, "none"): `open \S+none: no such file or directory`,
		filepath.Join(dir, "void"): `\S+void: there are no positions`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "void"), nil, 0o666))
		_, errs, code := runXorro(t, "", "datagen", "-openings", path, "-out", out)
		require.Equal(t, exitFailed, code)
		require.Regexp(t, `^xorro: -openings: `+want+`\n$`, errs)
	}
}

// A file that ends with a part of a frame, as a killed process may leave it, is refused
// with the place of the damage and the command that repairs it.
func TestDamagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	runWell(t, "datagen", "-games", "8", "-nodes", "20", "-seed", "3", "-out", path)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(whole, whole[:100]...), 0o666))

	const where = `damaged at game 9, byte \d+ when decompressed: the file breaks off`
	for _, args := range [][]string{{"datagen", "-games", "9", "-out", path}, {"data", "info", path}, {"data", "view", "-first", "9", path}} {
		out, errs, code := runXorro(t, "", args...)
		require.Equal(t, exitFailed, code)
		require.Empty(t, out)
		require.Regexp(t, `^xorro: `+path+`: `+where+`; xorro data check -repair `+path+` keeps the games before\n$`, errs)
	}
	good := filepath.Join(t.TempDir(), "good")
	require.NoError(t, os.WriteFile(good, whole, 0o666))
	out, errs, code := runXorro(t, "", "data", "check", path, good)
	require.Equal(t, exitFailed, code)
	require.Equal(t, "xorro: data check found damage\n", errs)
	require.Regexp(t, `^`+path+`: `+where+`; 8 games, \d+ positions before\n`+good+`: 8 games, \d+ positions, no damage\n$`, out)

	require.Regexp(t, `^\S+: `+where+`; repaired, 8 games, \d+ positions kept\n$`, runWell(t, "data", "check", "-repair", path))
	require.Regexp(t, `^\S+: 8 games, \d+ positions, no damage\n$`, runWell(t, "data", "check", path))
	_, _, code = runXorro(t, "", "datagen", "-games", "9", "-nodes", "20", "-seed", "3", "-out", path)
	require.Zero(t, code)
	require.Regexp(t, `^\S+: 9 games, `, runWell(t, "data", "check", path))
}

func TestDataCommand(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games")
	runWell(t, "datagen", "-games", "30", "-nodes", "50", "-seed", "3", "-out", path)

	info := runWell(t, "data", "info", path)
	require.Regexp(t, `^30 games, \d+ positions, \d+ of them for training\n`, info)
	require.Regexp(t, `\n +1-0 +\d+ +\d+\.\d %\n +1/2-1/2 +\d+ +\d+\.\d %\n +0-1 +\d+ +\d+\.\d %\n`, info)
	require.Regexp(t, `\n +-50 to \+50 +\d+ +\d+\.\d % +\d+\.\d %\n`, info)
	require.Regexp(t, `\nCorrelation of score and result: 0\.\d{3}\n$`, info)
	both := runWell(t, "data", "info", path, path)
	require.Regexp(t, `^60 games, `, both)
	empty := filepath.Join(dir, "empty")
	require.NoError(t, os.WriteFile(empty, nil, 0o666))
	require.Contains(t, runWell(t, "data", "info", empty), "0 games, 0 positions, 0 of them for training\n")

	views := strings.Split(runWell(t, "data", "view", "-first", "2", "-games", "2", path), "\n")
	require.Regexp(t, `^game 2, (1-0|0-1|1/2-1/2), \d+ positions$`, views[0])
	require.Regexp(t, `^([pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+ [wb] \S+ \S+ \d+ \d+  [a-h][1-8][a-h][1-8][nbrq]? [+-](\d+|mate)$`, views[1])
	require.Equal(t, 1, strings.Count(strings.Join(views, "\n"), "\ngame 3, "))
	require.NotContains(t, strings.Join(views, "\n"), "game 4, ")
	_, errs, code := runXorro(t, "", "data", "view", "-first", "31", path)
	require.Equal(t, exitFailed, code)
	require.Equal(t, fmt.Sprintf("xorro: %s holds 30 games\n", path), errs)
}

func TestDataConvert(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	runWell(t, "datagen", "-games", "5", "-nodes", "50", "-seed", "3", "-out", file("games"))
	trained := regexp.MustCompile(`(\d+) of them`).FindStringSubmatch(runWell(t, "data", "info", file("games")))[1]
	said := regexp.MustCompile(`: ` + trained + ` positions\n$`)

	require.Regexp(t, said, runWell(t, "data", "convert", "-to", "text", "-out", file("text"), file("games")))
	require.Regexp(t, said, runWell(t, "data", "convert", "-to", "bullet", "-out", file("bullet"), file("games")))
	require.Regexp(t, said, runWell(t, "data", "convert", "-from", "text", "-to", "bullet", "-out", file("bullet2"), file("text")))
	require.Regexp(t, said, runWell(t, "data", "convert", "-from", "bullet", "-to", "text", "-out", file("text2"), file("bullet")))
	runWell(t, "data", "convert", "-from", "text", "-to", "bullet", "-out", file("bullet3"), file("text2"))
	records, err := os.ReadFile(file("bullet"))
	require.NoError(t, err)
	for _, again := range []string{"bullet2", "bullet3"} {
		other, err := os.ReadFile(file(again))
		require.NoError(t, err)
		require.Equal(t, records, other)
	}
	text, err := os.ReadFile(file("text"))
	require.NoError(t, err)
	require.Regexp(t, `^([pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+ [wb] \S+ \S+ \d+ \d+ \| -?\d+ \| (0\.0|0\.5|1\.0)\n`, string(text))

	_, errs, code := runXorro(t, "", "data", "convert", "-to", "text", "-out", file("text"), file("games"))
	require.Equal(t, exitFailed, code)
	require.Contains(t, errs, "file exists")
	_, errs, code = runXorro(t, "", "data", "convert", "-from", "bullet", "-to", "text", "-out", file("new"), file("games"))
	require.Equal(t, exitFailed, code)
	require.Regexp(t, `games: record 1 at byte 0: `, errs)
	require.NoFileExists(t, file("new"), "nothing half done is left")
}

func TestGamesReport(t *testing.T) {
	r := &gamesReport{
		config: datagen.Config{Games: 100},
		before: datagen.Totals{Games: 20, Positions: 1000, Results: [3]int{10, 5, 5}},
		start:  time.Now().Add(-61 * time.Second),
	}
	now := datagen.Totals{Games: 40, Positions: 4050, Results: [3]int{20, 10, 10}}
	require.Equal(t, "40 games, 4050 positions, W/D/L 25/25/50 %, 50/s, 3m3s left, 25 %", r.line(now))
	require.Equal(t, "20 games, 1000 positions, W/D/L 25/25/50 %, 0/s, ? left, 0 %", r.line(r.before))

	for _, test := range []struct {
		config datagen.Config
		want   float64
	}{
		{datagen.Config{Positions: 7100}, 0.5},
		{datagen.Config{Positions: 7100, Games: 30}, 1},
		{datagen.Config{For: 244 * time.Second}, 0.25},
		{datagen.Config{For: 244 * time.Second, Games: 60}, 0.5},
		{datagen.Config{Games: 10}, 0},
	} {
		r.config = test.config
		require.InDelta(t, test.want, r.done(now), 0.01)
	}
}
