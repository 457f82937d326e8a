package nnue

import (
	"xorro/chess"
	"xorro/position"
)

// room is how many plies a Stack keeps accumulators of, a power of two.
const room = 256

// maxSteps is how many moves at most are followed to bring an accumulator up to
// date; after more, a refresh is cheaper.
const maxSteps = 6

// Stack evaluates the positions of one search thread. It keeps the accumulators of
// the last positions that led to where it is, by ply, and makes the others from
// them only when an evaluation is asked for. The position's own stack of boards
// tells it what was moved meanwhile, and each accumulator knows the hash of what it
// belongs to, so nothing need be told when moves are made or taken back, and any
// position may follow any other.
type Stack struct {
	network      *Network
	accumulators []int16 // [ply % room][color][neuron]
	frames       [room]frame
	caches       [2][2]cache // [color][mirrored]

	// Scratch.
	deltas  [maxSteps]position.Delta // [moves ago]
	changes changes
}

// frame is what is known of the accumulators of a ply.
type frame struct {
	key, lock uint64 // of the position; zero, which none has, at first
	ready     sides  // whose accumulators are made
}

// sides is a set of sides.
type sides uint8

const (
	none sides = 0
	both sides = 3
)

// only is the set of one side.
func only(c chess.Color) sides { return 1 << (c & 1) }

// cache is an accumulator that a side with its king on this half of the board had
// not long ago, and the men that it saw then. A refresh starts from there.
type cache struct {
	men         [2][6]chess.Bitboard // [color][kind]
	accumulator []int16
}

// NewStack makes a stack for a network.
func NewStack(n *Network) *Stack {
	s := &Stack{network: n, accumulators: aligned(room * 2 * n.neurons)}
	for c := range s.caches {
		for half := range s.caches[c] {
			s.caches[c][half].accumulator = aligned(n.neurons)
			copy(s.caches[c][half].accumulator, n.weights.Bias)
		}
	}
	return s
}

// Evaluate is the network's score of a position in centipawns from the side to
// move's view, within ±chess.Decisive. Nothing is allocated.
func (s *Stack) Evaluate(p *position.Position) chess.Score {
	if s.frame(p, 0).ready != both {
		s.update(p)
	}
	us := p.SideToMove()
	return s.network.score(s.accumulator(p.Ply(), us), s.accumulator(p.Ply(), us.Other()), Bucket(p.Occupied().Count()))
}

// accumulator is the place of a side's accumulator at a ply.
func (s *Stack) accumulator(ply int, c chess.Color) *int16 {
	return &s.accumulators[(ply&(room-1)*2+int(c&1))*s.network.neurons]
}

// frame is the frame of the position before so many of the last moves, which is
// taken over if it was another position's.
func (s *Stack) frame(p *position.Position, ago int) *frame {
	f := &s.frames[(p.Ply()-ago)&(room-1)]
	if hash := p.HashAgo(ago); f.key != hash.Key || f.lock != hash.Lock {
		*f = frame{key: hash.Key, lock: hash.Lock}
	}
	return f
}

// update makes both sides' accumulators of a position. Each is that of the last
// position that has one, with the moves since then, or is refreshed if there is
// none near or the king has come to the other half of the board meanwhile.
func (s *Stack) update(p *position.Position) {
	missing := both &^ s.frame(p, 0).ready
	var start [2]int // how many moves ago each side's accumulator was ready
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

// step makes the accumulators, of one side or from White on of both, of the
// position before so many of the last moves from those of the position before.
func (s *Stack) step(p *position.Position, ago int, first chess.Color, count int) {
	d, ch := &s.deltas[ago], &s.changes
	ch.coming, ch.leaving = int(d.Coming), int(d.Leaving)
	ply := p.Ply() - ago
	f := &s.frames[ply&(room-1)]
	for side := range count {
		c := first + chess.Color(side)
		t := turn(c, p.King(c))
		for i := range ch.coming {
			man := &d.Came[i&1]
			ch.come[side&1][i&1] = featureOf(c, t, man.Piece, man.Square)
		}
		for i := range ch.leaving {
			man := &d.Left[i&1]
			ch.leave[side&1][i&1] = featureOf(c, t, man.Piece, man.Square)
		}
		f.ready |= only(c)
	}
	s.network.accumulate(s.accumulator(ply, first), s.accumulator(ply-1, first), ch, count)
}

// refresh makes a side's accumulator of a position from the cache of its king's
// half, which is brought up to date.
func (s *Stack) refresh(p *position.Position, c chess.Color) {
	king := p.King(c)
	t := turn(c, king)
	old, ch := &s.caches[c&1][king>>2&1], &s.changes
	ch.coming, ch.leaving = 0, 0
	for color := range chess.Color(2) {
		for kind := chess.Pawn; kind <= chess.King; kind++ {
			piece, before, now := chess.PieceOf(color, kind), old.men[color][kind], p.PiecesOf(color, kind)
			old.men[color][kind] = now
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
