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

func (d *dialogue) interrupt() {
	d.t.Helper()
	require.NoError(d.t, d.cmd.Process.Signal(os.Interrupt))
}

// Ctrl-C ends the search with its move; the next one leaves, as quit does.
func TestInterruptOfUCI(t *testing.T) {
	d := startDialogue(t)
	d.send("go infinite")
	d.until("info depth 3 ")
	d.interrupt()
	d.until("bestmove ")
	d.send("isready")
	d.until("readyok")
	d.interrupt()
	code, _ := d.end()
	require.Zero(t, code)
}

// The other commands die of it as programs do, in silence, and what they have
// printed is whole.
func TestInterruptOfCommands(t *testing.T) {
	for _, args := range []string{"bench 30", "perft 12", "verify -positions 100000000"} {
		cmd := enginetest.Command(strings.Fields(args)...)
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		require.NoError(t, cmd.Start())
		time.Sleep(300 * time.Millisecond)
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

// Whoever starts the engine deaf to Ctrl-C, as shells start what goes to the
// background, has it so.
func TestInterruptIgnoredFromTheStart(t *testing.T) {
	cmd := enginetest.Command()
	cmd.Path, cmd.Args = "/bin/sh", append([]string{"sh", "-c", `trap "" INT; exec "$0"`}, cmd.Path)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	var out strings.Builder
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	time.Sleep(300 * time.Millisecond)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	time.Sleep(100 * time.Millisecond)
	_, err = in.Write([]byte("isready\nquit\n"))
	require.NoError(t, err)
	require.NoError(t, cmd.Wait())
	require.Equal(t, "readyok\n", out.String())
}
