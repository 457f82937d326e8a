// Attacks writes the amd64 assembly of package attacks; go generate there runs it.
package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	build.ConstraintExpr("amd64")
	reach()
	build.Generate()
}

// The lanes of a register are four directions: north, east, north-east and north-west,
// or the opposite ones. Rooks move in those of lanes 0 and 1, bishops in those of lanes 2
// and 3. These are the distances of neighbours in the numbers of squares.
var steps = [4]uint64{8, 1, 9, 7}

const (
	notA = 0xfefefefefefefefe
	notH = 0x7f7f7f7f7f7f7f7f
)

// half is one of the two registers of four directions.
type half struct {
	shift func(counts, from, to operand.Op)
	mask  operand.Op // squares that a step may end on
	// The squares onto which pieces that may go on get by one step, by two and by four.
	free [3]reg.VecVirtual
}

// The fields of attacks.Reach.
const (
	bishopsField = iota
	rooksField
	queensField
	diagonalField
	straightField
	allField
	twiceField
)

// reach moves all pieces of a kind in four directions at once, one, two and four steps as
// far as they are free, and one step more (Kogge-Stone). From one direction a square is
// attacked by at most one piece, so the lanes tell which are attacked twice.
func reach() {
	build.TEXT("reachAVX2", build.NOSPLIT, "func(r *[7]uint64, occupied, bishops, rooks, queens, king uint64)")
	var counts [3]operand.Op
	for i, name := range []string{"steps1", "steps2", "steps4"} {
		counts[i] = constant(name, func(lane int) uint64 { return steps[lane] << i })
	}
	forward := half{shift: func(c, from, to operand.Op) { build.VPSLLVQ(c, from, to) }, mask: constant("forward", func(lane int) uint64 {
		return [4]uint64{1<<64 - 1, notA, notA, notH}[lane]
	})}
	backward := half{shift: func(c, from, to operand.Op) { build.VPSRLVQ(c, from, to) }, mask: constant("backward", func(lane int) uint64 {
		return [4]uint64{1<<64 - 1, notH, notH, notA}[lane]
	})}
	var count [3]reg.VecVirtual
	for i := range count {
		count[i] = build.YMM()
		build.VMOVDQU(counts[i], count[i])
	}
	occupied := broadcast("occupied")
	for _, h := range []*half{&forward, &backward} {
		h.free[0] = build.YMM()
		build.VPANDN(h.mask, occupied, h.free[0])
		for i := 1; i < 3; i++ {
			h.free[i] = build.YMM()
			h.shift(count[i-1], h.free[i-1], h.free[i])
			build.VPAND(h.free[i-1], h.free[i], h.free[i])
		}
	}

	// fill returns what pieces attack in the directions of a half.
	fill := func(h *half, pieces reg.VecVirtual) reg.VecVirtual {
		reached, step := build.YMM(), build.YMM()
		for i := range 3 {
			from := reached
			if i == 0 {
				from = pieces
			}
			h.shift(count[i], from, step)
			build.VPAND(h.free[i], step, step)
			build.VPOR(step, from, reached)
		}
		h.shift(count[0], reached, reached)
		build.VPAND(h.mask, reached, reached)
		return reached
	}
	both := func(pieces reg.VecVirtual) (a, b reg.VecVirtual) {
		return fill(&forward, pieces), fill(&backward, pieces)
	}
	result := build.Load(build.Param("r"), build.GP64())
	// store writes the first lane of a register to a field.
	store := func(field int, x reg.VecVirtual) {
		build.VMOVQ(x.AsX(), operand.Mem{Base: result.(reg.GPVirtual), Disp: 8 * field})
	}
	// pairs writes the union of lanes 0 and 1 to one field, of 2 and 3 to another.
	pairs := func(low, high int, x reg.VecVirtual) {
		y := build.YMM()
		build.VPSHUFD(operand.Imm(0x4e), x, y)
		build.VPOR(x, y, y)
		store(low, y)
		upper := build.XMM()
		build.VEXTRACTI128(operand.Imm(1), y, upper)
		store(high, upper)
	}

	king := broadcast("king")
	a, b := both(king)
	build.VPOR(a, b, a)
	pairs(straightField, diagonalField, a)

	pieces, bishops := broadcast("rooks"), broadcast("bishops")
	build.VPBLENDD(operand.Imm(0xf0), bishops, pieces, pieces)
	a, b = both(pieces)
	all, twice := build.YMM(), build.YMM()
	build.VPAND(a, b, twice)
	build.VPOR(a, b, all)
	pairs(rooksField, bishopsField, all)

	a, b = both(broadcast("queens"))
	more := build.YMM()
	for _, x := range []reg.VecVirtual{a, b} {
		build.VPAND(all, x, more)
		build.VPOR(more, twice, twice)
		build.VPOR(x, all, all)
	}
	build.VPOR(a, b, a)
	// The halves and then their lanes are joined, so that lane 0 is the union of all lanes.
	halfOf := func(x reg.VecVirtual) reg.VecVirtual {
		upper := build.XMM()
		build.VEXTRACTI128(operand.Imm(1), x, upper)
		return upper
	}
	swapped := func(x reg.VecVirtual) reg.VecVirtual {
		y := build.XMM()
		build.VPSHUFD(operand.Imm(0x4e), x.AsX(), y)
		return y
	}
	for _, other := range []func(reg.VecVirtual) reg.VecVirtual{halfOf, swapped} {
		q, x, t := other(a), other(all), other(twice)
		build.VPOR(q, a.AsX(), a.AsX())
		build.VPOR(t, twice.AsX(), twice.AsX())
		build.VPAND(x, all.AsX(), t)
		build.VPOR(t, twice.AsX(), twice.AsX())
		build.VPOR(x, all.AsX(), all.AsX())
	}
	store(queensField, a)
	store(allField, all)
	store(twiceField, twice)
	build.VZEROUPPER()
	build.RET()
}

// broadcast loads a parameter into all lanes of a register.
func broadcast(parameter string) reg.VecVirtual {
	y := build.YMM()
	address, err := build.Param(parameter).Resolve()
	if err != nil {
		panic(err)
	}
	build.VPBROADCASTQ(address.Addr, y)
	return y
}

// constant is a vector of four numbers in memory.
func constant(name string, lane func(i int) uint64) operand.Mem {
	m := build.GLOBL(name, build.RODATA|build.NOPTR)
	for i := range 4 {
		build.DATA(8*i, operand.U64(lane(i)))
	}
	return m
}
