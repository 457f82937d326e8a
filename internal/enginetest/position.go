// Package enginetest is what the tests of several packages share: positions, other
// people's data, and sessions with an engine.
package enginetest

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// Position parses a FEN, which may be empty for the start position, and plays moves
// from there. A string may hold several moves, as in "e2e4 e7e5"; castling is king
// takes rook.
func Position(t testing.TB, fen string, moves ...string) *position.Position {
	t.Helper()
	if fen == "" {
		fen = position.StartFEN
	}
	p, err := position.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%q: %v", fen, err)
	}
	if err := p.Validate(); err != nil {
		t.Fatalf("%q: %v", fen, err)
	}
	for _, text := range moves {
		for _, word := range strings.Fields(text) {
			p.Make(Move(t, p, word))
		}
	}
	return p
}

// Move returns the legal move of p that chess.Move.String spells as text.
func Move(t testing.TB, p *position.Position, text string) chess.Move {
	t.Helper()
	var list movegen.List
	movegen.All(p, &list)
	for _, m := range list.Slice() {
		if m.String() == text {
			return m
		}
	}
	t.Fatalf("no move %s in %s", text, p.FEN())
	return chess.NoMove
}

// MakeRandomMove makes one of the legal moves, each equally likely, and reports whether
// there is one. It draws one number from rng.
func MakeRandomMove(p *position.Position, rng *rand.Rand) bool {
	var list movegen.List
	if movegen.All(p, &list); list.N == 0 {
		return false
	}
	p.Make(list.Moves[rng.IntN(list.N)])
	return true
}

// Deep reports whether the environment variable XORRO_DEEP asks for the tests that
// take minutes.
func Deep() bool { return os.Getenv("XORRO_DEEP") != "" }
