package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/chess"
	"xorro/datagen"
	"xorro/internal/enginetest"
	"xorro/internal/memory"
	"xorro/nnue"
	"xorro/position"
)

// fenOf spells a sample's position.
func fenOf(t testing.TB, s *sample) string {
	t.Helper()
	p := new(position.Position)
	require.NoError(t, s.position(p))
	return p.FEN()
}

func TestSample(t *testing.T) {
	for _, test := range []struct {
		fen           string
		score, result int
		want          string // as the side to move sees it
		wantScore     int16
		wantResult    uint8
	}{
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 9", 35, 2,
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1", 35, 2},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 9", 35, 2,
			"r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R w - - 0 1", -35, 0},
		{"8/5k2/8/8/8/8/1K6/R7 b - - 0 80", 900, 1, "r7/1k6/8/8/8/8/5K2/8 w - - 0 1", -900, 1},
	} {
		p := enginetest.Position(t, test.fen)
		s, _ := pack(datagen.Label{Position: p, Score: test.score, Result: datagen.Result(test.result)})
		require.Equal(t, test.want, fenOf(t, &s))
		require.Equal(t, test.wantScore, s.score)
		require.Equal(t, test.wantResult, s.result)
	}
}

// reference is the loss of a network, mean over the samples, worked out slowly
// from what package nnue says of features and buckets.
func reference(s shape, weights []float64, samples *set, o objective) float64 {
	sum := 0.0
	for i := range samples.n {
		x := samples.at(i)
		p, err := position.FromSetup(x.Setup())
		if err != nil {
			panic(err)
		}
		bucket := nnue.Bucket(p.Occupied().Count())
		y := weights[s.outputBias(bucket)]
		var threats nnue.ThreatList
		threats.Find(p)
		for _, threat := range threats.Slice() {
			y += weights[s.threats(bucket)+int(threat)]
		}
		for c := chess.White; c <= chess.Black; c++ {
			for neuron := range s.neurons {
				a := weights[s.row(biasRow)+neuron]
				for square := chess.A1; square <= chess.H8; square++ {
					if piece := p.PieceOn(square); piece != chess.NoPiece {
						a += weights[s.row(nnue.Feature(c, p.King(c), piece, square))+neuron]
					}
				}
				a = min(max(a, 0), 1)
				y += a * a * weights[s.output(bucket)+int(c)*s.neurons+neuron]
			}
		}
		lambda := o.lambda
		if n := p.Occupied().Count(); n <= 4 {
			lambda += o.endgame
		} else if n < 16 {
			lambda += o.endgame * float64(16-n) / 12
		}
		want := lambda*float64(x.result)/2 + (1-lambda)/(1+math.Exp(-float64(x.score)/o.temperature))
		miss := 1/(1+math.Exp(-y*400/o.temperature)) - want
		sum += math.Pow(math.Abs(miss), o.exponent)
	}
	return sum / float64(samples.n)
}

func TestGradient(t *testing.T) {
	for _, o := range []objective{{0.3, 0, 400, 2}, {0.1, 0.6, 220, 2.6}} {
		t.Run(fmt.Sprint(o), func(t *testing.T) { testGradient(t, o) })
	}
}

func testGradient(t *testing.T, o objective) {
	s := shape{16} // narrower than any network, for speed
	rng := rand.New(rand.NewPCG(11, 12))
	var samples set
	for _, g := range randomGames(t, 40, 11) {
		for l := range g.TrainingPositions() {
			if rng.IntN(10) == 0 {
				samples.add(pack(l))
			}
		}
	}
	require.Greater(t, samples.n, 2*blockSize)
	require.NotZero(t, samples.n%blockSize)
	weights := startWeights(s, 13)
	exact := make([]float64, len(weights))
	for i := range weights {
		weights[i] *= 2 // so that many neurons are beyond either end
		exact[i] = float64(weights[i])
	}

	grad := memory.Aligned[float32](s.size())
	b := newBlock(s)
	inOrder := func(i int) int { return i }
	var sum, loss Losses
	for first := 0; first < samples.n; first += blockSize {
		b.fill(&samples, inOrder, first, min(first+blockSize, samples.n))
		sum.add(b.learn(weights, grad, &o, 1/float64(samples.n)))
		loss.add(b.losses(weights, &o))
	}
	require.InEpsilon(t, reference(s, exact, &samples, o), sum.over(samples.n).Loss, 1e-5)
	for _, part := range []struct{ lambda, got float64 }{{0, sum.Scores}, {1, sum.Results}} {
		want := reference(s, exact, &samples, objective{part.lambda, 0, o.temperature, 2})
		require.InEpsilon(t, want, part.got/float64(samples.n), 1e-5)
	}
	require.Equal(t, sum, loss)
	withoutEndgame := o
	withoutEndgame.endgame = 0
	if o.endgame > 0 {
		require.NotEqual(t, reference(s, exact, &samples, withoutEndgame), reference(s, exact, &samples, o), "there are endgames")
	}

	// Of every part of the network some weights that matter.
	for part, at := range [][2]int{
		{0, s.row(biasRow)}, {s.row(biasRow), s.output(0)}, {s.output(0), s.outputBias(0)},
		{s.outputBias(0), s.outputBias(nnue.Buckets)}, {s.threats(0), s.size()},
	} {
		matter := 0
		for try := 0; matter < 12 && try < 100_000; try++ {
			i := at[0] + rng.IntN(at[1]-at[0])
			if math.Abs(float64(grad[i])) < 1e-4 {
				continue
			}
			matter++
			const h = 1e-5
			moved := append([]float64{}, exact...)
			moved[i] += h
			up := reference(s, moved, &samples, o)
			moved[i] -= 2 * h
			down := reference(s, moved, &samples, o)
			slope := (up - down) / (2 * h)
			require.InDelta(t, slope, grad[i], 1e-6+0.005*math.Abs(slope), "weight %d", i)
		}
		require.Greater(t, matter, 3, "part %d", part)
	}
	require.Equal(t, make([]float32, 8), grad[s.outputBias(nnue.Buckets):s.threats(0)], "what fills up is never touched")
}

