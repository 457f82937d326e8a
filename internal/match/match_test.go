package match_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/internal/client"
	"xorro/internal/enginetest"
	"xorro/internal/match"
	"xorro/position"
	"xorro/uci"
)

func TestMain(m *testing.M) {
	enginetest.Main(m, func() int {
		if len(os.Args) > 1 {
			return recite(os.Args[1:])
		}
		return enginetest.RunEngine(uci.New)
	})
}

// recite is an engine that gives the answers, in their order, and again from the first
// one after the last. An answer is a move, a move and a score in centipawns ("e2e4/30"),
// a move and a pattern that the go must match or it ends ("e2e4@movestogo.2$"), or what it
// does instead of answering: "end", or "slow" before the next answer.
func recite(answers []string) int {
	n := 0
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch word, _, _ := strings.Cut(in.Text(), " "); word {
		case "uci":
			fmt.Println("id name Reciter\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "go":
			if answers[n%len(answers)] == "slow" {
				time.Sleep(50 * time.Millisecond)
				n++
			}
			answer, pattern, _ := strings.Cut(answers[n%len(answers)], "@")
			move, score, scored := strings.Cut(answer, "/")
			n++
			if move == "end" || !regexp.MustCompile(pattern).MatchString(in.Text()) {
				return 3
			}
			if scored {
				fmt.Println("info depth 1 score cp", score)
			}
			fmt.Println("bestmove", move)
		case "quit":
			return 0
		}
	}
	return 0
}

// reciter starts an engine that gives the answers, which are separated by blanks.
func reciter(t *testing.T, answers string, limit match.Limit) *match.Side {
	t.Helper()
	e, err := client.Start(enginetest.Command(strings.Fields(answers)...))
	require.NoError(t, err)
	t.Cleanup(func() { _ = e.Close() }) // it may have ended
	return &match.Side{Engine: e, Limit: limit}
}

var depth1 = match.Limit{Arguments: "depth 1"}

