package train

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"xorro/nnue"
)

// trainer holds all that changes while a network is trained.
type trainer struct {
	settings Settings
	shape    shape
	data     *data
	from     string // the network that training began with; empty for none
	threads  int
	blocks   []*block // one a thread

	stepsPerEpoch int
	state         state

	// The weights, the moments of their gradient, and the weights of the best
	// held-out loss.
	weights, mean, square, best []float32

	lanes  []float32 // their gradients, one behind the other
	losses []float64 // of the lanes
}

// state is where a training stands besides its weights.
type state struct {
	Step      int     `json:"step"`      // batches learned from
	EpochLoss float64 `json:"epochLoss"` // sum over the positions of the epoch so far
	EpochSeen int     `json:"epochSeen"` // how many they are
	BestEpoch int     `json:"bestEpoch"` // 0 for none
	BestLoss  float64 `json:"bestLoss"`
	Curve     curve   `json:"curve"`
}

// laneSize is the number of positions in a lane. A batch can keep as many threads
// busy as it has lanes.
const laneSize = 8 * blockSize

func newTrainer(settings Settings, d *data, threads int) *trainer {
	s := shape{settings.Hidden}
	t := &trainer{
		settings: settings, shape: s, data: d, threads: threads,
		stepsPerEpoch: pieces(d.training.n, settings.Batch),
		weights:       startWeights(s, settings.Seed),
		mean:          alignedFloats(s.size()),
		square:        alignedFloats(s.size()),
		best:          alignedFloats(s.size()),
	}
	lanes := pieces(pieces(d.training.n, t.stepsPerEpoch), laneSize)
	t.lanes = alignedFloats(lanes * s.size())
	t.losses = make([]float64, max(lanes, pieces(d.heldOut.n, blockSize)))
	for range threads {
		t.blocks = append(t.blocks, newBlock(s))
	}
	t.state.Curve.Steps, t.state.Curve.Epochs = t.steps(), settings.Epochs
	return t
}

// begin puts a network in the place of random weights.
func (t *trainer) begin(n *nnue.Network) {
	t.from = n.String()
	t.shape.adopt(t.weights, n)
}

// pieces is how many pieces of a size n is cut into.
func pieces(n, size int) int { return (n + size - 1) / size }

func (t *trainer) steps() int { return t.stepsPerEpoch * t.settings.Epochs }

// rate falls along a cosine from the setting to a hundredth of it.
func (t *trainer) rate() float64 {
	const last = 0.01
	done := float64(t.state.Step) / float64(t.steps())
	return t.settings.Rate * (last + (1-last)*(1+math.Cos(math.Pi*done))/2)
}

// parallel calls do for each i from 0 to n-1, on all threads.
func (t *trainer) parallel(n int, do func(b *block, i int)) {
	var next atomic.Int64
	var running sync.WaitGroup
	for _, b := range t.blocks[:min(n, t.threads)] {
		running.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(b, i)
			}
		})
	}
	running.Wait()
}

// learnBatch takes one step. The batches of an epoch are of about the same size
// and take in every position once.
func (t *trainer) learnBatch() error {
	n, perEpoch := t.data.training.n, t.stepsPerEpoch
	epoch, i := t.state.Step/perEpoch, t.state.Step%perEpoch
	first, last := i*n/perEpoch, (i+1)*n/perEpoch
	order := newShuffle(n, t.settings.Seed, uint64(epoch))
	lanes, size := pieces(last-first, laneSize), t.shape.size()
	share := 1 / float64(last-first)
	t.parallel(lanes, func(b *block, lane int) {
		grad := t.lanes[lane*size:][:size:size]
		clear(grad)
		sum := 0.0
		from := first + lane*laneSize
		to := min(from+laneSize, last)
		for ; from < to; from += blockSize {
			b.fill(&t.data.training, order.at, from, min(from+blockSize, to))
			sum += b.learn(t.weights, grad, t.settings.Lambda, share)
		}
		t.losses[lane] = sum
	})
	sum := 0.0
	for _, loss := range t.losses[:lanes] {
		sum += loss
	}
	if err := t.checkLoss("loss", sum); err != nil {
		return err
	}
	t.change(lanes)
	s := &t.state
	s.Step++
	s.EpochLoss += sum
	s.EpochSeen += last - first
	s.Curve.learned(s.Step, sum, last-first)
	return nil
}

// checkLoss refuses to go on with what is no number.
func (t *trainer) checkLoss(name string, loss float64) error {
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return fmt.Errorf("the %s after %d steps is %g; a rate smaller than %g may help", name, t.state.Step, loss, t.settings.Rate)
	}
	return nil
}

// change adds the lanes up and moves the weights against the sum.
func (t *trainer) change(lanes int) {
	size := t.shape.size()
	step := newAdamStep(t.state.Step+1, t.rate())
	const piece = 4096 // floats that a thread takes at once
	t.parallel(pieces(size, piece), func(_ *block, i int) {
		from, to := i*piece, min((i+1)*piece, size)
		grad := t.lanes[from:to]
		sumRows(grad, grad, t.lanes[from:], everyRow[1:lanes], size)
		adam(t.weights[from:to], t.mean[from:to], t.square[from:to], grad, &step)
	})
}

// heldOutLoss is the mean over the positions that are held out.
func (t *trainer) heldOutLoss() float64 {
	set := &t.data.heldOut
	n := pieces(set.n, blockSize)
	inOrder := func(i int) int { return i }
	t.parallel(n, func(b *block, i int) {
		b.fill(set, inOrder, i*blockSize, min((i+1)*blockSize, set.n))
		t.losses[i] = b.loss(t.weights, t.settings.Lambda)
	})
	sum := 0.0
	for _, loss := range t.losses[:n] {
		sum += loss
	}
	return sum / float64(set.n)
}

// endEpoch measures the held-out loss, and keeps the weights if it is the best.
func (t *trainer) endEpoch(epoch int) (loss float64, best bool, err error) {
	s := &t.state
	loss = t.heldOutLoss()
	if err := t.checkLoss("held-out loss", loss); err != nil {
		return 0, false, err
	}
	if best = s.BestEpoch == 0 || loss < s.BestLoss; best {
		s.BestEpoch, s.BestLoss = epoch, loss
		copy(t.best, t.weights)
	}
	s.Curve.heldOut(s.Step, loss)
	s.EpochLoss, s.EpochSeen = 0, 0
	return loss, best, nil
}
