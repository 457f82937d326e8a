package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/internal/client"
	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
	"xorro/uci"
)

// referee lets two players play a game of Chess960 by the rules of this engine, and
// compares the legal moves with those of another program if there is one.
type referee struct {
	players [2]player // [color]
	// legal returns the other program's legal moves after a position command. It is
	// nil if there is no other program.
	legal func(position string) ([]string, error)
	// time is each side's time for the game, inc is added after each move, and grace
	// is allowed beyond the clock for the way to the player and back.
	time, inc, grace time.Duration
	heldUp           int // moves that were late at first, and in time when asked for again
}

// tries is how often a late move is asked for. A busy machine may hold up any process,
// but not every time.
const tries = 10

// player is a side: it answers a position and a go command with a move.
type player interface {
	think(position, limits string, within time.Duration) (move string, took time.Duration, err error)
}

// record describes a game without a fault.
type record struct {
	plies, castlings int
	ending           string
}

// longest is the greatest length of a game, in plies.
const longest = 400

// play plays a game from the FEN. The error is the first fault of a player or of the
// rules.
func (r *referee) play(fen string) (record, error) {
	p, err := position.ParseFEN(fen)
	if err != nil {
		return record{}, err
	}
	clocks := [2]time.Duration{r.time, r.time}
	line, played := "position fen "+fen, record{}
	for ; played.plies < longest; played.plies++ {
		moves, err := r.legalMoves(p, line)
		if err != nil {
			return played, fmt.Errorf("%w after %s", err, line)
		}
		if played.ending = ending(p, len(moves)); played.ending != "" {
			return played, nil
		}
		move, err := r.move(p, line, &clocks)
		if err != nil {
			return played, fmt.Errorf("%s: %w after %s", p.SideToMove(), err, line)
		}
		if !slices.Contains(moves, move) {
			return played, fmt.Errorf("%s: illegal move %q after %s", p.SideToMove(), move, line)
		}
		m, err := uci.ParseMove(p, move)
		if err != nil {
			return played, err
		}
		if m.IsCastle() {
			played.castlings++
		}
		p.Make(m)
		if played.plies == 0 {
			line += " moves"
		}
		line += " " + move
	}
	played.ending = "broken off"
	return played, nil
}

// legalMoves returns all legal moves as the protocol spells them. It is an error if
// the other program has others.
func (r *referee) legalMoves(p *position.Position, line string) ([]string, error) {
	var list movegen.List
	movegen.All(p, &list)
	var ours []string
	for _, m := range list.Slice() {
		ours = append(ours, uci.FormatMove(m, true))
	}
	slices.Sort(ours)
	if r.legal == nil {
		return ours, nil
	}
	theirs, err := r.legal(line)
	if err != nil {
		return nil, err
	}
	slices.Sort(theirs)
	if !slices.Equal(ours, theirs) {
		return nil, fmt.Errorf("our legal moves are %v, the other program's %v", ours, theirs)
	}
	return ours, nil
}

// ending returns how the game has ended; it is empty if the game goes on.
func ending(p *position.Position, moves int) string {
	switch {
	case moves == 0 && p.InCheck():
		return "mate"
	case moves == 0:
		return "stalemate"
	case p.IsInsufficientMaterial():
		return "material"
	case p.IsRepetition(0):
		return "repetition"
	case p.Rule50() >= 100:
		return "fifty moves"
	}
	return ""
}

// move asks the side to move for its move, on its clock.
func (r *referee) move(p *position.Position, line string, clocks *[2]time.Duration) (string, error) {
	us := p.SideToMove()
	limits := fmt.Sprintf("wtime %d btime %d winc %d binc %d",
		clocks[chess.White].Milliseconds(), clocks[chess.Black].Milliseconds(), r.inc.Milliseconds(), r.inc.Milliseconds())
	for try := 1; ; try++ {
		move, took, err := r.players[us].think(line, limits, clocks[us]+10*time.Second)
		if err != nil {
			return "", err
		}
		if took <= clocks[us]+r.grace {
			clocks[us] = max(clocks[us]-took, 0) + r.inc
			return move, nil
		}
		if try == tries {
			return "", fmt.Errorf("time forfeit, %v taken of %v", took, clocks[us])
		}
		if try == 1 {
			r.heldUp++
		}
	}
}

