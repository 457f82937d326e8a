// Package asm has the generators of assembly, one folder for each package that uses it. It
// is a separate module so that the engine does not depend on what they import.
package asm

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestUpToDate: what stands in a package is what go generate writes there, but for the
// first line, which repeats the command.
func TestUpToDate(t *testing.T) {
	files := map[string][]string{
		"attacks": {"reach_amd64.s"},
		"nnue":    {"kernels_amd64.s", "stubs_amd64.go"},
		"train":   {"kernels_amd64.s", "stubs_amd64.go"},
	}
	for pkg, names := range files {
		folder := t.TempDir()
		arguments := []string{"run", "./" + pkg, "-pkg", pkg}
		for _, name := range names {
			option := "-out"
			if filepath.Ext(name) == ".go" {
				option = "-stubs"
			}
			arguments = append(arguments, option, filepath.Join(folder, name))
		}
		if message, err := exec.Command("go", arguments...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", pkg, err, message)
		}
		for _, name := range names {
			if body(t, filepath.Join(folder, name)) != body(t, filepath.Join("../..", pkg, name)) {
				t.Errorf("%s is not what the generator writes; run go generate in package %s", name, pkg)
			}
		}
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
