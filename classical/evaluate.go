// Package classical evaluates positions by rules of thumb: material, where the
// men stand, how freely they move and what they threaten, pawn structure and the
// king's safety. Every term has a middlegame and an endgame value, and the men
// left on the board say how much each of them counts.
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
	white, black := reach(p, chess.White), reach(p, chess.Black)
	total += pieces(p, chess.White, &white) - pieces(p, chess.Black, &black)
	total += pawns(p, chess.White) - pawns(p, chess.Black)
	total += threats(p, chess.White, &white, &black) - threats(p, chess.Black, &black, &white)

	phase = min(phase, fullPhase)
	endgame := total.endgame() * winnable(p, total.endgame()) / allWinnable
	score := (total.middlegame()*phase + endgame*(fullPhase-phase)) / fullPhase
	if p.SideToMove() == chess.Black {
		score = -score
	}
	return min(max(score+tempo, 1-chess.Decisive), chess.Decisive-1)
}

// reached is what the men of a side attack, and what they earn by their mobility
// and beside the enemy king.
type reached struct {
	all, pawns, minors, rooks chess.Bitboard
	value                     pair
}

func reach(p *position.Position, us chess.Color) (r reached) {
	occupied := p.Occupied()
	r.pawns = attacks.Pawns(us, p.PiecesOf(us, chess.Pawn))
	r.all = r.pawns | attacks.King(p.King(us))
	free := ^(p.ByColor(us) | attacks.Pawns(us.Other(), p.PiecesOf(us.Other(), chess.Pawn)))
	zone := attacks.King(p.King(us.Other()))
	pressure := 0
	for t := chess.Knight; t <= chess.Queen; t++ {
		for men := p.PiecesOf(us, t); men != 0; men &= men - 1 {
			set := attacks.Of(t, men.First(), occupied)
			r.all |= set
			switch t {
			case chess.Knight, chess.Bishop:
				r.minors |= set
			case chess.Rook:
				r.rooks |= set
			}
			set &= free
			r.value += mobility[t][set.Count()&31]
			pressure += (set & zone).Count()
		}
	}
	queens := min(p.PiecesOf(us, chess.Queen).Count(), 1)
	r.value += kingPressure[queens][min(pressure, len(kingPressure[0])-1)]
	return r
}

// pieces is what a side's men other than pawns add beyond their placement.
func pieces(p *position.Position, us chess.Color, r *reached) pair {
	total := r.value
	ownPawns, theirPawns := p.PiecesOf(us, chess.Pawn), p.PiecesOf(us.Other(), chess.Pawn)
	if p.PiecesOf(us, chess.Bishop).Many() {
		total += bishopPair
	}
	// No pawn can drive away who stands on an outpost.
	held := r.pawns & outpostRanks[us&1] &^ attacks.Pawns(us.Other(), theirPawns|span(us.Other(), theirPawns))
	total += knightOutpost * pair((held & p.PiecesOf(us, chess.Knight)).Count())
	total += bishopOutpost * pair((held & p.PiecesOf(us, chess.Bishop)).Count())
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
	return total + shelter*pair((front&ownPawns).Count()) + storm*pair(((front|forward(us, front))&theirPawns).Count())
}

// threats is what a side's attacks on enemy men are worth.
func threats(p *position.Position, us chess.Color, own, theirs *reached) pair {
	them := us.Other()
	men := p.ByColor(them) &^ p.Pieces(chess.King)
	strong := p.PiecesOf(them, chess.Rook) | p.PiecesOf(them, chess.Queen)
	return pawnThreat*pair((own.pawns&men&^p.Pieces(chess.Pawn)).Count()) +
		minorThreat*pair((own.minors&strong).Count()) +
		rookThreat*pair((own.rooks&p.PiecesOf(them, chess.Queen)).Count()) +
		loose*pair((own.all&men&^theirs.all).Count())
}

// pawns is what a side's pawn structure adds.
func pawns(p *position.Position, us chess.Color) pair {
	them := us.Other()
	own, theirs := p.PiecesOf(us, chess.Pawn), p.PiecesOf(them, chess.Pawn)
	behindOwn := span(them, own)
	guarded := span(them, theirs)
	guarded |= guarded.East() | guarded.West()
	files := fill(own)
	beside := own.East() | own.West()
	// A backward pawn has no own one beside or behind on the next files, and cannot
	// advance without being taken.
	alone := own &^ (beside | span(us, beside))
	backward := alone & forward(them, attacks.Pawns(them, theirs))

	total := doubled*pair((own&behindOwn).Count()) +
		isolated*pair((own&^(files.East()|files.West())).Count()) +
		phalanx*pair((own&beside).Count()) +
		supported*pair((own&attacks.Pawns(us, own)).Count()) +
		backwards*pair(backward.Count())
	for free := own &^ guarded &^ behindOwn; free != 0; free &= free - 1 {
		s := free.First()
		rank := s.Relative(us).Rank()
		total += passed[rank&7]
		front := forward(us, s.Bitboard())
		if front&p.Occupied() != 0 {
			total += blocked * pair(rank-chess.Rank2)
		}
		if rank >= chess.Rank4 {
			total += escort*pair(distance(p.King(us), front.First())) + hunt*pair(distance(p.King(them), front.First()))
		}
	}
	return total
}

// winnable is how much of an endgame's worth can be had, of allWinnable: little
// for a side that has no pawns and hardly more pieces than the other, and half
// between bishops that never meet.
func winnable(p *position.Position, endgame int) int {
	strong := chess.White
	if endgame < 0 {
		strong = chess.Black
	}
	worth := func(c chess.Color) int {
		return 3*(p.PiecesOf(c, chess.Knight)|p.PiecesOf(c, chess.Bishop)).Count() +
			5*p.PiecesOf(c, chess.Rook).Count() + 9*p.PiecesOf(c, chess.Queen).Count()
	}
	if p.PiecesOf(strong, chess.Pawn) == 0 && worth(strong)-worth(strong.Other()) <= 3 {
		return hardlyWinnable
	}
	bishops := p.Pieces(chess.Bishop)
	if worth(chess.White) == 3 && worth(chess.Black) == 3 && bishops.Count() == 2 && (bishops&chess.LightSquares).Count() == 1 {
		return allWinnable / 2
	}
	return allWinnable
}

// distance is how many moves a king needs from square to square.
func distance(a, b chess.Square) int {
	files, ranks := int(a.File())-int(b.File()), int(a.Rank())-int(b.Rank())
	return max(files, -files, ranks, -ranks)
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
