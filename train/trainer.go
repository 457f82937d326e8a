package train

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"xorro/internal/memory"
	"xorro/nnue"
)

// trainer trains a network.
type trainer struct {
	settings  Settings
	objective objective
	shape     shape
	data      *data
	from      string // the network that training began with; empty for none
	threads   int
	blocks    []*block // of the threads

	stepsPerEpoch int
	state         state

	// The weights, the moments of their gradient, and the weights of the best
	// held-out loss.
	weights, mean, square, best []float32
	average                     []float32 // running mean of the weights; empty if Settings.Average is 0

	lanes  []float32 // gradients of the lanes: [lane][weight]
	losses []Losses  // sums of the lanes
}

// state is the state of a training besides its vectors.
type state struct {
	Step      int     `json:"step"`      // batches learned from
	EpochSum  Losses  `json:"epochSum"`  // sums over the positions of the epoch so far
	EpochSeen int     `json:"epochSeen"` // their number
	BestEpoch int     `json:"bestEpoch"` // 0 for none
	BestLoss  float64 `json:"bestLoss"`
	Curve     curve   `json:"curve"`
}

// laneSize is the number of positions in a lane. A batch keeps no more threads busy
// than it has lanes.
const laneSize = 32 * blockSize

func newTrainer(settings Settings, d *data, threads int) *trainer {
	s := shape{settings.Hidden}
	t := &trainer{
		settings: settings, shape: s, data: d, threads: threads,
		objective:     objective{settings.Lambda, settings.Endgame, settings.Temperature, settings.Exponent},
		stepsPerEpoch: pieces(d.training.n, settings.Batch),
		weights:       startWeights(s, settings.Seed),
		mean:          memory.Aligned[float32](s.size()),
		square:        memory.Aligned[float32](s.size()),
		best:          memory.Aligned[float32](s.size()),
	}
	if settings.Average > 0 {
		t.average = memory.Aligned[float32](s.size())
	}
	lanes := pieces(pieces(d.training.n, t.stepsPerEpoch), laneSize)
	t.lanes = memory.Aligned[float32](lanes * s.size())
	t.losses = make([]Losses, max(lanes, pieces(d.heldOut.n, blockSize)))
	for range threads {
		t.blocks = append(t.blocks, newBlock(s))
	}
	t.state.Curve.Steps, t.state.Curve.Epochs = t.steps(), settings.Epochs
	return t
}

// begin replaces the random weights by a network.
func (t *trainer) begin(n *nnue.Network) {
	t.from = n.String()
	t.shape.adopt(t.weights, n)
}

// pieces returns the number of pieces of at most the given size that n divides into.
func pieces(n, size int) int { return (n + size - 1) / size }

func (t *trainer) steps() int { return t.stepsPerEpoch * t.settings.Epochs }

// rate returns the rate of the next step. It falls from the setting to the final share
// of it along a cosine.
func (t *trainer) rate() float64 {
	last := t.settings.Final
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

// learnBatch takes one step. The batches of an epoch have about the same size and
// contain every position once.
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
		var sum Losses
		from := first + lane*laneSize
		to := min(from+laneSize, last)
		for ; from < to; from += blockSize {
			b.fill(&t.data.training, order.at, from, min(from+blockSize, to))
			sum.add(b.learn(t.weights, grad, &t.objective, share))
		}
		t.losses[lane] = sum
	})
	var sum Losses
	for _, losses := range t.losses[:lanes] {
		sum.add(losses)
	}
	if err := t.checkLoss("loss", sum.Loss); err != nil {
		return err
	}
	t.change(lanes)
	s := &t.state
	s.Step++
	s.EpochSum.add(sum)
	s.EpochSeen += last - first
	s.Curve.learned(s.Step, sum.Loss, last-first)
	return nil
}

// checkLoss returns an error for a loss that is not finite.
func (t *trainer) checkLoss(name string, loss float64) error {
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return fmt.Errorf("the %s after %d steps is %g; a rate smaller than %g may help", name, t.state.Step, loss, t.settings.Rate)
	}
	return nil
}

// change adds the gradients of the lanes and updates the weights and their running
// mean.
func (t *trainer) change(lanes int) {
	size, outputs := t.shape.size(), t.shape.output(0)
	n := t.state.Step + 1
	inner := newAdamStep(n, t.rate(), maxWeight)
	outer := newAdamStep(n, t.rate(), maxOutput(t.settings.QB))
	share := float32(1 / max(1, min(float64(n), t.settings.Average*float64(t.stepsPerEpoch))))
	const piece = 4096 // floats that a thread takes at once
	innerPieces := pieces(outputs, piece)
	t.parallel(innerPieces+pieces(size-outputs, piece), func(_ *block, i int) {
		step, from, to := &inner, i*piece, min((i+1)*piece, outputs)
		if i >= innerPieces {
			step, from = &outer, outputs+(i-innerPieces)*piece
			to = min(from+piece, size)
		}
		grad := t.lanes[from:to]
		sumRows(grad, grad, t.lanes[from:], everyRow[1:lanes], size)
		adam(t.weights[from:to], t.mean[from:to], t.square[from:to], grad, step)
		if t.average != nil {
			approach(t.average[from:to], t.weights[from:to], share)
		}
	})
}

// result returns the weights of the network: the current ones or their running mean.
func (t *trainer) result() []float32 {
	if t.average != nil {
		return t.average
	}
	return t.weights
}

// heldOutLosses returns the mean losses over the held-out positions.
func (t *trainer) heldOutLosses() Losses {
	weights := t.result()
	set := &t.data.heldOut
	n := pieces(set.n, blockSize)
	inOrder := func(i int) int { return i }
	t.parallel(n, func(b *block, i int) {
		b.fill(set, inOrder, i*blockSize, min((i+1)*blockSize, set.n))
		t.losses[i] = b.losses(weights, &t.objective)
	})
	var sum Losses
	for _, losses := range t.losses[:n] {
		sum.add(losses)
	}
	return sum.over(set.n)
}

// endEpoch measures the held-out losses and keeps the result if it is the best.
func (t *trainer) endEpoch(epoch int) (losses Losses, best bool, err error) {
	s := &t.state
	losses = t.heldOutLosses()
	if err := t.checkLoss("held-out loss", losses.Loss); err != nil {
		return Losses{}, false, err
	}
	if best = s.BestEpoch == 0 || losses.Loss < s.BestLoss; best {
		s.BestEpoch, s.BestLoss = epoch, losses.Loss
		copy(t.best, t.result())
	}
	s.Curve.heldOut(s.Step, losses.Loss)
	s.EpochSum, s.EpochSeen = Losses{}, 0
	return losses, best, nil
}
