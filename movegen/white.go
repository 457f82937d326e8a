package movegen

import (
	"xorro/attacks"
	"xorro/chess"
	"xorro/position"
)

// The distances between the squares of pawn moves.
const (
	whiteUp      = 8
	whiteUpTwo   = 16
	whiteUpRight = 9
	whiteUpLeft  = 7
)

// safeWhite returns those of the squares on which the king would not be attacked. Sliding
// pieces attack through the king's present square. One or two squares are tested
// separately; for more the attacks of all sliding pieces are combined.
func safeWhite(p *position.Position, squares, own, enemy chess.Bitboard) chess.Bitboard {
	squares &^= attacks.Pawns(chess.Black, p.Pieces(chess.Pawn)&enemy)
	squares &^= attacks.Knights(p.Pieces(chess.Knight)&enemy) | attacks.King(p.King(chess.Black))
	if squares == 0 {
		return squares
	}
	through := own&^p.Pieces(chess.King) | enemy
	diagonal := (p.Pieces(chess.Bishop) | p.Pieces(chess.Queen)) & enemy
	orthogonal := (p.Pieces(chess.Rook) | p.Pieces(chess.Queen)) & enemy
	if rest := squares & (squares - 1); rest&(rest-1) == 0 {
		safe := chess.Empty
		for ; squares != 0; squares &= squares - 1 {
			s := squares.First()
			if attacks.Bishop(s, through)&diagonal|attacks.Rook(s, through)&orthogonal == 0 {
				safe |= s.Bitboard()
			}
		}
		return safe
	}
	for ; diagonal != 0; diagonal &= diagonal - 1 {
		squares &^= attacks.Bishop(diagonal.First(), through)
	}
	for ; orthogonal != 0; orthogonal &= orthogonal - 1 {
		squares &^= attacks.Rook(orthogonal.First(), through)
	}
	return squares
}

