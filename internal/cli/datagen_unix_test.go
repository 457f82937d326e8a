//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/datagen"
	"xorro/internal/enginetest"
)

// interruptDatagen plays two games, starts a process that plays on, and asks it to end
// after a while. The process must end well. The totals are those of the file.
func interruptDatagen(t *testing.T, path string, request os.Signal, wait time.Duration) datagen.Totals {
	t.Helper()
	runWell(t, "datagen", "-games", "2", "-nodes", "20", "-seed", "3", "-out", path)
	cmd := enginetest.Command("datagen", "-games", "1000000", "-nodes", "20", "-seed", "3", "-threads", "2", "-out", path)
	var out bytes.Buffer
	cmd.Stdout = &out
	errs, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(errs)
	require.True(t, lines.Scan())
	require.Contains(t, lines.Text(), "playing on")
	time.Sleep(wait)
	require.NoError(t, cmd.Process.Signal(request))
	require.False(t, lines.Scan(), lines.Text())
	require.NoError(t, cmd.Wait())
	totals, err := datagen.Check(path, nil)
	require.NoError(t, err)
	require.Contains(t, out.String(), fmt.Sprintf("%s: %d games, %d positions, ", path, totals.Games, totals.Positions))
	return totals
}

// TestDatagenInterrupted checks that a process that is asked to end loses no game, and
// that the file can be continued.
func TestDatagenInterrupted(t *testing.T) {
	for _, request := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		path := filepath.Join(t.TempDir(), "games")
		var totals datagen.Totals
		for wait := 500 * time.Millisecond; totals.Games <= 2; wait *= 2 { // a busy machine needs longer to begin a game
			require.Less(t, wait, time.Minute, "no game is kept")
			require.NoError(t, os.RemoveAll(path))
			totals = interruptDatagen(t, path, request, wait)
		}
		more := fmt.Sprint(totals.Games + 2)
		_, _, code := runXorro(t, "", "datagen", "-games", more, "-nodes", "20", "-seed", "3", "-out", path)
		require.Zero(t, code)

		// It holds the games that an undisturbed process plays.
		alone := filepath.Join(t.TempDir(), "alone")
		runWell(t, "datagen", "-games", more, "-nodes", "20", "-seed", "3", "-out", alone)
		require.Equal(t, runWell(t, "data", "view", "-games", more, alone), runWell(t, "data", "view", "-games", more, path))
	}
}

// TestDatagenKilled kills a process that plays, which may leave a part of a frame, and
// repairs the file.
func TestDatagenKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	cmd := enginetest.Command("datagen", "-games", "1000000", "-nodes", "1", "-seed", "3", "-threads", "2", "-out", path)
	require.NoError(t, cmd.Start())
	require.Eventually(t, func() bool {
		info, err := os.Stat(path)
		return err == nil && info.Size() > 128<<10 // the second frame at least
	}, time.Minute, time.Millisecond)
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())
	kept, _, err := datagen.Repair(path, nil)
	require.NoError(t, err)
	require.Positive(t, kept.Games)
	_, _, code := runXorro(t, "", "datagen", "-games", fmt.Sprint(kept.Games+1), "-nodes", "1", "-out", path)
	require.Zero(t, code)
}