// process is a player that is an engine's process.
type process struct{ *client.Engine }

func (e process) think(position, limits string, within time.Duration) (string, time.Duration, error) {
	if err := e.Send("%s", position); err != nil {
		return "", 0, err
	}
	if err := e.Ready(); err != nil {
		return "", 0, err
	}
	answer, err := e.Go(limits, within)
	return answer.Best, answer.Took, err
}

// legal lists the legal moves as a perft to depth 1 does.
func (e process) legal(position string) (moves []string, err error) {
	if err := e.Send("%s\ngo perft 1", position); err != nil {
		return nil, err
	}
	lines, err := e.Until("Nodes searched", 10*time.Second)
	if err != nil {
		return nil, err
	}
	for _, line := range lines[:len(lines)-1] {
		if move, ok := strings.CutSuffix(line, ": 1"); ok {
			moves = append(moves, move)
		}
	}
	return moves, nil
}

// startProcess runs an engine for Chess960 with the given values of options.
func startProcess(t *testing.T, cmd *exec.Cmd, options map[string]any) process {
	t.Helper()
	e, err := client.Start(cmd)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	for name, value := range options {
		require.NoError(t, e.Set(name, value))
	}
	require.NoError(t, e.Set("UCI_Chess960", true))
	require.NoError(t, e.Ready())
	return process{e}
}

// TestChess960Games lets the engine play against itself from start positions spread
// over all 960, and compares its legal moves with Stockfish's if that is installed. It
// plays four games, or 100 with XORRO_DEEP=1.
func TestChess960Games(t *testing.T) {
	fens := readLines(t, enginetest.Shared(t, "openings", "frc.epd"))
	games := 4
	if os.Getenv("XORRO_DEEP") != "" {
		games = 100
	}
	r := referee{time: 200 * time.Millisecond, inc: 2 * time.Millisecond, grace: 10 * time.Millisecond}
	if path, err := enginetest.FindStockfish(); err == nil {
		r.legal = startProcess(t, exec.Command(path), nil).legal
	} else {
		t.Logf("without another program: %v", err)
	}
	players := [2]process{
		startProcess(t, enginetest.Command(), map[string]any{"Hash": 1}),
		startProcess(t, enginetest.Command(), map[string]any{"Hash": 16}),
	}
	endings := map[string]int{}
	total := record{}
	for game := range games {
		for _, e := range players {
			require.NoError(t, e.NewGame())
		}
		r.players = [2]player{players[game%2], players[1-game%2]}
		played, err := r.play(fens[game*len(fens)/games])
		require.NoError(t, err, "game %d", game+1)
		endings[played.ending]++
		total.plies += played.plies
		total.castlings += played.castlings
	}
	require.Positive(t, total.castlings)
	t.Logf("%d games, %d plies, %d castlings, %d moves held up: %v", games, total.plies, total.castlings, r.heldUp, endings)
}

// readLines returns the lines of a file.
func readLines(t *testing.T, path string) (lines []string) {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		lines = append(lines, s.Text())
	}
	require.NoError(t, s.Err())
	require.NotEmpty(t, lines)
	return lines
}

// script is a player with a list of moves. After the last one it answers with err.
type script struct {
	moves string
	took  time.Duration // for each move
	late  int           // how often the first move takes an hour
	err   error
	next  int
}

func (s *script) think(string, string, time.Duration) (string, time.Duration, error) {
	moves := strings.Fields(s.moves)
	if s.late > 0 {
		s.late--
		return moves[0], time.Hour, nil
	}
	if s.next == len(moves) {
		return "", s.took, s.err
	}
	s.next++
	return moves[s.next-1], s.took, nil
}

