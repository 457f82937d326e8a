package position_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/movegen"
	"xorro/position"
	"xorro/zobrist"
)

// TestAgo plays random games with null moves, and checks that the changes of each move and
// the hash before it are still available some plies later.
func TestAgo(t *testing.T) {
	const kept = 256
	random := rand.New(rand.NewPCG(4, 4))
	for _, fen := range trees {
		p := enginetest.Position(t, fen)
		deltas, hashes := []position.Delta{{}}, []zobrist.Hash{p.Hash()}
		for len(hashes) < 400 {
			var list movegen.List
			movegen.All(p, &list)
			if list.N == 0 {
				break
			}
			if !p.InCheck() && random.IntN(8) == 0 {
				p.MakeNull()
			} else {
				p.Make(list.Moves[random.IntN(list.N)])
			}
			deltas, hashes = append(deltas, p.Delta()), append(hashes, p.Hash())
			last := len(hashes) - 1
			for n := 0; n <= min(last, kept); n += 1 + random.IntN(10) {
				var d position.Delta
				p.DeltaAgo(n, &d)
				require.Equal(t, deltas[last-n], d, "%d before %s", n, p.FEN())
				require.Equal(t, hashes[last-n], p.HashAgo(n), "%d before %s", n, p.FEN())
			}
		}
	}
}
