package syzygy

import (
	"xorro/attacks"
	"xorro/chess"
	"xorro/position"
)

// The pieces of a position form groups, and the arrangement of each group is a number. The
// index is the sum of these numbers, each multiplied by the number of arrangements of the
// groups before it.
//
// The first group is special. With pawns it is the pawns of one side. The leading pawn is
// the one nearest to the edge, and among these the one nearest to its side's first rank.
// It is mirrored to the files a to d, and each of these files has its own part of the
// table. Without pawns the first group is three different pieces, or the two kings if there
// are no three. The board is turned so that they stand in the smallest possible corner.
//
// Every other group is some equal pieces. Its number says on which of the squares that the
// groups before left free they stand.

// binomial is the number of ways to choose k out of n. [k][n]
var binomial [MaxPieces - 1][64 + 1]uint64

// The numbers of squares in the corners to which the first group is turned. In triangle the
// squares below the diagonal, b1 to d1 to d3, come first, and the diagonal a1 to d4 comes
// last. half has the squares below the diagonal a1 to h8. kings numbers both kings
// together. [first square in triangle][second]
var (
	triangle [64]uint64
	half     [64]uint64
	kings    [10][64]uint64
)

const (
	kingsCount = 462   // arrangements of two kings
	threeCount = 31332 // and of three different pieces
	// The number of arrangements before those whose first piece, whose first two pieces,
	// and whose three pieces stand on the diagonal.
	oneOnDiagonal   = 6 * 63 * 62
	twoOnDiagonal   = oneOnDiagonal + 4*28*62
	threeOnDiagonal = twoOnDiagonal + 4*7*28
)

// pawnOrder numbers the squares of pawns. The pawn with the greatest number leads.
// leadPawns is the number of the first arrangement of pawns with a leading pawn, and
// leadPawnCount is the number of arrangements. [square]; [pawns][square]; [pawns][file]
var (
	pawnOrder     [64]uint64
	leadPawns     [MaxPieces - 1][64]uint64
	leadPawnCount [MaxPieces - 1][4]uint64
)

func init() {
	for n := range uint64(65) {
		binomial[0][n] = 1
		for k := uint64(1); k < uint64(len(binomial)) && n > 0; k++ {
			binomial[k][n] = binomial[k-1][n-1] + binomial[k][n-1]
		}
	}
	fillTriangle()
	fillKings()
	fillPawns()
}

func fillTriangle() {
	var below, onHalf uint64
	for s := chess.A1; s <= chess.H8; s++ {
		if aboveDiagonal(s) >= 0 {
			continue
		}
		half[s] = onHalf
		onHalf++
		if s.File() <= chess.FileD {
			triangle[s] = below
			below++
		}
	}
	for i := range chess.Square(4) {
		triangle[9*i] = below + uint64(i)
	}
}

func fillKings() {
	inTriangle := func(s chess.Square) bool { return s.File() <= chess.FileD && aboveDiagonal(s) <= 0 }
	number := uint64(0)
	// The arrangements with both kings on the diagonal come last.
	for _, last := range []bool{false, true} {
		for place := range uint64(10) {
			for first := chess.A1; first <= chess.D4; first++ {
				if !inTriangle(first) || triangle[first] != place {
					continue
				}
				for second := chess.A1; second <= chess.H8; second++ {
					onDiagonal := aboveDiagonal(first) == 0
					if (attacks.King(first) | first.Bitboard()).Has(second) || onDiagonal && aboveDiagonal(second) > 0 {
						continue
					}
					if last == (onDiagonal && aboveDiagonal(second) == 0) {
						kings[place][second] = number
						number++
					}
				}
			}
		}
	}
}

func fillPawns() {
	// The number of squares left for the other pawns if the leading pawn stands here.
	left := uint64(47)
	for file := chess.FileA; file <= chess.FileD; file++ {
		for rank := chess.Rank2; rank <= chess.Rank7; rank++ {
			s := chess.SquareAt(file, rank)
			pawnOrder[s], pawnOrder[mirror(s)] = left, left-1
			left -= 2
			for pawns := 1; pawns < len(leadPawns); pawns++ {
				leadPawns[pawns][s] = leadPawnCount[pawns][file]
				leadPawnCount[pawns][file] += binomial[pawns-1][pawnOrder[s]]
			}
		}
	}
}

