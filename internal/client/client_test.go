package client_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/internal/client"
	"xorro/internal/enginetest"
)

func TestMain(m *testing.M) {
	enginetest.Main(m, func() int { return behave(os.Args[1]) })
}

// behave is an engine that answers each go with e2e4, or has the fault that manner
// names.
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
			fmt.Printf("info depth 2 nodes 400 time 30 score cp 7 pv %s\n", rest)
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

// start runs the engine that has the given fault.
func start(t *testing.T, manner string) *client.Engine {
	t.Helper()
	e, err := client.Start(enginetest.Command(manner))
	require.NoError(t, err)
	require.Equal(t, "Fake 1", e.Name)
	return e
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
		require.Equal(t, client.Answer{Best: "e2e4", Nodes: 400, Time: 30 * time.Millisecond, Score: 7, Scored: true}, answer)
	}
	require.NoError(t, e.Close())
}

func TestFailures(t *testing.T) {
	_, err := client.Start(exec.Command("./no such engine"))
	require.Error(t, err)
	_, err = client.Start(enginetest.Command("dead"))
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
}

func TestRest(t *testing.T) {
	e := start(t, "well")
	require.NoError(t, e.Send("go\nisready\nquit"))
	rest, err := e.Rest(time.Minute)
	require.NoError(t, err)
	require.Equal(t, []string{"", "bestmove e2e4 ponder e7e5", "readyok"}, rest[len(rest)-3:])

	e = start(t, "unwell")
	require.NoError(t, e.CloseInput())
	_, err = e.Rest(time.Minute)
	require.NoError(t, err, "it was not asked to quit")
	require.ErrorContains(t, e.Send("isready"), "Fake 1 takes no commands: ")
}

func TestConnect(t *testing.T) {
	in, toEngine := io.Pipe()
	fromEngine, out := io.Pipe()
	failure := errors.New("no good")
	e := client.Connect("inside", toEngine, fromEngine, func() error { return failure }, in.Close)
	go func() {
		lines := bufio.NewReader(in)
		line, _ := lines.ReadString('\n')
		io.WriteString(out, "said "+line+"said the rest\r\nwithout an end")
		out.Close()
	}()
	require.NoError(t, e.Send("%d words", 2))
	lines, err := e.Until("said the", time.Minute)
	require.NoError(t, err)
	require.Equal(t, []string{"said 2 words", "said the rest"}, lines)
	lines, err = e.Rest(time.Minute)
	require.Equal(t, []string{"without an end"}, lines)
	require.ErrorIs(t, err, failure)
	_, err = e.Until("more", time.Minute)
	require.EqualError(t, err, `inside ended before "more": no good`)
	require.NoError(t, e.Kill())
	require.Error(t, e.Send("to nobody"))
}

// TestScore checks which reports count for the score of an answer.
func TestScore(t *testing.T) {
	for reports, want := range map[string]client.Answer{
		"depth 1":                             {},
		"score":                               {},
		"score cp":                            {},
		"score cp x":                          {},
		"score wdl 5":                         {},
		"score cp -31":                        {Score: -31, Scored: true},
		"score mate 3":                        {Score: client.MateScore, Scored: true},
		"score mate -3":                       {Score: -client.MateScore, Scored: true},
		"score mate 0":                        {Score: -client.MateScore, Scored: true},
		"pv score cp 12":                      {},
		"score cp 5 lowerbound\ninfo depth 2": {Score: 5, Scored: true},
		"multipv 1 score cp 5\ninfo multipv 2 score cp 3":                 {Score: 5, Scored: true},
		"multipv 2 score cp 5":                                            {},
		"score cp 5\ninfo score cp 6\ninfo string score cp 9 is no score": {Score: 6, Scored: true},
	} {
		in, toEngine := io.Pipe()
		fromEngine, out := io.Pipe()
		e := client.Connect("inside", toEngine, fromEngine, func() error { return nil }, in.Close)
		go func() {
			defer out.Close()
			if _, err := bufio.NewReader(in).ReadString('\n'); err == nil {
				fmt.Fprintf(out, "info %s\nbestmove e2e4\n", reports)
			}
		}()
		answer, err := e.Go("depth 1", time.Minute)
		require.NoError(t, err)
		require.Equal(t, want.Score, answer.Score, reports)
		require.Equal(t, want.Scored, answer.Scored, reports)
		in.Close()
	}
}