func TestReferee(t *testing.T) {
	const fen = "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w KQkq - 0 1"
	const edge = "k6r/8/8/8/8/8/8/5K1R w K - 98 80"
	crash := errors.New("ended")
	list := func(more ...string) func(string) ([]string, error) {
		return func(line string) ([]string, error) {
			r := referee{}
			fen, played, _ := strings.Cut(strings.TrimPrefix(line, "position fen "), " moves ")
			p, err := position.ParseFEN(fen)
			require.NoError(t, err)
			for _, text := range strings.Fields(played) {
				m, err := uci.ParseMove(p, text)
				require.NoError(t, err)
				p.Make(m)
			}
			moves, err := r.legalMoves(p, "")
			return append(moves, more...), err
		}
	}
	tests := []struct {
		name         string
		fen          string
		white, black script
		legal        func(string) ([]string, error)
		want         record
		fault        string // how the error begins
	}{
		{"mate", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", script{moves: "a1a8"}, script{}, list(), record{1, 0, "mate"}, ""},
		{"castling and fifty moves", edge, script{moves: "f1h1"}, script{moves: "a8a7"}, nil, record{2, 1, "fifty moves"}, ""},
		{"repetition", "k6r/8/8/8/8/8/8/5K1R w - - 0 1", script{moves: "f1f2 f2f1 f1f2 f2f1"}, script{moves: "a8a7 a7a8 a7a8 a8a7"}, nil,
			record{5, 0, ""}, `black: illegal move "a7a8" after position fen k6r`},
		{"three times", "k6r/8/8/8/8/8/8/5K1R w - - 0 1", script{moves: "f1f2 f2f1 f1f2 f2f1"}, script{moves: "a8a7 a7a8 a8a7 a7a8"}, list(),
			record{8, 0, "repetition"}, ""},
		{"castling spelled by the king's squares", "k6r/8/8/8/8/8/8/4K2R w K - 0 1", script{moves: "e1g1"}, script{}, nil,
			record{}, `white: illegal move "e1g1" after`},
		{"illegal", fen, script{moves: "a2a5"}, script{}, nil, record{}, `white: illegal move "a2a5" after position fen bqnbrnkr`},
		{"no move", fen, script{moves: "a2a4"}, script{moves: "(none)"}, list(), record{plies: 1}, `black: illegal move "(none)" after`},
		{"capitals", fen, script{moves: "A2A4"}, script{}, nil, record{}, `white: illegal move "A2A4" after`},
		{"crash", fen, script{err: crash}, script{}, nil, record{}, "white: ended after position fen"},
		{"time", fen, script{moves: "a2a4", took: 40 * time.Millisecond}, script{moves: "a7a5", late: tries}, nil,
			record{plies: 1}, "black: time forfeit, 1h0m0s taken of 100ms"},
		{"held up", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", script{moves: "a1a8", took: 110 * time.Millisecond, late: tries - 1}, script{}, nil, record{1, 0, "mate"}, ""},
		{"time, little by little", fen, script{moves: "a2a4" + strings.Repeat(" b2b4", tries), took: 60 * time.Millisecond}, script{moves: "a7a5 b7b5 c7c5", took: time.Millisecond}, nil,
			record{plies: 2}, "white: time forfeit, 60ms taken of 41ms"},
		{"the other program knows more", fen, script{moves: "a2a4"}, script{}, list("e1g1"), record{}, "our legal moves are ["},
		{"the other program knows less", fen, script{moves: "a2a4"}, script{}, func(string) ([]string, error) { return nil, nil }, record{}, "our legal moves are ["},
		{"the other program ends", fen, script{moves: "a2a4"}, script{}, func(string) ([]string, error) { return nil, crash }, record{}, "ended after position fen"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := referee{
				players: [2]player{&test.white, &test.black}, legal: test.legal,
				time: 100 * time.Millisecond, inc: time.Millisecond, grace: 10 * time.Millisecond,
			}
			played, err := r.play(test.fen)
			require.Equal(t, test.want, played)
			if test.fault == "" {
				require.NoError(t, err)
				return
			}
			require.Error(t, err)
			require.True(t, strings.HasPrefix(err.Error(), test.fault), err)
		})
	}
}
