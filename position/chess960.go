package position

import "math/rand/v2"

// RandomChess960 draws the FEN of one of the 960 start positions of Chess960.
func RandomChess960(rng *rand.Rand) string {
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
