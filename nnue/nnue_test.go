package nnue

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"xorro/attacks"
	"xorro/chess"
	"xorro/internal/enginetest"
	"xorro/position"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// starts are where random games begin; between them every kind of move is played.
var starts = []string{
	position.StartFEN,
	kiwipete,
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"4k3/8/8/8/8/8/8/4K2R w K - 0 1",
	"1r1k1r2/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/1R1K1R2 w KQkq - 0 1",  // Chess960
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", // Chess960
	"1k1r3r/8/8/8/8/8/8/RK5R w HAd - 0 1",                               // Chess960
}

func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// upTo is a random number from -reach to reach.
func upTo(r *rand.Rand, reach int) int16 { return int16(r.IntN(2*reach+1) - reach) }

// randomWeights are as wide as the checks allow, or narrower.
func randomWeights(r *rand.Rand, neurons int) Weights {
	reach := []int{8, 60, 900}[r.IntN(3)]
	w := Weights{
		Features:   make([]int16, Features*neurons),
		Bias:       make([]int16, neurons),
		Output:     make([]int16, Buckets*2*neurons),
		OutputBias: make([]int16, Buckets),
		Threats:    make([]int16, Buckets*ThreatFeatures),
		QB:         []int{QB, FineQB}[r.IntN(2)],
	}
	for i := range w.Features {
		w.Features[i] = upTo(r, reach)
	}
	for i := range w.Bias {
		w.Bias[i] = upTo(r, 32767-32*900)
	}
	for i := range w.Output {
		w.Output[i] = upTo(r, maxOutputWeight)
	}
	for i := range w.OutputBias {
		w.OutputBias[i] = upTo(r, 32767)
	}
	for i := range w.Threats {
		w.Threats[i] = upTo(r, 32767)
	}
	return w
}

func randomNetwork(t testing.TB, r *rand.Rand, neurons int) *Network {
	t.Helper()
	n, err := New(randomWeights(r, neurons), "drawn at random")
	require.NoError(t, err)
	return n
}

// with computes with a kernel.
func with(k kernel, f func()) {
	old := inUse
	defer func() { inUse = old }()
	inUse = k
	f()
}

// evaluateSlowly is the definition of the score, without a kernel or Feature.
func evaluateSlowly(n *Network, p *position.Position) chess.Score {
	w, us := n.weights, p.SideToMove()
	bucket := (p.Occupied().Count() - 2) / 4
	sum := int64(w.OutputBias[bucket]) * 255
	for _, threat := range threatsSlowly(p) {
		sum += int64(w.Threats[bucket*ThreatFeatures+threat]) * 255
	}
	for half, perspective := range []chess.Color{us, us.Other()} {
		for i := range n.neurons {
			neuron := int64(w.Bias[i])
			for s := chess.A1; s <= chess.H8; s++ {
				piece := p.PieceOn(s)
				if piece == chess.NoPiece {
					continue
				}
				file, rank, side := s.File(), s.Rank(), 0
				if p.King(perspective).File() >= chess.FileE {
					file = 7 - file
				}
				if perspective == chess.Black {
					rank = 7 - rank
				}
				if piece.Color() != perspective {
					side = 1
				}
				feature := (side*6+int(piece.Type()))*64 + int(rank)*8 + int(file)
				neuron += int64(w.Features[feature*n.neurons+i])
			}
			neuron = min(max(neuron, 0), 255)
			sum += neuron * neuron * int64(w.Output[(bucket*2+half)*n.neurons+i])
		}
	}
	return min(max(chess.Score(sum*400/(255*255*int64(w.QB))), 1-chess.Decisive), chess.Decisive-1)
}

