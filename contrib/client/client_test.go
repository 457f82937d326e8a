package client

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// actAs in the environment turns the test binary into an engine that behaves so.
const actAs = "CLIENT_TEST_ENGINE"

func TestMain(m *testing.M) {
	if manner := os.Getenv(actAs); manner != "" {
		os.Exit(behave(manner))
	}
	os.Exit(m.Run())
}

// behave is an engine that answers each go with e2e4, or as the manner has it.
func behave(manner string) (code int) {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch {
		case word == "uci" && manner == "dead":
			return 3
		case word == "uci":
			fmt.Println("id name Fake 1\nid author nobody\nuciok")
		case word == "isready":
			fmt.Println("readyok")
		case word == "go" && manner == "crash":
			fmt.Println("info depth 1")
			return 4
		case word == "go" && manner == "silent":
		case word == "go" && manner == "empty":
			fmt.Println("bestmove")
		case word == "go":
			fmt.Println("info depth 1 nodes 20 time 1 pv a2a3 time 99")
			fmt.Printf("info depth 2 nodes 400 time 30 score cp 1 pv %s\n", rest)
			fmt.Println("info currmove e2e4 nodes 900\ninfo string nodes 5 time 5\n\nbestmove e2e4 ponder e7e5")
		case word == "quit" && manner == "stays":
			fmt.Println("no")
		case word == "quit" && manner == "unwell":
			return 5
		case word == "quit":
			return 0
		}
	}
	if manner == "stays" {
		time.Sleep(time.Minute)
	}
	return 0
}

func start(t *testing.T, manner string) *Engine {
	t.Helper()
	e, err := Start(command(manner))
	require.NoError(t, err)
	require.Equal(t, "Fake 1", e.Name)
	return e
}

func command(manner string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), actAs+"="+manner, "GORACE=atexit_sleep_ms=0")
	return cmd
}

func TestGo(t *testing.T) {
	e := start(t, "well")
	require.NoError(t, e.Set("Hash", 16))
	require.NoError(t, e.NewGame())
	for range 3 {
		answer, err := e.Go("nodes 5", time.Minute)
		require.NoError(t, err)
		require.Positive(t, answer.Took)
		answer.Took = 0
		require.Equal(t, Answer{Best: "e2e4", Nodes: 400, Time: 30 * time.Millisecond}, answer)
	}
	require.NoError(t, e.Close())
}

func TestFailures(t *testing.T) {
	_, err := Start(exec.Command("./no such engine"))
	require.Error(t, err)
	_, err = Start(command("dead"))
	require.ErrorContains(t, err, `ended before "uciok": exit status 3`)

	for _, test := range []struct{ manner, want string }{
		{"crash", `Fake 1 ended before "bestmove": exit status 4`},
		{"silent", `Fake 1 has not said "bestmove" within 50ms`},
		{"empty", "Fake 1 has said bestmove without a move"},
	} {
		e := start(t, test.manner)
		within := time.Minute
		if test.manner == "silent" {
			within = 50 * time.Millisecond
		}
		_, err := e.Go("depth 1", within)
		require.EqualError(t, err, test.want)
		err = e.Close()
		require.Equal(t, test.manner == "crash", err != nil, "%s: %v", test.manner, err)
	}
}

func TestClose(t *testing.T) {
	e := start(t, "unwell")
	require.EqualError(t, e.Close(), "Fake 1 ended badly: exit status 5")

	e = start(t, "stays")
	require.EqualError(t, e.Close(), "Fake 1 did not quit")
	<-e.ended
}
