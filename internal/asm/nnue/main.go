// Nnue writes the amd64 kernels of package nnue; go generate there runs it.
package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	kernels()
	build.Generate()
}

// kernels writes both kernels for each instruction set.
func kernels() {
	build.ConstraintExpr("amd64")
	accumulate(avx512)
	activateAVX512()
	accumulate(avx2)
	activateAVX2()
}

// set is an instruction set as accumulate needs it. AVX-512 uses only the registers
// from 16 on. Older instructions cannot use them, so it needs no VZEROUPPER.
type set struct {
	name     string
	bytes    int // of a register
	register func(i int) reg.Register
	// tiles are the numbers of registers in use at once, from the greatest to the one
	// that holds 64 neurons.
	tiles []int
	move  func(from, to operand.Op)
	end   func()
}

var (
	avx512 = set{
		name: "AVX512", bytes: 64, tiles: []int{16, 8, 4, 2}, move: func(from, to operand.Op) { build.VMOVDQU64(from, to) }, end: func() {},
		register: func(i int) reg.Register {
			return [...]reg.Register{reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23,
				reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31}[i]
		},
	}
	avx2 = set{
		name: "AVX2", bytes: 32, tiles: []int{16, 8, 4}, move: func(from, to operand.Op) { build.VMOVDQU(from, to) }, end: build.VZEROUPPER,
		register: func(i int) reg.Register {
			return [...]reg.Register{reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7,
				reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15}[i]
		},
	}
)

// accumulate keeps as many neurons as fit in registers while it adds and subtracts
// all rows, then continues with the next neurons. The sides follow one after the
// other.
func accumulate(s set) {
	build.TEXT("accumulate"+s.name, build.NOSPLIT, "func(to, from, weights *int16, come, leave *uint16, coming, leaving, neurons, sides int)")
	build.Doc("accumulate" + s.name + " is accumulateGo.")
	build.Pragma("noescape")
	to := build.Load(build.Param("to"), build.GP64())
	from := build.Load(build.Param("from"), build.GP64())
	weights := build.Load(build.Param("weights"), build.GP64())
	come := build.Load(build.Param("come"), build.GP64())
	leave := build.Load(build.Param("leave"), build.GP64())
	coming := build.Load(build.Param("coming"), build.GP64())
	leaving := build.Load(build.Param("leaving"), build.GP64())
	stride := build.Load(build.Param("neurons"), build.GP64())
	build.ADDQ(stride, stride)
	build.Comment("The stride is the bytes of a row; left is how many of them are still to do.")
	left, i, row := build.GP64(), build.GP64(), build.GP64()
	build.Label("side")
	build.MOVQ(stride, left)

	for _, tile := range s.tiles {
		name := func(part string) string { return fmt.Sprintf("%s%d", part, tile) }
		bytes := tile * s.bytes
		build.Label(name("tile"))
		build.CMPQ(left, operand.I32(bytes))
		build.JL(operand.LabelRef(name("done")))
		for r := range tile {
			s.move(operand.Mem{Base: from, Disp: r * s.bytes}, s.register(r))
		}
		for _, list := range []struct {
			name     string
			features reg.Register
			count    reg.Register
			op       func(ops ...operand.Op)
		}{
			{"come", come, coming, build.VPADDW},
			{"leave", leave, leaving, build.VPSUBW},
		} {
			build.XORQ(i, i)
			build.JMP(operand.LabelRef(name(list.name + "Test")))
			build.Label(name(list.name))
			build.MOVWLZX(operand.Mem{Base: list.features, Index: i, Scale: 2}, row.As32())
			build.IMULQ(stride, row)
			build.ADDQ(weights, row)
			for r := range tile {
				list.op(operand.Mem{Base: row, Disp: r * s.bytes}, s.register(r), s.register(r))
			}
			build.INCQ(i)
			build.Label(name(list.name + "Test"))
			build.CMPQ(i, list.count)
			build.JL(operand.LabelRef(name(list.name)))
		}
		for r := range tile {
			s.move(s.register(r), operand.Mem{Base: to, Disp: r * s.bytes})
		}
		for _, pointer := range []reg.Register{to, from, weights} {
			build.ADDQ(operand.I32(bytes), pointer)
		}
		build.SUBQ(operand.I32(bytes), left)
		build.JMP(operand.LabelRef(name("tile")))
		build.Label(name("done"))
	}
	build.Comment("The next side sees the same weights; its lists are 32 numbers behind.")
	build.SUBQ(stride, weights)
	build.ADDQ(operand.I32(64), come)
	build.ADDQ(operand.I32(64), leave)
	sides, _ := build.Param("sides").Resolve()
	build.DECQ(sides.Addr)
	build.JNZ(operand.LabelRef("side"))
	s.end()
	build.RET()
}

// operands are the registers of the loop of an activate kernel, which takes 64
// neurons of each side at a time.
type operands struct {
	us, them, mine, theirs, left reg.Register
}

func startActivate(name string) operands {
	build.TEXT("activate"+name, build.NOSPLIT, "func(us, them, weights *int16, neurons int) int64")
	build.Doc("activate" + name + " is activateGo.")
	build.Pragma("noescape")
	var o operands
	o.us = build.Load(build.Param("us"), build.GP64())
	o.them = build.Load(build.Param("them"), build.GP64())
	o.mine = build.Load(build.Param("weights"), build.GP64())
	o.left = build.Load(build.Param("neurons"), build.GP64())
	theirs := build.GP64()
	build.LEAQ(operand.Mem{Base: o.mine, Index: o.left, Scale: 2}, theirs)
	o.theirs = theirs
	return o
}