// mirror returns the square mirrored left to right, such as h1 for a1.
func mirror(s chess.Square) chess.Square { return s ^ 7 }

// aboveDiagonal returns how far a square lies above the diagonal from a1 to h8.
func aboveDiagonal(s chess.Square) int { return int(s.Rank()) - int(s.File()) }

// flipDiagonal returns the square mirrored at the diagonal from a1 to h8.
func flipDiagonal(s chess.Square) chess.Square { return s>>3 | s<<3&63 }

// fits reports whether the part has the pieces of the ending, in an order that gives an
// index.
func (p *part) fits(e *ending) bool {
	var counts [16]int
	for i, piece := range p.pieces[:e.pieces] {
		// Equal pieces must be adjacent.
		if counts[piece] != 0 && p.pieces[i-1] != piece {
			return false
		}
		counts[piece]++
	}
	if counts != e.counts {
		return false
	}
	switch {
	case e.hasPawns:
		lead := chess.PieceOf(e.lead, chess.Pawn)
		return p.pieces[0] == lead && (e.pawns[1] == 0 || p.pieces[e.pawns[0]].Type() == chess.Pawn)
	case e.unique:
		return p.pieces[0] != p.pieces[1] && p.pieces[1] != p.pieces[2]
	}
	return p.pieces[0].Type() == chess.King && p.pieces[1].Type() == chess.King
}

// group sets the groups and their factors. The first group, and with pawns on both sides
// the group of the other side's pawns, have the given places in the order of factors. The
// other groups take the places that are left.
func (p *part) group(e *ending, file, lead, other int) bool {
	first := 2
	switch {
	case e.hasPawns:
		first = e.pawns[0]
	case e.unique:
		first = 3
	}
	p.sizes[0], p.groups = first, 1
	for i := first; i < e.pieces; i++ {
		if i > first && p.pieces[i] == p.pieces[i-1] {
			p.sizes[p.groups-1]++
		} else {
			p.sizes[p.groups] = 1
			p.groups++
		}
	}

	next, free := 1, 64-first
	bothPawns := e.pawns[1] != 0
	if bothPawns {
		next, free = 2, free-p.sizes[1]
	}
	if lead >= p.groups || bothPawns && (other >= p.groups || other == lead) {
		return false
	}
	p.values = 1
	for place := range p.groups {
		switch {
		case place == lead:
			p.factors[0] = p.values
			switch {
			case e.hasPawns:
				p.values *= leadPawnCount[first][file]
			case e.unique:
				p.values *= threeCount
			default:
				p.values *= kingsCount
			}
		case bothPawns && place == other:
			p.factors[1] = p.values
			p.values *= binomial[p.sizes[1]][48-first]
		default:
			p.factors[next] = p.values
			p.values *= binomial[p.sizes[next]][free]
			free -= p.sizes[next]
			next++
		}
	}
	return true
}

// view is a position turned so that its pieces are those of a table.
type view struct {
	position *position.Position
	ending   *ending
	colors   chess.Color  // XORed with colors
	turn     chess.Square // XORed with squares
	squares  [MaxPieces]chess.Square
	file     int // of the leading pawn, 0 without pawns
}

// look returns the view of a position that belongs to an ending. If mirrored is true, the
// colors are exchanged. If both sides have the same pieces, White is to move in the table.
func look(p *position.Position, e *ending, mirrored bool) view {
	v := view{position: p, ending: e}
	if mirrored || e.symmetric && p.SideToMove() == chess.Black {
		v.colors, v.turn = 1, 56
	}
	if e.hasPawns {
		v.place(0, chess.PieceOf(e.lead, chess.Pawn))
		leader := 0
		for i := 1; i < e.pawns[0]; i++ {
			if pawnOrder[v.squares[i]&63] > pawnOrder[v.squares[leader]&63] {
				leader = i
			}
		}
		v.squares[0], v.squares[leader] = v.squares[leader], v.squares[0]
		file := v.squares[0].File()
		v.file = int(min(file, 7-file))
	}
	return v
}