func countWhite(p *position.Position) int {
	own, enemy := p.ByColor(chess.White), p.ByColor(chess.Black)
	king := p.King(chess.White)
	kingTargets := attacks.King(king) &^ own
	var short, long chess.Bitboard // squares that must be safe for castling
	if p.Castling()&(chess.WhiteKingside|chess.WhiteQueenside) != 0 && p.Checkers() == 0 {
		short, long = p.CastlingWay(chess.WhiteKingside), p.CastlingWay(chess.WhiteQueenside)
	}
	n := 0
	if wanted := kingTargets | short | long; wanted != 0 {
		safe := safeWhite(p, wanted, own, enemy)
		n = (kingTargets & safe).Count()
		if short != 0 && short&^safe == 0 {
			n++
		}
		if long != 0 && long&^safe == 0 {
			n++
		}
	}

	targets := ^own
	if checkers := p.Checkers(); checkers != 0 {
		if checkers.Many() {
			return n
		}
		targets = attacks.Between(king, checkers.First()) | checkers
	}
	occupied := own | enemy
	pins := p.Pins()
	free := own &^ pins

	// The first pieces of a type are counted without a test whether they exist, since
	// NoSquare attacks nothing.
	knights := p.Pieces(chess.Knight) & free
	n += (attacks.Knight(knights.First()) & targets).Count()
	knights &= knights - 1
	n += (attacks.Knight(knights.First()) & targets).Count()
	for knights &= knights - 1; knights != 0; knights &= knights - 1 {
		n += (attacks.Knight(knights.First()) & targets).Count()
	}
	diagonal := p.Pieces(chess.Bishop) | p.Pieces(chess.Queen)
	sliders := diagonal & free
	n += (attacks.Bishop(sliders.First(), occupied) & targets).Count()
	sliders &= sliders - 1
	n += (attacks.Bishop(sliders.First(), occupied) & targets).Count()
	sliders &= sliders - 1
	n += (attacks.Bishop(sliders.First(), occupied) & targets).Count()
	for sliders &= sliders - 1; sliders != 0; sliders &= sliders - 1 {
		n += (attacks.Bishop(sliders.First(), occupied) & targets).Count()
	}
	orthogonal := p.Pieces(chess.Rook) | p.Pieces(chess.Queen)
	sliders = orthogonal & free
	n += (attacks.Rook(sliders.First(), occupied) & targets).Count()
	sliders &= sliders - 1
	n += (attacks.Rook(sliders.First(), occupied) & targets).Count()
	sliders &= sliders - 1
	n += (attacks.Rook(sliders.First(), occupied) & targets).Count()
	for sliders &= sliders - 1; sliders != 0; sliders &= sliders - 1 {
		n += (attacks.Rook(sliders.First(), occupied) & targets).Count()
	}

	pawns := p.Pieces(chess.Pawn) & free
	pushes := pawns.North() &^ occupied
	right, left := pawns.NorthEast()&enemy, pawns.NorthWest()&enemy
	if pinned := own & pins; pinned != 0 {
		diagonalPins, orthogonalPins := pins&attacks.BishopRays(king), pins&attacks.RookRays(king)
		for pieces := diagonal & pinned & diagonalPins; pieces != 0; pieces &= pieces - 1 {
			n += (attacks.Bishop(pieces.First(), occupied) & targets & diagonalPins).Count()
		}
		for pieces := orthogonal & pinned & orthogonalPins; pieces != 0; pieces &= pieces - 1 {
			n += (attacks.Rook(pieces.First(), occupied) & targets & orthogonalPins).Count()
		}
		pawns := p.Pieces(chess.Pawn) & pinned
		pushes |= (pawns & orthogonalPins).North() &^ occupied & orthogonalPins
		right |= (pawns & diagonalPins).NorthEast() & enemy & diagonalPins
		left |= (pawns & diagonalPins).NorthWest() & enemy & diagonalPins
	}
	n += ((pushes & chess.Rank3BB).North() &^ occupied & targets).Count()
	pushes &= targets
	right &= targets
	left &= targets
	n += pushes.Count() + right.Count() + left.Count()
	if (pushes|right|left)&chess.Rank8BB != 0 {
		n += 3 * ((pushes & chess.Rank8BB).Count() + (right & chess.Rank8BB).Count() + (left & chess.Rank8BB).Count())
	}

	if target := p.EnPassant(); target != chess.NoSquare {
		capturers := attacks.Pawn(chess.Black, target) & p.Pieces(chess.Pawn) & own
		for ; capturers != 0; capturers &= capturers - 1 {
			if p.IsEnPassantLegal(capturers.First(), target) {
				n++
			}
		}
	}
	return n
}