// loop ends the loop: it continues with the next 64 neurons.
func (o operands) loop() {
	for _, pointer := range []reg.Register{o.us, o.them, o.mine, o.theirs} {
		build.ADDQ(operand.I32(128), pointer)
	}
	build.SUBQ(operand.I32(64), o.left)
	build.JNZ(operand.LabelRef("loop"))
}

// side holds pointers to a side's neurons and to their weights.
type side struct{ neurons, weights reg.Register }

func activateAVX512() {
	o := startActivate("AVX512")
	zero, one := reg.Z16, reg.Z17
	sums := []reg.VecPhysical{reg.Z18, reg.Z19, reg.Z20, reg.Z21}
	clipped := []reg.VecPhysical{reg.Z22, reg.Z23, reg.Z24, reg.Z25}
	weighted := []reg.VecPhysical{reg.Z26, reg.Z27, reg.Z28, reg.Z29}
	build.VPXORQ(zero, zero, zero)
	qa := build.GP32()
	build.MOVL(operand.U32(255), qa)
	build.VPBROADCASTW(qa, one)
	for _, sum := range sums {
		build.VPXORQ(sum, sum, sum)
	}
	build.Label("loop")
	for k, s := range []side{{o.us, o.mine}, {o.them, o.theirs}} {
		for half := range 2 {
			i := 2*k + half
			build.VPMAXSW(operand.Mem{Base: s.neurons, Disp: 64 * half}, zero, clipped[i])
			build.VPMINSW(clipped[i], one, clipped[i])
			build.VPMULLW(operand.Mem{Base: s.weights, Disp: 64 * half}, clipped[i], weighted[i])
			build.VPDPWSSD(weighted[i], clipped[i], sums[i])
		}
	}
	o.loop()

	build.VPADDD(sums[1], sums[0], sums[0])
	build.VPADDD(sums[3], sums[2], sums[2])
	build.VPADDD(sums[2], sums[0], sums[0])
	build.Comment("Add up the lanes in 64 bits.")
	build.VEXTRACTI64X4(operand.U8(1), reg.Z18, reg.Y19)
	build.VPMOVSXDQ(reg.Y18, reg.Z18)
	build.VPMOVSXDQ(reg.Y19, reg.Z19)
	build.VPADDQ(reg.Z19, reg.Z18, reg.Z18)
	build.VEXTRACTI64X4(operand.U8(1), reg.Z18, reg.Y19)
	build.VPADDQ(reg.Y19, reg.Y18, reg.Y18)
	build.VEXTRACTI32X4(operand.U8(1), reg.Y18, reg.X19)
	build.VPADDQ(reg.X19, reg.X18, reg.X18)
	build.VPSHUFD(operand.U8(0xee), reg.X18, reg.X19)
	build.VPADDQ(reg.X19, reg.X18, reg.X18)
	result := build.GP64()
	build.VMOVQ(reg.X18, result)
	build.Store(result, build.ReturnIndex(0))
	build.RET()
}

func activateAVX2() {
	o := startActivate("AVX2")
	zero, one := reg.Y0, reg.Y1
	sums := []reg.VecPhysical{reg.Y2, reg.Y3, reg.Y4, reg.Y5}
	clipped := []reg.VecPhysical{reg.Y6, reg.Y7, reg.Y8, reg.Y9}
	weighted := []reg.VecPhysical{reg.Y10, reg.Y11, reg.Y12, reg.Y13}
	build.VPXOR(zero, zero, zero)
	qa := build.GP32()
	build.MOVL(operand.U32(255), qa)
	build.VMOVD(qa, reg.X1)
	build.VPBROADCASTW(reg.X1, one)
	for _, sum := range sums {
		build.VPXOR(sum, sum, sum)
	}
	build.Label("loop")
	for _, s := range []side{{o.us, o.mine}, {o.them, o.theirs}} {
		for i := range 4 {
			build.VPMAXSW(operand.Mem{Base: s.neurons, Disp: 32 * i}, zero, clipped[i])
			build.VPMINSW(clipped[i], one, clipped[i])
			build.VPMULLW(operand.Mem{Base: s.weights, Disp: 32 * i}, clipped[i], weighted[i])
			build.VPMADDWD(weighted[i], clipped[i], weighted[i])
			build.VPADDD(weighted[i], sums[i], sums[i])
		}
	}
	o.loop()

	build.VPADDD(sums[1], sums[0], sums[0])
	build.VPADDD(sums[3], sums[2], sums[2])
	build.VPADDD(sums[2], sums[0], sums[0])
	build.Comment("Add up the lanes in 64 bits.")
	build.VEXTRACTI128(operand.U8(1), reg.Y2, reg.X3)
	build.VPMOVSXDQ(reg.X2, reg.Y2)
	build.VPMOVSXDQ(reg.X3, reg.Y3)
	build.VPADDQ(reg.Y3, reg.Y2, reg.Y2)
	build.VEXTRACTI128(operand.U8(1), reg.Y2, reg.X3)
	build.VPADDQ(reg.X3, reg.X2, reg.X2)
	build.VPSHUFD(operand.U8(0xee), reg.X2, reg.X3)
	build.VPADDQ(reg.X3, reg.X2, reg.X2)
	result := build.GP64()
	build.VMOVQ(reg.X2, result)
	build.VZEROUPPER()
	build.Store(result, build.ReturnIndex(0))
	build.RET()
}