func TestPlayEndings(t *testing.T) {
	clock := match.Limit{Base: 40 * time.Millisecond}
	lenient := match.Limit{Base: 40 * time.Millisecond, Margin: time.Minute}
	rules := match.Rules{WinScore: 600, WinPlies: 4, DrawScore: 10, DrawPlies: 4, DrawFrom: 2}
	for _, test := range []struct {
		name, fen, white, black string
		limit                   match.Limit
		rules                   match.Rules
		want                    match.Result
	}{
		{"mate", "", "f2f3 g2g4", "e7e5 d8h4", depth1, match.Rules{}, match.Result{White: 0, Plies: 4, Ending: match.Mate}},
		{"stalemate", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6f7", "h8h7", depth1, match.Rules{}, match.Result{White: 0.5, Plies: 1, Ending: match.Stalemate}},
		{"repetition", "", "g1f3 f3g1", "g8f6 f6g8", depth1, match.Rules{}, match.Result{White: 0.5, Plies: 8, Ending: match.Drawn}},
		{"time", "", "slow e2e4", "e7e5", clock, match.Rules{}, match.Result{White: 0, Plies: 0, Ending: match.OnTime}},
		{"margin", "", "slow f2f3 slow g2g4", "e7e5 d8h4", lenient, match.Rules{}, match.Result{White: 0, Plies: 4, Ending: match.Mate}},
		{"period", "", `g1f3@movestogo.2$ f3g1@movestogo.1$`, `g8f6@movestogo.2$ f6g8@movestogo.1$`, match.Limit{Moves: 2, Base: time.Second, Margin: time.Minute}, match.Rules{}, match.Result{White: 0.5, Plies: 8, Ending: match.Drawn}},
		{"new period", "", `f2f3@wtime.1000000.*movestogo.1$ g2g4@wtime.19\d{5}.*movestogo.1$`, "e7e5 d8h4", match.Limit{Moves: 1, Base: 1000 * time.Second}, match.Rules{}, match.Result{White: 0, Plies: 4, Ending: match.Mate}},
		{"black won", "", "g1f3/-600 f3g1/-700", "g8f6/600 f6g8/900", depth1, rules, match.Result{White: 0, Plies: 4, Ending: match.Adjudicated}},
		{"white won", "", "g1f3/600 f3g1/700", "g8f6/-600 f6g8/-900", depth1, rules, match.Result{White: 1, Plies: 4, Ending: match.Adjudicated}},
		{"disagreement", "", "g1f3/-600 f3g1/-700", "g8f6/600 f6g8/599", depth1, rules, match.Result{White: 0.5, Plies: 8, Ending: match.Drawn}},
		{"drawn early", "", "g1f3/-1 f3g1/10", "g8f6/-10 f6g8/0", depth1, rules, match.Result{White: 0.5, Plies: 6, Ending: match.Adjudicated}},
		{"not quiet", "", "g1f3/-1 f3g1/11", "g8f6/-10 f6g8/0", depth1, rules, match.Result{White: 0.5, Plies: 8, Ending: match.Drawn}},
		{"no scores", "", "g1f3 f3g1", "g8f6/-10 f6g8/0", depth1, rules, match.Result{White: 0.5, Plies: 8, Ending: match.Drawn}},
	} {
		t.Run(test.name, func(t *testing.T) {
			fen := test.fen
			if fen == "" {
				fen = position.StartFEN
			}
			sides := [2]*match.Side{reciter(t, test.white, test.limit), reciter(t, test.black, test.limit)}
			got, err := match.Play(t.Context(), sides, fen, test.rules)
			require.NoError(t, err)
			require.Equal(t, test.want, got)
		})
	}
}

func TestPlayFaults(t *testing.T) {
	for _, test := range []struct {
		white, black string
		result       match.Result
		want         string
	}{
		{"e2e4", "end", match.Result{White: 1, Plies: 1, Ending: match.Crash}, `Reciter ended before "bestmove": exit status 3 after "position fen ` + position.StartFEN + ` moves e2e4"`},
		{"e2e5", "e7e5", match.Result{White: 0, Plies: 0, Ending: match.Illegal}, `Reciter: "e2e5": not legal`},
	} {
		sides := [2]*match.Side{reciter(t, test.white, depth1), reciter(t, test.black, depth1)}
		result, err := match.Play(t.Context(), sides, position.StartFEN, match.Rules{})
		var fault *match.Fault
		require.ErrorAs(t, err, &fault)
		require.Equal(t, test.result, result)
		require.ErrorContains(t, err, test.want)
		// The engine that has ended fails the next game before its first move.
		if test.white == "e2e4" {
			result, err = match.Play(t.Context(), sides, position.StartFEN, match.Rules{})
			require.ErrorAs(t, err, &fault)
			require.Equal(t, match.Result{White: 1, Plies: 0, Ending: match.Crash}, result)
		}
	}

	sides := [2]*match.Side{reciter(t, "e2e4", depth1), reciter(t, "e7e5", depth1)}
	_, err := match.Play(t.Context(), sides, "8/8 w", match.Rules{})
	require.ErrorContains(t, err, "fen: ")
	done, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = match.Play(done, sides, position.StartFEN, match.Rules{})
	require.ErrorIs(t, err, context.Canceled)
}

// TestPlay plays a real game on a clock.
func TestPlay(t *testing.T) {
	var sides [2]*match.Side
	for i := range sides {
		e, err := client.Start(enginetest.Command())
		require.NoError(t, err)
		defer e.Close()
		sides[i] = &match.Side{Engine: e, Limit: match.Limit{Base: time.Second, Increment: time.Second}}
	}
	got, err := match.Play(t.Context(), sides, "8/8/8/3k4/8/8/4R3/4K2R w - - 0 1", match.Rules{})
	require.NoError(t, err)
	require.Equal(t, 1.0, got.White)
	require.Equal(t, match.Mate, got.Ending)
	require.Equal(t, 1, got.Plies%2)
}

func TestParseLimit(t *testing.T) {
	for text, want := range map[string]match.Limit{
		"2+0.02":   {Base: 2 * time.Second, Increment: 20 * time.Millisecond},
		"60":       {Base: time.Minute},
		"40/4":     {Moves: 40, Base: 4 * time.Second},
		"20/1+0.1": {Moves: 20, Base: time.Second, Increment: 100 * time.Millisecond},
		"0.5+0":    {Base: 500 * time.Millisecond},
		"depth 5":  {Arguments: "depth 5"},
	} {
		got, err := match.ParseLimit(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "2+x", "1e9", "2+-1", "2+0.02+3", "NaN", "+1", "2+", "0/4", "40/", "40/x", "x/4"} {
		_, err := match.ParseLimit(text)
		require.Error(t, err, text)
	}
}
