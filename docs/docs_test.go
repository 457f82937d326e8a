// Package docs has no code but its tests. They keep the pages here and the README true
// to the tree.
package docs

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTranscripts carries out the commands of zobrist.md's console blocks, in order and
// in one shell, and compares what they print. A block that is marked slow runs only in
// the deep set.
func TestTranscripts(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	page, err := os.ReadFile("zobrist.md")
	require.NoError(t, err)
	commands, want := transcript(string(page), os.Getenv("XORRO_DEEP") != "")
	require.Greater(t, len(commands), 20)

	folder := t.TempDir()
	build := exec.Command("go", "build", "-pgo=off", "-o", filepath.Join(folder, "xorro"), ".")
	build.Dir = ".."
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, output)
	}
	var script, got bytes.Buffer
	for _, command := range commands {
		script.WriteString("echo '$ '" + quote(command) + "\n" + command + "\n")
	}
	run := exec.Command(shell)
	run.Dir, run.Stdin, run.Stdout, run.Stderr = folder, &script, &got, &got
	require.NoError(t, run.Run(), got.String())
	require.Equal(t, want, got.String())
}

// transcript returns the commands of a page's console blocks, and the commands with
// what they print.
func transcript(page string, slow bool) (commands []string, text string) {
	const fence = "```"
	inside := false
	for line := range strings.Lines(page) {
		switch block, isFence := strings.CutPrefix(strings.TrimSpace(line), fence); {
		case isFence:
			inside = block == "console" || block == "console slow" && slow
		case inside:
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				commands = append(commands, strings.TrimSpace(command))
			}
			text += line
		}
	}
	return commands, text
}

// quote returns the text as one word of the shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