// listWhite writes the wanted legal moves to a list that has n moves. It returns the new
// number of moves.
func listWhite(p *position.Position, moves *[chess.MaxMoves]chess.Move, n int, w wanted) int {
	_ = *moves // one test for nil here instead of one for each move
	own, enemy := p.ByColor(chess.White), p.ByColor(chess.Black)
	occupied := own | enemy
	king := p.King(chess.White)
	// The targets of captures and of quiet moves by pieces other than pawns.
	captures, quiets := chess.Empty, chess.Empty
	if w&noisy != 0 {
		captures = enemy
	}
	if w&quiet != 0 {
		quiets = ^occupied
	}
	kingTargets := safeWhite(p, attacks.King(king)&(captures|quiets), own, enemy)
	n = add(moves, n, king, kingTargets&captures, chess.Capture)
	n = add(moves, n, king, kingTargets&quiets, chess.Quiet)

	evasions := chess.Full
	if checkers := p.Checkers(); checkers != 0 {
		if checkers.Many() {
			return n
		}
		evasions = attacks.Between(king, checkers.First()) | checkers
	}
	captures &= evasions
	quiets &= evasions
	pins := p.Pins()
	free, pinned := own&^pins, own&pins
	diagonalPins, orthogonalPins := pins&attacks.BishopRays(king), pins&attacks.RookRays(king)

	for pieces := p.Pieces(chess.Knight) & free; pieces != 0; pieces &= pieces - 1 {
		from := pieces.First()
		targets := attacks.Knight(from)
		n = add(moves, n, from, targets&captures, chess.Capture)
		n = add(moves, n, from, targets&quiets, chess.Quiet)
	}
	diagonal := (p.Pieces(chess.Bishop) | p.Pieces(chess.Queen)) & own &^ orthogonalPins
	for pieces := diagonal; pieces != 0; pieces &= pieces - 1 {
		from := pieces.First()
		targets := attacks.Bishop(from, occupied)
		if pinned.Has(from) {
			targets &= diagonalPins
		}
		n = add(moves, n, from, targets&captures, chess.Capture)
		n = add(moves, n, from, targets&quiets, chess.Quiet)
	}
	orthogonal := (p.Pieces(chess.Rook) | p.Pieces(chess.Queen)) & own &^ diagonalPins
	for pieces := orthogonal; pieces != 0; pieces &= pieces - 1 {
		from := pieces.First()
		targets := attacks.Rook(from, occupied)
		if pinned.Has(from) {
			targets &= orthogonalPins
		}
		n = add(moves, n, from, targets&captures, chess.Capture)
		n = add(moves, n, from, targets&quiets, chess.Quiet)
	}

	pawns := p.Pieces(chess.Pawn) & free
	pinnedPawns := p.Pieces(chess.Pawn) & pinned
	pushes := pawns.North() &^ occupied
	right, left := pawns.NorthEast()&enemy, pawns.NorthWest()&enemy
	if pinnedPawns != 0 {
		pushes |= (pinnedPawns & orthogonalPins).North() &^ occupied & orthogonalPins
		right |= (pinnedPawns & diagonalPins).NorthEast() & enemy & diagonalPins
		left |= (pinnedPawns & diagonalPins).NorthWest() & enemy & diagonalPins
	}
	if w&noisy != 0 {
		right, left := right&evasions, left&evasions
		n = addPawns(moves, n, right&^chess.Rank8BB, whiteUpRight, chess.Capture)
		n = addPawns(moves, n, left&^chess.Rank8BB, whiteUpLeft, chess.Capture)
		if (pushes|right|left)&chess.Rank8BB != 0 {
			n = addPromotions(moves, n, right&chess.Rank8BB, whiteUpRight, chess.CaptureBit)
			n = addPromotions(moves, n, left&chess.Rank8BB, whiteUpLeft, chess.CaptureBit)
			n = addPromotions(moves, n, pushes&evasions&chess.Rank8BB, whiteUp, 0)
		}
		if target := p.EnPassant(); target != chess.NoSquare {
			capturers := attacks.Pawn(chess.Black, target) & p.Pieces(chess.Pawn) & own
			for ; capturers != 0; capturers &= capturers - 1 {
				if from := capturers.First(); p.IsEnPassantLegal(from, target) {
					n = add(moves, n, from, target.Bitboard(), chess.EnPassant)
				}
			}
		}
	}
	if w&quiet != 0 {
		doubles := (pushes & chess.Rank3BB).North() & quiets
		n = addPawns(moves, n, pushes&quiets&^chess.Rank8BB, whiteUp, chess.Quiet)
		n = addPawns(moves, n, doubles, whiteUpTwo, chess.DoublePush)
		if p.Castling()&(chess.WhiteKingside|chess.WhiteQueenside) != 0 {
			if p.CanCastle(chess.WhiteKingside) {
				n = add(moves, n, king, p.CastlingRook(chess.WhiteKingside).Bitboard(), chess.Castle)
			}
			if p.CanCastle(chess.WhiteQueenside) {
				n = add(moves, n, king, p.CastlingRook(chess.WhiteQueenside).Bitboard(), chess.Castle)
			}
		}
	}
	return n
}
