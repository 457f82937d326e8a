package position

import (
	"xorro/attacks"
	"xorro/chess"
	"xorro/zobrist"
)

// AttackMap holds the squares that a side attacks, its own pieces' included.
type AttackMap struct {
	By    [8]chess.Bitboard // by the side's pieces of a type
	All   chess.Bitboard    // by any piece
	Twice chess.Bitboard    // by at least two pieces
	// Diagonal and Straight are what the king would attack if it were a bishop or a rook.
	// From there they check it.
	Diagonal, Straight chess.Bitboard
}

// attackCache holds the attack map of a side in the position with a hash.
type attackCache struct {
	hash zobrist.Hash // initially zero, which no position has
	AttackMap
}

// Attacks returns the squares that a side attacks. Pins do not matter. The map is kept
// until it is asked for in another position.
func (p *Position) Attacks(c chess.Color) *AttackMap {
	cache := &p.attacks[c&1]
	if cache.hash != p.hash {
		cache.hash = p.hash
		p.AttacksWithout(c, 0, &cache.AttackMap)
	}
	return &cache.AttackMap
}

// AttacksWithout sets m to the squares that a side attacks if the pieces on the gone
// squares, of which no king is one, are not there.
func (p *Position) AttacksWithout(c chess.Color, gone chess.Bitboard, m *AttackMap) {
	occupied, own := p.Occupied()&^gone, p.ByColor(c)&^gone
	pawns := p.sets[chess.Pawn] & own
	east, west := pawns.NorthEast(), pawns.NorthWest()
	if c == chess.Black {
		east, west = pawns.SouthEast(), pawns.SouthWest()
	}
	m.By[chess.Pawn] = east | west
	all, twice := east|west, east&west
	knights := chess.Bitboard(0)
	for b := p.sets[chess.Knight] & own; b != 0; b &= b - 1 {
		a := attacks.Knight(b.First())
		twice |= all & a
		all |= a
		knights |= a
	}
	m.By[chess.Knight] = knights
	king := p.sets[chess.King] & own
	var far attacks.Reach
	far.Find(occupied, p.sets[chess.Bishop]&own, p.sets[chess.Rook]&own, p.sets[chess.Queen]&own, king)
	m.By[chess.Bishop], m.By[chess.Rook], m.By[chess.Queen] = far.Bishops, far.Rooks, far.Queens
	m.Diagonal, m.Straight = far.Diagonal, far.Straight
	twice |= far.Twice | all&far.All
	all |= far.All
	near := attacks.King(king.First())
	m.By[chess.King] = near
	m.All, m.Twice = all|near, twice|all&near
}
