package cli

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
)

// makeEngine runs make in a folder with the arguments, and returns its output.
func makeEngine(t *testing.T, folder string, args ...string) (string, error) {
	t.Helper()
	path, err := exec.LookPath("make")
	if err != nil {
		t.Skip("needs make")
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOFLAGS=-pgo=off", "GOAMD64=v1") // quick to build, and runs anywhere
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// sourceTree copies the sources to a new folder. Like an archive of them it has no
// repository.
func sourceTree(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	root := enginetest.Root(t)
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name == ".git" || name == "dist" || name == "docs" || name == "testdata" {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(folder, name), 0o777)
		}
		if !entry.Type().IsRegular() || strings.HasSuffix(name, ".prof") || name == "xorro" || name == ".git" {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, name), content, 0o666)
	}))
	return folder
}

// signature returns the last line of a bench's output up to the node count.
func signature(bench string) string {
	return regexp.MustCompile(`(?m)^(\d+) nodes `).FindString(bench)
}

// TestMake builds as OpenBench does, from an archive of the sources, with the default
// network and with another one.
func TestMake(t *testing.T) {
	folder := sourceTree(t)
	net := filepath.Join(t.TempDir(), "small net")
	runWell(t, "train", "-epochs", "1", "-hidden", "64", "-data", randomGamesFile(t, 60), "-out", net)
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}

	program := func(path string, args ...string) string {
		out, err := exec.Command(path, args...).Output()
		require.NoError(t, err)
		return string(out)
	}

	out, err := makeEngine(t, folder, "EXE=Xorro-1", "CC=go")
	require.NoError(t, err, out)
	engine := filepath.Join(folder, "Xorro-1"+suffix)
	require.Regexp(t, `^Xorro \d+\.\d+\.\d+\nCompiled by `, program(engine, "version"), "no commit without a repository")
	usual := signature(runWell(t, "bench", "3"))
	require.NotEmpty(t, usual)
	require.Equal(t, usual, signature(program(engine, "bench", "3")))

	out, err = makeEngine(t, folder, "EXE=Xorro-2"+suffix, "CC=go", "EVALFILE="+net)
	require.NoError(t, err, out)
	other := signature(program(filepath.Join(folder, "Xorro-2"+suffix), "bench", "3"))
	require.NotEqual(t, usual, other)
	require.Equal(t, signature(runWell(t, "bench", "-net", net, "3")), other)

	for _, file := range []string{"go.mod", "no such file"} {
		out, err = makeEngine(t, folder, "EXE=Xorro-3", "EVALFILE="+file)
		require.Error(t, err)
		require.Regexp(t, `(?m)^EVALFILE: .*`+file+`: .*$`, out)
		require.NoFileExists(t, filepath.Join(folder, "Xorro-3"+suffix))
	}
}
