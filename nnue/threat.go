package nnue

import (
	"xorro/attacks"
	"xorro/chess"
	"xorro/position"
)

// Threats are features that depend on which squares the pieces of both sides attack. A
// move may change many of them, so they are not inputs of the accumulators: each has a
// weight for each output. Pins do not matter. There are three kinds of them, in this order,
// and of each kind those of the side to move come before those of the opponent:
//
//   - An attacked piece, apart from kings: its kind, the cheapest attacker, the cheapest
//     defender or none, whether there are at least two attackers, and whether there are at
//     least two defenders.
//   - The checks of a king: the kinds of pieces that can check it from a square that its
//     side does not attack, and the numbers of exposed squares and flights, up to 3 each.
//   - The squares around a king: the numbers of attacked squares, exposed squares and
//     flights, up to 7 each.
//
// A square around a king is exposed if it is attacked at least twice and defended at most
// once, counting the king. It is a flight if the king could go there.
const (
	attackers      = 6 // kinds of pieces
	defenders      = 7 // kinds of pieces, and none
	attackedCodes  = attackers * defenders * 2 * 2
	attackedKinds  = 5 // of pieces, without the king
	checksCodes    = 16 * 4 * 4
	aroundCodes    = 8 * 8 * 8
	firstChecks    = 2 * attackedKinds * attackedCodes
	firstAround    = firstChecks + 2*checksCodes
	ThreatFeatures = firstAround + 2*aroundCodes
)

// maxThreats is the greatest number of threats in a position: an attacked piece for each
// piece but the kings, and two for each king. It is rounded up to a power of two.
const maxThreats = 64

// ThreatList lists the threats of a position.
type ThreatList struct {
	n       int
	numbers [maxThreats]uint16
}

// Slice returns the numbers, 0 to ThreatFeatures-1, of the threats.
func (l *ThreatList) Slice() []uint16 { return l.numbers[:l.n] }

// Find makes l the threats of a position.
func (l *ThreatList) Find(p *position.Position) {
	us := p.SideToMove()
	l.find(p, p.Attacks(us), p.Attacks(us.Other()), 0)
}

// findWithout is like Find, but as if the pieces on the gone squares, of which no king is
// one, were not there.
func (l *ThreatList) findWithout(p *position.Position, gone chess.Bitboard) {
	var ours, theirs position.AttackMap
	us := p.SideToMove()
	p.AttacksWithout(us, gone, &ours)
	p.AttacksWithout(us.Other(), gone, &theirs)
	l.find(p, &ours, &theirs, gone)
}

// find is findWithout for known attacks.
func (l *ThreatList) find(p *position.Position, ours, theirs *position.AttackMap, gone chess.Bitboard) {
	l.n = 0
	a, b := ranksOf(ours), ranksOf(theirs)
	us := p.SideToMove()
	l.add(p, us, 0, ours, theirs, &a, &b, gone)
	l.add(p, us.Other(), 1, theirs, ours, &b, &a, gone)
}

// ranks tell for each square the kind of the cheapest piece of a side that attacks it, in
// three bits, the lowest first. The number 6 stands for none.
type ranks [3]chess.Bitboard

// ranksOf returns the ranks of an attack map.
func ranksOf(m *position.AttackMap) ranks {
	// Each set less the ones before it. The numbers of pieces are 0 for pawns to 5 for kings.
	seen := m.By[chess.Pawn]
	knights := m.By[chess.Knight] &^ seen
	seen |= knights
	bishops := m.By[chess.Bishop] &^ seen
	seen |= bishops
	rooks := m.By[chess.Rook] &^ seen
	seen |= rooks
	queens := m.By[chess.Queen] &^ seen
	seen |= queens
	kings, nobody := m.By[chess.King]&^seen, ^m.All
	return ranks{knights | rooks | kings, bishops | rooks | nobody, queens | kings | nobody}
}

// at returns the kind of the cheapest piece that attacks a square, or 6.
func (r *ranks) at(s chess.Square) int {
	return int(r[0]>>(s&63)&1 | r[1]>>(s&63)&1<<1 | r[2]>>(s&63)&1<<2)
}

// add adds the threats to the pieces and the king of a color.
func (l *ThreatList) add(p *position.Position, c chess.Color, side int, ours, theirs *position.AttackMap, defend, attack *ranks, gone chess.Bitboard) {
	own := p.ByColor(c) &^ gone
	n := l.n
	for pieces := own & theirs.All &^ p.Pieces(chess.King); pieces != 0; pieces &= pieces - 1 {
		s := pieces.First()
		code := (attack.at(s)*defenders+defend.at(s))*4 + int(theirs.Twice>>(s&63)&1<<1|ours.Twice>>(s&63)&1)
		l.numbers[n&(maxThreats-1)] = uint16((side*attackedKinds+int(p.PieceOn(s).Type()))*attackedCodes + code)
		n++
	}

	around := ours.By[chess.King]
	open := ^(ours.All | p.Occupied()&^gone&^own)
	diagonal, straight := ours.Diagonal&open, ours.Straight&open
	checks := 0
	if attacks.Knight(p.King(c))&open&theirs.By[chess.Knight] != 0 {
		checks |= 1
	}
	if diagonal&theirs.By[chess.Bishop] != 0 {
		checks |= 2
	}
	if straight&theirs.By[chess.Rook] != 0 {
		checks |= 4
	}
	if (diagonal|straight)&theirs.By[chess.Queen] != 0 {
		checks |= 8
	}
	attacked := (around & theirs.All).Count()
	exposed := (around & theirs.Twice &^ ours.Twice).Count()
	flights := (around &^ (theirs.All | own)).Count()
	l.numbers[n&(maxThreats-1)] = uint16(firstChecks + side*checksCodes + (checks*4+min(exposed, 3))*4 + min(flights, 3))
	n++
	l.numbers[n&(maxThreats-1)] = uint16(firstAround + side*aroundCodes + (min(attacked, 7)*8+min(exposed, 7))*8 + min(flights, 7))
	l.n = n + 1
}

// ofThreats returns what the threats add to the output of a bucket, in the units of output
// biases.
func (n *Network) ofThreats(l *ThreatList, bucket int) int64 {
	row, sum := n.weights.Threats[bucket*ThreatFeatures:][:ThreatFeatures], 0
	for _, number := range l.Slice() {
		sum += int(row[number])
	}
	return int64(sum)
}
