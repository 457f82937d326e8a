package enginetest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Shared returns the absolute path of a file or folder among other people's data,
// such as "syzygy", and skips the test if it does not exist. The data lies in the
// folder data of the folder that the environment variable XORRO_SHARED names,
// ../shared by default; relative paths start at the repository's root.
func Shared(t testing.TB, name ...string) string {
	t.Helper()
	folder := os.Getenv("XORRO_SHARED")
	if folder == "" {
		folder = filepath.Join("..", "shared")
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(Root(t), folder)
	}
	path := filepath.Join(append([]string{folder, "data"}, name...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skip("needs other people's data: ", err)
	}
	return path
}

// Root returns the absolute path of the repository's root.
func Root(t testing.TB) string {
	t.Helper()
	start, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for folder := start; ; folder = filepath.Dir(folder) {
		module, err := os.ReadFile(filepath.Join(folder, "go.mod"))
		if err == nil && bytes.HasPrefix(module, []byte("module xorro\n")) {
			return folder
		}
		if folder == filepath.Dir(folder) {
			t.Fatalf("%s is not inside the module xorro", start)
		}
	}
}

// FindStockfish returns the path of an installed Stockfish.
func FindStockfish() (string, error) {
	if path, err := exec.LookPath("stockfish"); err == nil {
		return path, nil
	}
	return exec.LookPath("/usr/games/stockfish") // Debian's place
}

// Stockfish returns the path of an installed Stockfish, and skips the test if there
// is none.
func Stockfish(t testing.TB) string {
	t.Helper()
	path, err := FindStockfish()
	if err != nil {
		t.Skip("needs stockfish")
	}
	return path
}