func TestShuffle(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 64, 65, 1000, 1 << 15} {
		seen := make([]bool, n)
		s := newShuffle(n, 1, 2)
		for i := range n {
			require.False(t, seen[s.at(i)])
			seen[s.at(i)] = true
		}
	}
	// Each epoch and each seed has an order of its own; neighbours are far apart.
	const n = 100_000
	first, second, other := newShuffle(n, 1, 0), newShuffle(n, 1, 1), newShuffle(n, 2, 0)
	same, near := 0, 0
	for i := range n {
		if first.at(i) == second.at(i) || first.at(i) == other.at(i) || first.at(i) == i {
			same++
		}
		if d := first.at(i) - first.at((i+1)%n); -100 < d && d < 100 {
			near++
		}
	}
	require.Less(t, same, 20, "3 would be expected")
	require.InDelta(t, 199, near, 80)
	// Any part of the order is spread evenly.
	counts := [10]float64{}
	for i := range n / 10 {
		counts[first.at(i)*10/n]++
	}
	for _, c := range counts {
		require.InDelta(t, n/100, c, 150)
	}
}

func TestRateFalls(t *testing.T) {
	tr := newTrainer(DefaultSettings(), randomData(t, 20, 14), 1)
	require.InEpsilon(t, 0.003, tr.rate(), 1e-9)
	require.Zero(t, tr.steps()%4)
	tr.state.Step = tr.steps() / 4
	require.InEpsilon(t, 0.002565053, tr.rate(), 1e-6)
	tr.state.Step = tr.steps() / 2
	require.InEpsilon(t, 0.001515, tr.rate(), 1e-9)
	tr.state.Step = tr.steps()
	require.InEpsilon(t, 0.00003, tr.rate(), 1e-9)
	tr.settings.Final = 0.2
	require.InEpsilon(t, 0.0006, tr.rate(), 1e-9)
}

// An epoch takes in every position once.
func TestEpoch(t *testing.T) {
	settings := DefaultSettings()
	settings.Batch, settings.Epochs = 700, 2
	tr := newTrainer(settings, randomData(t, 30, 15), 2)
	require.Greater(t, tr.stepsPerEpoch, 2)
	for range tr.stepsPerEpoch {
		before := tr.state.EpochSeen
		require.NoError(t, tr.learnBatch())
		size := tr.state.EpochSeen - before
		require.LessOrEqual(t, size, settings.Batch)
		require.GreaterOrEqual(t, size, tr.data.training.n/tr.stepsPerEpoch)
	}
	require.Equal(t, tr.data.training.n, tr.state.EpochSeen)
}

// The gradient of a batch is that of its positions, whatever lanes they are in.
func TestLanes(t *testing.T) {
	settings := DefaultSettings()
	settings.Epochs = 1
	d := randomData(t, 60, 17)
	tr := newTrainer(settings, d, 2)
	require.Equal(t, 1, tr.stepsPerEpoch)
	lanes, size := len(tr.lanes)/tr.shape.size(), tr.shape.size()
	require.Greater(t, lanes, 2)
	require.NotZero(t, d.training.n%laneSize)
	start := append([]float32{}, tr.weights...)
	for i := range tr.lanes {
		tr.lanes[i] = 99 // a batch finds what the last one has left
	}
	require.NoError(t, tr.learnBatch())

	want, sum := memory.Aligned[float32](size), 0.0
	b := newBlock(tr.shape)
	inOrder := func(i int) int { return i }
	for first := 0; first < d.training.n; first += blockSize {
		b.fill(&d.training, inOrder, first, min(first+blockSize, d.training.n))
		sum += b.learn(start, want, &tr.objective, 1/float64(d.training.n)).Loss
	}
	require.InEpsilon(t, sum, tr.state.EpochSum.Loss, 1e-6)
	got := tr.lanes[:size] // where the lanes have been added up
	for i := range want {
		require.InDelta(t, want[i], got[i], 1e-7+1e-4*math.Abs(float64(want[i])))
	}
	require.NotEqual(t, start, tr.weights)
}

func TestStartWeights(t *testing.T) {
	s := shape{128}
	w := startWeights(s, 1)
	square := 0.0
	for _, x := range w[:s.output(0)] {
		require.LessOrEqual(t, math.Abs(float64(x)), 1/math.Sqrt(32))
		square += float64(x) * float64(x)
	}
	require.InEpsilon(t, 1.0/32/3, square/float64(s.output(0)), 0.02)
	for _, x := range w[s.output(0):s.outputBias(0)] {
		require.LessOrEqual(t, math.Abs(float64(x)), 1/math.Sqrt(256))
	}
	require.Equal(t, make([]float32, 16+nnue.Buckets*nnue.ThreatFeatures), w[s.outputBias(0):])
	require.NotEqual(t, w[:100], startWeights(s, 2)[:100])
}
