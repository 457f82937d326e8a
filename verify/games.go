package verify

import (
	"math/rand/v2"

	"xorro/chess"
	"xorro/movegen"
	"xorro/position"
)

// maxPlies is the number of plies after which a random game is ended. Most games only
// shuffle pieces by then.
const maxPlies = 300

// playGames plays random games, every second one from a random start position of
// Chess960, and calls at for each position that has a legal move, with its legal moves. The
// seed and the number of the first game give the games. It returns when at returns an
// error, with that error.
func playGames(seed, first uint64, at func(p *position.Position, moves []chess.Move) error) error {
	for game := first; ; game++ {
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