// side returns the side to move in the table.
func (v *view) side() chess.Color { return v.position.SideToMove() ^ v.colors }

// place stores the squares of all pieces like the given one, from entry i on. It returns
// the number of the next entry.
func (v *view) place(i int, piece chess.Piece) int {
	for pieces := v.position.PiecesOf(piece.Color()^v.colors, piece.Type()); pieces != 0; pieces &= pieces - 1 {
		v.squares[i] = pieces.First() ^ v.turn
		i++
	}
	return i
}

// index returns the index of the position's value in a part.
func (v *view) index(p *part) uint64 {
	e := v.ending
	for i := e.pawns[0]; i < e.pieces; {
		i = v.place(i, p.pieces[i])
	}
	squares := v.squares[:e.pieces]
	if squares[0].File() > chess.FileD {
		for i := range squares {
			squares[i] ^= 7
		}
	}
	var first uint64
	if e.hasPawns {
		first = indexPawns(squares[:p.sizes[0]])
	} else {
		first = indexPieces(squares, p.sizes[0])
	}
	index := first * p.factors[0]

	done := p.sizes[0]
	for g := 1; g < p.groups; g++ {
		group := squares[done : done+p.sizes[g]]
		sort(group)
		lowest := 0
		if g == 1 && e.pawns[1] != 0 {
			lowest = 8 // no pawn stands on the first rank
		}
		number := uint64(0)
		for i, s := range group {
			free := int(s) - lowest
			for _, taken := range squares[:done] {
				if taken < s {
					free--
				}
			}
			number += binomial[i+1][free]
		}
		index += number * p.factors[g]
		done += len(group)
	}
	return index
}

// indexPawns returns the number of the arrangement of the first group's pawns, of which the
// first leads.
func indexPawns(squares []chess.Square) uint64 {
	index := leadPawns[len(squares)][squares[0]]
	rest := squares[1:]
	for i := 1; i < len(rest); i++ {
		for j := i; j > 0 && pawnOrder[rest[j]] < pawnOrder[rest[j-1]]; j-- {
			rest[j], rest[j-1] = rest[j-1], rest[j]
		}
	}
	for i, s := range rest {
		index += binomial[i+1][pawnOrder[s]]
	}
	return index
}

// indexPieces turns the board, whose first piece is on the files a to d, and returns the
// number of the arrangement of the first two or three pieces.
func indexPieces(squares []chess.Square, first int) uint64 {
	if squares[0].Rank() > chess.Rank4 {
		for i := range squares {
			squares[i] ^= 56
		}
	}
	for _, s := range squares[:first] {
		if above := aboveDiagonal(s); above != 0 {
			if above > 0 {
				for j := range squares {
					squares[j] = flipDiagonal(squares[j])
				}
			}
			break
		}
	}

	a, b := squares[0], squares[1]
	if first == 2 {
		return kings[triangle[a]][b]
	}
	// Fewer squares are left for the second and the third piece.
	c := squares[2]
	var afterA, afterAB uint64
	if b > a {
		afterA++
	}
	if c > a {
		afterAB++
	}
	if c > b {
		afterAB++
	}
	rank := func(s chess.Square) uint64 { return uint64(s.Rank()) }
	switch {
	case aboveDiagonal(a) != 0:
		return (triangle[a]*63+uint64(b)-afterA)*62 + uint64(c) - afterAB
	case aboveDiagonal(b) != 0:
		return oneOnDiagonal + (rank(a)*28+half[b])*62 + uint64(c) - afterAB
	case aboveDiagonal(c) != 0:
		return twoOnDiagonal + (rank(a)*7+rank(b)-afterA)*28 + half[c]
	}
	return threeOnDiagonal + (rank(a)*7+rank(b)-afterA)*6 + rank(c) - afterAB
}

// sort sorts a few squares in ascending order.
func sort(squares []chess.Square) {
	for i := 1; i < len(squares); i++ {
		for j := i; j > 0 && squares[j] < squares[j-1]; j-- {
			squares[j], squares[j-1] = squares[j-1], squares[j]
		}
	}
}
