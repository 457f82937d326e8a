package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"xorro/internal/enginetest"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// openPseudoTerminal returns the two ends of a pseudo-terminal of 24 rows and 60
// columns.
func openPseudoTerminal(t *testing.T) (screen, program *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { screen.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetUint32(int(screen.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetWinsize(int(screen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 60}))
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	return screen, program
}

// On a terminal the answers are for people. They are not wider than the terminal, and
// coloured unless NO_COLOR is set.
func TestProcessOnTerminal(t *testing.T) {
	for environment, colored := range map[string]bool{"NO_COLOR=": true, "NO_COLOR=1": false} {
		screen, program := openPseudoTerminal(t)
		cmd := enginetest.Command()
		cmd.Env = append(cmd.Env, "TERM=xterm", environment)
		cmd.Stdout = program
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		program.Close()
		_, err = io.WriteString(in, "position startpos moves e2e4\nd\ngo nodes 100000\n")
		require.NoError(t, err)
		var text strings.Builder
		for buffer := make([]byte, 1<<12); !strings.Contains(text.String(), "best move "); {
			n, err := screen.Read(buffer)
			require.NoError(t, err)
			text.Write(buffer[:n])
		}
		require.NoError(t, in.Close())
		require.NoError(t, cmd.Wait())
		require.Contains(t, text.String(), "1... ")
		require.NotContains(t, text.String(), "info ")
		require.Equal(t, colored, strings.Contains(text.String(), "\x1b["), environment)
		if !colored {
			for line := range strings.Lines(text.String()) {
				if !strings.HasPrefix(line, "Fen: ") {
					require.LessOrEqual(t, len(strings.TrimRight(line, "\r\n")), 60, line)
				}
			}
			require.Contains(t, text.String(), " ...", "lines are cut")
		}
	}
}

// On a terminal long work shows how far it is, in a line that is gone at the end.
func TestStatusOfProcess(t *testing.T) {
	screen, program := openPseudoTerminal(t)
	cmd := enginetest.Command("verify", "-positions", "5000", "-probes", "70000")
	cmd.Stderr = program
	require.NoError(t, cmd.Run())
	fmt.Fprint(program, "end")
	program.Close()
	var text strings.Builder
	for buffer := make([]byte, 1<<12); !strings.HasSuffix(text.String(), "end"); {
		n, err := screen.Read(buffer)
		require.NoError(t, err)
		text.Write(buffer[:n])
	}
	require.Regexp(t, `^\r\d+ of 5000 positions, \d+ %`, text.String())
	require.Regexp(t, `\r +\rend$`, text.String())
}

// A change of Hash frees the old table before the new one is made: the most memory
// that the process ever had mapped is that of the larger one.
func TestHashIsNeverThereTwice(t *testing.T) {
	s, cmd := startSession(t)
	peak := func() (kilobytes int) {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
		require.NoError(t, err)
		for line := range strings.Lines(string(status)) {
			if _, err := fmt.Sscanf(line, "VmPeak: %d kB", &kilobytes); err == nil {
				return kilobytes
			}
		}
		t.Skip("the system does not tell")
		return 0
	}
	s.Ask("setoption name Hash value 160")
	before := peak()
	s.Ask("setoption name Hash value 200")
	require.Less(t, peak()-before, 120*1024, "200 MB, not 160 and 200 together")
}
