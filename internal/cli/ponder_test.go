package cli

import (
	"fmt"
	"os"
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

// patience is how long a side may take for an answer.
const patience = 20 * time.Second

// ponderer is a side that thinks on the opponent's time.
type ponderer struct {
	*client.Engine
	expected string // the reply it ponders on; empty if it does not ponder
}

// ponderGame is a game between two sides that ponder.
type ponderGame struct {
	sides  [2]ponderer // [color]
	clocks [2]time.Duration
	inc    time.Duration
	grace  time.Duration // how far a clock may fall below zero, since a busy machine may hold up any process

	hits, misses int
}

// command returns the go command with the current clocks; word may be "ponder ".
func (g *ponderGame) command(word string) string {
	return fmt.Sprintf("go %swtime %d btime %d winc %d binc %d", word,
		g.clocks[chess.White].Milliseconds(), g.clocks[chess.Black].Milliseconds(), g.inc.Milliseconds(), g.inc.Milliseconds())
}

// move asks a side for its move after line. The side may have pondered on the last
// move of it. Reply is the move that the side expects next.
func (g *ponderGame) move(us chess.Color, line string) (move, reply string, err error) {
	side := &g.sides[us]
	hit := false
	if side.expected != "" {
		// While it ponders it answers, but has no move to play.
		if err := side.Send("isready"); err != nil {
			return "", "", err
		}
		said, err := side.Until("readyok", patience)
		if err != nil {
			return "", "", err
		}
		if slices.ContainsFunc(said, func(line string) bool { return strings.HasPrefix(line, "bestmove") }) {
			return "", "", fmt.Errorf("a bestmove while pondering")
		}
		hit = strings.HasSuffix(line, " "+side.expected)
		if !hit {
			g.misses++
			if err := side.Send("stop"); err != nil {
				return "", "", err
			}
			if _, err := side.Until("bestmove", patience); err != nil {
				return "", "", err
			}
		}
		side.expected = ""
	}
	start := time.Now()
	if hit {
		g.hits++
		err = side.Send("ponderhit")
	} else if err = side.Send("%s", line); err == nil {
		err = side.Send("%s", g.command(""))
	}
	if err != nil {
		return "", "", err
	}
	said, err := side.Until("bestmove", patience)
	if err != nil {
		return "", "", err
	}
	g.clocks[us] += g.grace - time.Since(start)
	if g.clocks[us] < 0 {
		return "", "", fmt.Errorf("the flag has fallen %v ago", -g.clocks[us])
	}
	g.clocks[us] += g.inc - g.grace
	words := strings.Fields(said[len(said)-1])
	if len(words) == 4 && words[2] == "ponder" {
		reply = words[3]
	}
	return words[1], reply, nil
}

// play plays a game from the FEN; the error is the first fault.
func (g *ponderGame) play(fen string) (plies int, err error) {
	p, err := position.ParseFEN(fen)
	if err != nil {
		return 0, err
	}
	line := "position fen " + fen + " moves"
	for ; plies < longest && movegen.HasLegal(p) && ending(p, 1) == ""; plies++ {
		us := p.SideToMove()
		move, reply, err := g.move(us, line)
		if err != nil {
			return plies, fmt.Errorf("%s: %w after %s", us, err, line)
		}
		m, err := uci.ParseMove(p, move)
		if err != nil {
			return plies, fmt.Errorf("%s: %w after %s", us, err, line)
		}
		p.Make(m)
		line += " " + move
		if reply == "" {
			continue
		}
		if _, err := uci.ParseMove(p, reply); err != nil {
			return plies, fmt.Errorf("%s expects: %w after %s", us, err, line)
		}
		g.sides[us].expected = reply
		if err := g.sides[us].Send("%s %s", line, reply); err != nil {
			return plies, err
		}
		if err := g.sides[us].Send("%s", g.command("ponder ")); err != nil {
			return plies, err
		}
	}
	for i := range g.sides {
		if g.sides[i].expected == "" {
			continue
		}
		if err := g.sides[i].Send("stop"); err != nil {
			return plies, err
		}
		if _, err := g.sides[i].Until("bestmove", patience); err != nil {
			return plies, err
		}
	}
	return plies, nil
}

// TestPonderGames lets the engine play against itself with both sides pondering. It
// plays two games, or 100 with XORRO_DEEP=1.
func TestPonderGames(t *testing.T) {
	games := 2
	if os.Getenv("XORRO_DEEP") != "" {
		games = 100
	}
	var engines [2]*client.Engine
	for i := range engines {
		e, err := client.Start(enginetest.Command())
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, e.Close()) })
		require.NoError(t, e.Set("Ponder", true))
		engines[i] = e
	}
	openings := []string{
		position.StartFEN,
		"rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
		"rnbqkbnr/pp3ppp/4p3/2pp4/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 4",
		"r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
		"rnbqk2r/ppp1ppbp/3p1np1/8/2PPP3/2N5/PP3PPP/R1BQKBNR w KQkq - 0 5",
	}
	var plies, hits, misses int
	for game := range games {
		g := ponderGame{clocks: [2]time.Duration{500 * time.Millisecond, 500 * time.Millisecond}, inc: 5 * time.Millisecond, grace: 2 * time.Second}
		for i := range g.sides {
			g.sides[i].Engine = engines[(game+i)%2]
			require.NoError(t, g.sides[i].NewGame())
		}
		n, err := g.play(openings[game%len(openings)])
		require.NoError(t, err, "game %d", game+1)
		plies, hits, misses = plies+n, hits+g.hits, misses+g.misses
	}
	require.Positive(t, hits)
	require.Positive(t, misses)
	t.Logf("%d games, %d plies, %d ponder hits, %d misses", games, plies, hits, misses)
}