// threatsSlowly is the definition of threats, square by square.
func threatsSlowly(p *position.Position) (list []int) {
	for side, c := range []chess.Color{p.SideToMove(), p.SideToMove().Other()} {
		attackers := func(s chess.Square, c chess.Color) chess.Bitboard {
			return p.AttackersTo(s, p.Occupied()) & p.ByColor(c)
		}
		cheapest := func(b chess.Bitboard) int {
			best := 6
			for ; b != 0; b &= b - 1 {
				best = min(best, int(p.PieceOn(b.First()).Type()))
			}
			return best
		}
		king, checks, attacked, exposed, flights := p.King(c), 0, 0, 0, 0
		for s := chess.A1; s <= chess.H8; s++ {
			by, defended := attackers(s, c.Other()), attackers(s, c)
			isOwn, isTheirs := p.ByColor(c).Has(s), p.ByColor(c.Other()).Has(s)
			if isOwn && s != king && by != 0 {
				code := cheapest(by)*7 + cheapest(defended)
				code = code*4 + min(by.Count()-1, 1)*2
				if defended.Count() >= 2 {
					code++
				}
				list = append(list, (side*5+int(p.PieceOn(s).Type()))*168+code)
			}
			if attacks.King(king).Has(s) {
				if by != 0 {
					attacked++
				} else if !isOwn {
					flights++
				}
				if by.Count() >= 2 && defended.Count() <= 1 {
					exposed++
				}
			}
			if isTheirs || defended != 0 {
				continue
			}
			for bit, kind := range []chess.PieceType{chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
				if by&p.Pieces(kind) != 0 && attacks.Of(kind, s, p.Occupied()).Has(king) {
					checks |= 1 << bit
				}
			}
		}
		list = append(list, 1680+side*256+checks*16+min(exposed, 3)*4+min(flights, 3))
		list = append(list, 1680+512+side*512+min(attacked, 7)*64+min(exposed, 7)*8+min(flights, 7))
	}
	return list
}

// TestThreats: they agree with their definition, and many different ones occur. TestExplain
// checks those without a piece.
func TestThreats(t *testing.T) {
	r, seen := newRandom(3), map[uint16]bool{}
	for range 300 {
		p := enginetest.Position(t, starts[r.IntN(len(starts))])
		for range 100 {
			if !enginetest.MakeRandomMove(p, r) {
				break
			}
			var found ThreatList
			found.Find(p)
			numbers := []int{}
			for _, number := range found.Slice() {
				seen[number] = true
				require.Less(t, int(number), ThreatFeatures)
				numbers = append(numbers, int(number))
			}
			require.Equal(t, threatsSlowly(p), numbers, p.FEN())
		}
	}
	assert.Greater(t, len(seen), 1500)
}

// play makes so many random moves in a copy of the position, or until a game is over.
func play(r *rand.Rand, p *position.Position, moves int) {
	for range moves {
		if !enginetest.MakeRandomMove(p, r) {
			return
		}
	}
}

func TestFeature(t *testing.T) {
	for _, c := range []struct {
		perspective chess.Color
		king        chess.Square
		piece       chess.Piece
		square      chess.Square
		want        int
	}{
		{chess.White, chess.D1, chess.WhitePawn, chess.A1, 0},
		{chess.White, chess.A8, chess.WhitePawn, chess.E4, 28},
		{chess.White, chess.E1, chess.WhitePawn, chess.E4, 27},
		{chess.White, chess.H1, chess.WhiteKing, chess.H1, 5 * 64},
		{chess.White, chess.A1, chess.BlackPawn, chess.A1, 384},
		{chess.White, chess.A1, chess.BlackKing, chess.H8, 767},
		{chess.Black, chess.D8, chess.BlackPawn, chess.A8, 0},
		{chess.Black, chess.E8, chess.BlackPawn, chess.A8, 7},
		{chess.Black, chess.D8, chess.WhiteQueen, chess.D1, 384 + 4*64 + 59},
		{chess.Black, chess.G8, chess.BlackKing, chess.G8, 5*64 + 1},
	} {
		assert.Equal(t, c.want, Feature(c.perspective, c.king, c.piece, c.square), "%v %v %c %v", c.perspective, c.king, c.piece.Letter(), c.square)
	}
	// Every feature is somebody's, and its own king's file is a to d.
	for _, perspective := range []chess.Color{chess.White, chess.Black} {
		for king := chess.A1; king <= chess.H8; king++ {
			seen := map[int]bool{}
			for _, piece := range chess.Pieces() {
				for s := chess.A1; s <= chess.H8; s++ {
					seen[Feature(perspective, king, piece, s)] = true
				}
			}
			require.Len(t, seen, Features)
			require.Less(t, Feature(perspective, king, chess.PieceOf(perspective, chess.King), king)%8, 4)
		}
	}
}

