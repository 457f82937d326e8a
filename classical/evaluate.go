// Package classical evaluates positions by rules of thumb: material, where the
// men stand, how freely they move, pawn structure and the king's shelter. Every
// term has a middlegame and an endgame value, and the men left on the board say
// how much each of them counts.
package classical

import (
	"xorro/attacks"
	"xorro/chess"
	"xorro/position"
)

// Evaluate is the static evaluation in centipawns from the side to move's view.
// It never claims a mate. The side to move should not be in check.
func Evaluate(p *position.Position) chess.Score {
	var total pair
	phase := 0
	for men := p.Occupied(); men != 0; men &= men - 1 {
		s := men.First()
		total += placed[p.PieceOn(s)&15][s&63]
	}
	for t := chess.Knight; t <= chess.Queen; t++ {
		phase += phaseWeight[t] * p.Pieces(t).Count()
	}
	total += pieces(p, chess.White) - pieces(p, chess.Black)
	total += pawns(p, chess.White) - pawns(p, chess.Black)

	phase = min(phase, fullPhase)
	score := (total.middlegame()*phase + total.endgame()*(fullPhase-phase)) / fullPhase
	if p.SideToMove() == chess.Black {
		score = -score
	}
	return min(max(score+tempo, 1-chess.Decisive), chess.Decisive-1)
}

// pieces is what a side's knights, bishops, rooks and queens add beyond their
// placement, and what they take from the enemy king's safety.
func pieces(p *position.Position, us chess.Color) pair {
	var total pair
	occupied := p.Occupied()
	ownPawns, theirPawns := p.PiecesOf(us, chess.Pawn), p.PiecesOf(us.Other(), chess.Pawn)
	free := ^(p.ByColor(us) | attacks.Pawns(us.Other(), theirPawns))
	zone := attacks.King(p.King(us.Other()))

	for t := chess.Knight; t <= chess.Queen; t++ {
		for men := p.PiecesOf(us, t); men != 0; men &= men - 1 {
			reached := attacks.Of(t, men.First(), occupied) & free
			total += mobility[t] * pair(reached.Count()-usualMobility[t])
			total += kingZone * pair((reached & zone).Count())
		}
	}
	if p.PiecesOf(us, chess.Bishop).Many() {
		total += bishopPair
	}
	for rooks := p.PiecesOf(us, chess.Rook); rooks != 0; rooks &= rooks - 1 {
		file := rooks.First().File().Bitboard()
		switch {
		case file&(ownPawns|theirPawns) == 0:
			total += openFile
		case file&ownPawns == 0:
			total += halfOpen
		}
	}
	king := p.King(us).Bitboard()
	front := forward(us, king|king.East()|king.West())
	front |= forward(us, front)
	return total + shelter*pair((front&ownPawns).Count())
}

// pawns is what a side's pawn structure adds.
func pawns(p *position.Position, us chess.Color) pair {
	own, theirs := p.PiecesOf(us, chess.Pawn), p.PiecesOf(us.Other(), chess.Pawn)
	behindOwn := span(us.Other(), own)
	guarded := span(us.Other(), theirs)
	guarded |= guarded.East() | guarded.West()
	files := fill(own)

	total := doubled*pair((own&behindOwn).Count()) +
		isolated*pair((own&^(files.East()|files.West())).Count())
	for free := own &^ guarded &^ behindOwn; free != 0; free &= free - 1 {
		s := free.First()
		rank := s.Relative(us).Rank()
		total += passed[rank&7]
		if forward(us, s.Bitboard())&p.Occupied() != 0 {
			total += blocked * pair(rank-chess.Rank2)
		}
	}
	return total
}

// forward moves each square one rank on, as the side sees it.
func forward(c chess.Color, b chess.Bitboard) chess.Bitboard {
	if c == chess.White {
		return b.North()
	}
	return b.South()
}

// span is all squares in front of a set's, as the side sees it.
func span(c chess.Color, b chess.Bitboard) chess.Bitboard {
	b = forward(c, b)
	if c == chess.White {
		b |= b << 8
		b |= b << 16
		return b | b<<32
	}
	b |= b >> 8
	b |= b >> 16
	return b | b>>32
}

// fill is all squares of the files that a set has squares on.
func fill(b chess.Bitboard) chess.Bitboard {
	return b | span(chess.White, b) | span(chess.Black, b)
}
