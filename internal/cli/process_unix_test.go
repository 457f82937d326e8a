//go:build unix

package cli

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"xorro/internal/enginetest"

	"github.com/stretchr/testify/require"
)

// Ctrl-C ends the search with its move; the next one leaves, as quit does.
func TestInterruptOfUCI(t *testing.T) {
	s, cmd := startSession(t)
	s.Send("go infinite")
	s.Until("info depth 3 ")
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	s.Until("bestmove ")
	s.Ask()
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.Empty(t, s.End())
}

// Ctrl-C ends the other commands with the signal and without a message. The last line
// that they have printed is whole.
func TestInterruptOfCommands(t *testing.T) {
	for _, args := range []string{"bench 30", "perft 12", "verify -positions 100000000"} {
		cmd := enginetest.Command(strings.Fields(args)...)
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		require.NoError(t, cmd.Start())
		time.Sleep(300 * time.Millisecond) // so that it works; the outcome is the same at any time
		require.NoError(t, cmd.Process.Signal(os.Interrupt))
		_ = cmd.Wait() // its error is the exit code
		status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
		require.True(t, ok)
		require.True(t, status.Signaled(), args)
		require.Equal(t, syscall.SIGINT, status.Signal(), "a shell reports 130")
		require.Empty(t, errs.String(), args)
		require.True(t, out.Len() == 0 || strings.HasSuffix(out.String(), "\n"), args)
	}
}

// A process started with interrupts ignored, as shells start background jobs, keeps
// ignoring them.
func TestInterruptIgnoredFromTheStart(t *testing.T) {
	cmd := enginetest.Command()
	cmd.Path, cmd.Args = "/bin/sh", append([]string{"sh", "-c", `trap "" INT; exec "$0"`}, cmd.Path)
	s := enginetest.Launch(t, cmd)
	require.Empty(t, s.Ask())
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	for range 50 {
		require.Empty(t, s.Ask())
	}
	s.Send("quit")
	require.Empty(t, s.End())
}