func TestBucket(t *testing.T) {
	for pieces := 2; pieces <= 32; pieces++ {
		assert.Equal(t, []int{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7}[pieces-2], Bucket(pieces), pieces)
	}
}

// TestEvaluate compares with the definition, for each kernel and each width.
func TestEvaluate(t *testing.T) {
	r := newRandom(1)
	for neurons := MinNeurons; neurons <= MaxNeurons; neurons += MinNeurons {
		n := randomNetwork(t, r, neurons)
		for _, fen := range starts {
			p := enginetest.Position(t, fen)
			for range 3 {
				want := evaluateSlowly(n, p)
				for _, k := range available {
					with(k, func() { require.Equal(t, want, n.Evaluate(p), "%v: %s for %d neurons", k, p.FEN(), neurons) })
				}
				play(r, p, 7)
			}
		}
	}
}

// TestMirrored: with the sides exchanged, and mirrored file by file where nobody
// may castle, a position is worth the same to its side to move.
func TestMirrored(t *testing.T) {
	r := newRandom(2)
	for range 40 {
		n := randomNetwork(t, r, 64)
		p := enginetest.Position(t, starts[r.IntN(len(starts))])
		play(r, p, r.IntN(60))
		fields := strings.Fields(p.FEN())
		rows := strings.Split(fields[0], "/")

		exchanged := make([]string, 8)
		for i, row := range rows {
			exchanged[7-i] = strings.Map(func(c rune) rune {
				if unicode.IsUpper(c) {
					return unicode.ToLower(c)
				}
				return unicode.ToUpper(c)
			}, row)
		}
		other := map[string]string{"w": "b", "b": "w"}[fields[1]]
		assert.Equal(t, n.Evaluate(p), n.Evaluate(enginetest.Position(t, strings.Join(exchanged, "/")+" "+other+" - - 0 1")), p.FEN())

		reversed := make([]string, 8)
		for i, row := range rows {
			for _, c := range row {
				reversed[i] = string(c) + reversed[i]
			}
		}
		assert.Equal(t, n.Evaluate(p), n.Evaluate(enginetest.Position(t, strings.Join(reversed, "/")+" "+fields[1]+" - - 0 1")), p.FEN())
	}
}

// TestFineQB: the same weights in finer units give the same scores.
func TestFineQB(t *testing.T) {
	r := newRandom(4)
	w := randomWeights(r, 128)
	w.QB = QB
	for _, part := range [][]int16{w.Output, w.OutputBias, w.Threats} {
		for i := range part {
			part[i] /= 2
		}
	}
	coarse, err := New(w, "")
	require.NoError(t, err)
	for _, part := range [][]int16{w.Output, w.OutputBias, w.Threats} {
		for i := range part {
			part[i] *= 2
		}
	}
	w.QB = FineQB
	fine, err := New(w, "")
	require.NoError(t, err)
	for _, fen := range starts {
		p := enginetest.Position(t, fen)
		for range 20 {
			require.Equal(t, coarse.Evaluate(p), fine.Evaluate(p), p.FEN())
			play(r, p, 3)
		}
	}
}

// TestScoreBounds: not even the wildest network claims a win.
func TestScoreBounds(t *testing.T) {
	for _, weight := range []int16{maxOutputWeight, -maxOutputWeight} {
		w := randomWeights(newRandom(3), MaxNeurons)
		clear(w.Features)
		for i := range w.Bias {
			w.Bias[i] = 32767
		}
		for i := range w.Output {
			w.Output[i] = weight
		}
		n, err := New(w, "")
		require.NoError(t, err)
		p := enginetest.Position(t, kiwipete)
		for _, k := range available {
			with(k, func() {
				score := n.Evaluate(p)
				assert.Equal(t, chess.Decisive-1, max(score, -score), k)
				assert.Equal(t, weight > 0, score > 0, k)
				// All inputs at their ends is the largest sum there is.
				var a accumulators
				n.see(&a, p, 0)
				assert.Equal(t, int64(2*MaxNeurons*QA*QA)*int64(weight), n.activate(&a[0][0], &a[1][0], 0), k)
			})
		}
	}
}
