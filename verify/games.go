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
		fen := position.StartFEN
		if game%2 == 1 {
			fen = chess960FEN(rng)
		}
		p, err := position.ParseFEN(fen)
		if err != nil {
			return &Discrepancy{Check: "a start position can be read", FEN: fen, Expected: "no error", Found: err.Error()}
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

// chess960FEN draws one of the 960 start positions.
func chess960FEN(rng *rand.Rand) string {
	var row [8]byte
	place := func(man byte, free int) { // on the free-th square that is still empty
		for i := range row {
			if row[i] != 0 {
				continue
			}
			if free == 0 {
				row[i] = man
				return
			}
			free--
		}
	}
	row[2*rng.IntN(4)] = 'b'
	row[2*rng.IntN(4)+1] = 'b'
	place('q', rng.IntN(6))
	place('n', rng.IntN(5))
	place('n', rng.IntN(4))
	for _, man := range []byte("rkr") {
		place(man, 0)
	}
	black, white := string(row[:]), row
	for i := range white {
		white[i] -= 'a' - 'A'
	}
	return black + "/pppppppp/8/8/8/8/PPPPPPPP/" + string(white[:]) + " w KQkq - 0 1"
}
