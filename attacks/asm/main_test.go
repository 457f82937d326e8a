package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestUpToDate: what stands beside the package is what go generate writes, but for
// the first line, which repeats the command.
func TestUpToDate(t *testing.T) {
	folder := t.TempDir()
	command := exec.Command("go", "run", ".", "-out", filepath.Join(folder, "reach_amd64.s"), "-pkg", "attacks")
	if message, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, message)
	}
	const name = "reach_amd64.s"
	if body(t, filepath.Join(folder, name)) != body(t, filepath.Join("..", name)) {
		t.Errorf("%s is not what the generator writes; run go generate in package attacks", name)
	}
}

// body is a file without its first line.
func body(t *testing.T, path string) string {
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(file, []byte("\n"))
	return string(rest)
}
