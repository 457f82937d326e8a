package nnue

import (
	"xorro/chess"
	"xorro/internal/memory"
	"xorro/position"
)

// room is the number of plies for which a Stack keeps accumulators, a power of two.
const room = 256

// maxSteps is the greatest number of moves that are followed to update an
// accumulator. For more moves a refresh is cheaper.
const maxSteps = 6

// Stack evaluates the positions of one search thread. It keeps the accumulators of
// the positions on the path, by ply. An accumulator is computed only when an
// evaluation needs it, from the nearest one before it and the moves since then, which
// the position records. Each accumulator is kept with its position's hash, so the
// Stack need not be told of moves made or taken back, and any position may follow any
// other.
type Stack struct {
	network      *Network
	accumulators []int16 // [ply % room][color][neuron]
	frames       [room]frame
	caches       [2][2]cache // [color][mirrored]

	// Scratch.
	deltas  [maxSteps]position.Delta // [moves ago]
	changes changes
	threats ThreatList
}

// frame describes the accumulators of a ply.
type frame struct {
	key, lock uint64 // of the position; initially zero, which no position has
	ready     sides  // whose accumulators are computed
}

// sides is a set of sides.
type sides uint8

const (
	none sides = 0
	both sides = 3
)

// only returns the set of one side.
func only(c chess.Color) sides { return 1 << (c & 1) }

// cache holds an accumulator of a side with its king on one half of the board, and
// the pieces that it was computed from. A refresh starts from it.
type cache struct {
	pieces      [2][6]chess.Bitboard // [color][kind]
	accumulator []int16
}

// NewStack returns a stack for a network.
func NewStack(n *Network) *Stack {
	s := &Stack{network: n, accumulators: memory.Aligned[int16](room * 2 * n.neurons)}
	for c := range s.caches {
		for half := range s.caches[c] {
			s.caches[c][half].accumulator = memory.Aligned[int16](n.neurons)
			copy(s.caches[c][half].accumulator, n.weights.Bias)
		}
	}
	return s
}

// Evaluate returns the network's score of a position in centipawns from the side to
// move's view, within ±chess.Decisive. It does not allocate.
func (s *Stack) Evaluate(p *position.Position) chess.Score {
	if s.frame(p, 0).ready != both {
		s.update(p)
	}
	s.threats.Find(p)
	us := p.SideToMove()
	return s.network.score(s.accumulator(p.Ply(), us), s.accumulator(p.Ply(), us.Other()), &s.threats, Bucket(p.Occupied().Count()))
}

// accumulator returns a pointer to a side's accumulator at a ply.
func (s *Stack) accumulator(ply int, c chess.Color) *int16 {
	return &s.accumulators[(ply&(room-1)*2+int(c&1))*s.network.neurons]
}

// frame returns the frame of the position before the last ago moves. If it held
// another position it is reset.
func (s *Stack) frame(p *position.Position, ago int) *frame {
	f := &s.frames[(p.Ply()-ago)&(room-1)]
	if hash := p.HashAgo(ago); f.key != hash.Key || f.lock != hash.Lock {
		*f = frame{key: hash.Key, lock: hash.Lock}
	}
	return f
}

// update computes both accumulators of a position, each from that of the last
// position that has one and the moves since then. An accumulator is refreshed if none
// is near, or if the king has moved to the other half of the board since.
func (s *Stack) update(p *position.Position) {
	missing := both &^ s.frame(p, 0).ready
	var start [2]int // how many moves ago an accumulator was ready: [color]
	for ago := 0; missing != none; ago++ {
		if ago == maxSteps || ago == p.Ply() {
			for c := range chess.Color(2) {
				if missing&only(c) != none {
					s.refresh(p, c)
				}
			}
			break
		}
		d := &s.deltas[ago]
		p.DeltaAgo(ago, d)
		if d.Leaving > 0 && d.Left[0].Piece.Type() == chess.King && (d.Left[0].Square^d.Came[0].Square)&4 != 0 {
			if c := d.Left[0].Piece.Color(); missing&only(c) != none {
				s.refresh(p, c)
				missing &^= only(c)
			}
		}
		found := s.frame(p, ago+1).ready & missing
		for c := range chess.Color(2) {
			if found&only(c) != none {
				start[c] = ago + 1
			}
		}
		missing &^= found
	}
	if start[0] == start[1] {
		for ago := start[0]; ago > 0; ago-- {
			s.step(p, ago-1, chess.White, 2)
		}
		return
	}
	for c, ago := range start {
		for ; ago > 0; ago-- {
			s.step(p, ago-1, chess.Color(c), 1)
		}
	}
}

// step computes accumulators of the position before the last ago moves from those
// one ply earlier. It does so for count sides from first on.
func (s *Stack) step(p *position.Position, ago int, first chess.Color, count int) {
	d, ch := &s.deltas[ago], &s.changes
	ch.coming, ch.leaving = int(d.Coming), int(d.Leaving)
	ply := p.Ply() - ago
	f := &s.frames[ply&(room-1)]
	for side := range count {
		c := first + chess.Color(side)
		t := turn(c, p.King(c))
		for i := range ch.coming {
			came := &d.Came[i&1]
			ch.come[side&1][i&1] = featureOf(c, t, came.Piece, came.Square)
		}
		for i := range ch.leaving {
			left := &d.Left[i&1]
			ch.leave[side&1][i&1] = featureOf(c, t, left.Piece, left.Square)
		}
		f.ready |= only(c)
	}
	s.network.accumulate(s.accumulator(ply, first), s.accumulator(ply-1, first), ch, count)
}

// refresh computes a side's accumulator of a position from the cache for the king's
// half of the board, which it updates.
func (s *Stack) refresh(p *position.Position, c chess.Color) {
	king := p.King(c)
	t := turn(c, king)
	old, ch := &s.caches[c&1][king>>2&1], &s.changes
	ch.coming, ch.leaving = 0, 0
	for color := range chess.Color(2) {
		for kind := chess.Pawn; kind <= chess.King; kind++ {
			piece, before, now := chess.PieceOf(color, kind), old.pieces[color][kind], p.PiecesOf(color, kind)
			old.pieces[color][kind] = now
			for came := now &^ before; came != 0; came &= came - 1 {
				ch.add(featureOf(c, t, piece, came.First()))
			}
			for left := before &^ now; left != 0; left &= left - 1 {
				ch.remove(featureOf(c, t, piece, left.First()))
			}
		}
	}
	s.network.accumulate(&old.accumulator[0], &old.accumulator[0], ch, 1)
	start := (p.Ply()&(room-1)*2 + int(c&1)) * s.network.neurons
	copy(s.accumulators[start:start+s.network.neurons], old.accumulator)
	s.frames[p.Ply()&(room-1)].ready |= only(c)
}
