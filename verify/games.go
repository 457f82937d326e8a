package verify

import (
	"math/rand/v2"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// maxPlies is where a random game is broken off, most of them being long
// shuffles by then.
const maxPlies = 300

// playGames plays random games without end, every second one from a random
// Chess960 position, and calls at for each position with its legal moves, of
// which there is at least one. It returns the first error of at.
func playGames(seed uint64, at func(p *position.Position, moves []chess.Move) error) error {
	for game := uint64(0); ; game++ {
		rng := rand.New(rand.NewPCG(seed, game))
		p, err := position.ParseFEN(position.StartFEN)
		if game%2 == 1 {
			p, err = position.FromSetup(position.RandomChess960(rng))
		}
		if err != nil {
			return &Discrepancy{Check: "a start position can be set up", FEN: position.StartFEN, Expected: "no error", Found: err.Error()}
		}
		for p.Ply() < maxPlies && !p.IsDraw(0) {
			var list movegen.List
			movegen.All(p, &list)
			if list.N == 0 {
				break
			}
			if err := at(p, list.Slice()); err != nil {
				return err
			}
			p.Make(list.Moves[rng.IntN(list.N)])
		}
	}
}
