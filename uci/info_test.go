package uci

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/position"
	"xorro/search"
	"xorro/tt"
)

func TestFormatInfo(t *testing.T) {
	castle := chess.NewMove(chess.E1, chess.H1, chess.Castle)
	reply := chess.NewMove(chess.A7, chess.A6, chess.Quiet)
	tests := []struct {
		info search.Info
		as   protocol // but for the position
		want string
	}{
		{
			search.Info{Depth: 12, SelDepth: 20, MultiPV: 1, Score: 34, Bound: tt.Exact, Nodes: 1_000_000, Hashfull: 7, Time: 2 * time.Second, TBHits: 3, PV: []chess.Move{castle, reply}}, protocol{},
			"info depth 12 seldepth 20 multipv 1 score cp 34 nodes 1000000 nps 500000 hashfull 7 tbhits 3 time 2000 pv e1g1 a7a6",
		},
		{
			search.Info{Depth: 3, SelDepth: 3, MultiPV: 2, Score: -5, Bound: tt.Lower, Nodes: 10, Time: 500 * time.Microsecond, PV: []chess.Move{castle}}, protocol{chess960: true},
			"info depth 3 seldepth 3 multipv 2 score cp -5 lowerbound nodes 10 nps 10000 hashfull 0 tbhits 0 time 0 pv e1h1",
		},
		{
			search.Info{Depth: 3, SelDepth: 4, MultiPV: 1, Score: chess.MateIn(3), Bound: tt.Upper, Time: time.Second}, protocol{showWDL: true},
			"info depth 3 seldepth 4 multipv 1 score mate 2 upperbound wdl 1000 0 0 nodes 0 nps 0 hashfull 0 tbhits 0 time 1000",
		},
		{search.Info{MultiPV: 1, Score: chess.MatedIn(0), Bound: tt.Exact, Time: time.Second}, protocol{}, "info depth 0 score mate 0"},
		{search.Info{MultiPV: 1, Score: chess.MatedIn(0), Bound: tt.Exact}, protocol{showWDL: true}, "info depth 0 score mate 0 wdl 0 0 1000"},
		{search.Info{MultiPV: 1, Bound: tt.Exact}, protocol{showWDL: true}, "info depth 0 score cp 0 wdl 0 1000 0"},
		{search.Info{Depth: 21, Move: castle, MoveNumber: 30, Time: time.Minute}, protocol{showWDL: true}, "info depth 21 currmove e1g1 currmovenumber 30"},
		{search.Info{Depth: 21, Move: castle, MoveNumber: 1}, protocol{chess960: true}, "info depth 21 currmove e1h1 currmovenumber 1"},
	}
	for _, test := range tests {
		test.as.pos = parseFEN(t, position.StartFEN)
		require.Equal(t, test.want, test.as.info(test.info))
	}
}

func TestFormatScore(t *testing.T) {
	tests := []struct {
		score chess.Score
		want  string
	}{
		{0, "cp 0"},
		{-17, "cp -17"},
		{chess.MateInMax - 1, "cp 31753"},
		{chess.MateIn(1), "mate 1"},
		{chess.MateIn(2), "mate 1"},
		{chess.MateIn(3), "mate 2"},
		{chess.TablebaseWin, "cp 31753"},
		{3 - chess.TablebaseWin, "cp -31750"},
		{chess.MatedIn(0), "mate 0"},
		{chess.MatedIn(2), "mate -1"},
		{chess.MatedIn(4), "mate -2"},
		{chess.MateInMax, "mate 123"},
		{-chess.MateInMax, "mate -123"},
	}
	for _, test := range tests {
		require.Equal(t, test.want, formatScore(test.score))
	}
}

func TestFormatBest(t *testing.T) {
	e2e4 := chess.NewMove(chess.E2, chess.E4, chess.DoublePush)
	e7e5 := chess.NewMove(chess.E7, chess.E5, chess.DoublePush)
	tests := []struct {
		result search.Result
		want   string
	}{
		{search.Result{Best: e2e4}, "bestmove e2e4"},
		{search.Result{Best: e2e4, Ponder: e7e5}, "bestmove e2e4 ponder e7e5"},
		{search.Result{Best: e2e4, Ponder: e2e4}, "bestmove e2e4"},
		{search.Result{}, "bestmove (none)"},
	}
	p := parseFEN(t, position.StartFEN)
	for _, test := range tests {
		require.Equal(t, test.want, (&protocol{pos: p}).best(test.result))
	}
	require.Equal(t, position.StartFEN, p.FEN())
}

func TestMateIsNeverMinusZero(t *testing.T) {
	require.Equal(t, "mate 0", formatScore(chess.MatedIn(0)))
	for moves := 1; moves <= chess.MaxPly/2; moves++ {
		require.Equal(t, fmt.Sprintf("mate %d", moves), formatScore(chess.MateIn(2*moves-1)))
		require.Equal(t, fmt.Sprintf("mate -%d", moves), formatScore(chess.MatedIn(2*moves)))
	}
}
