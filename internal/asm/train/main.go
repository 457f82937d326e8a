// Train writes the amd64 kernels of package train; go generate there runs it.
//
// Every kernel is written once for both widths of registers. It adds in the same order
// as its Go twin in package train, and never fuses operations that Go rounds
// separately, so the results are the same bits.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// path is an instruction set to write the kernels for.
type path struct {
	suffix string
	floats int // in a register
	vector func() VecVirtual
	// chunks are the numbers of registers in which sumRows keeps sums, descending. The
	// last holds 16 floats.
	chunks []int
}

var paths = []path{
	{"AVX512", 16, ZMM, []int{16, 8, 4, 1}},
	{"AVX2", 8, YMM, []int{8, 2}},
}

func main() {
	ConstraintExpr("amd64")
	for _, p := range paths {
		sumRows(p)
		dot(p)
		backward(p)
		adam(p)
	}
	Generate()
}

// at returns the operand i registers after a pointer.
func (p path) at(base Register, i int) Mem {
	return Mem{Base: base, Disp: 4 * p.floats * i}
}

// broadcast fills a register with one float.
func (p path) broadcast(m Mem) VecVirtual {
	x := p.vector()
	VBROADCASTSS(m, x)
	return x
}

// bits fills a register with the float that has these bits.
func (p path) bits(bits uint32) VecVirtual {
	general, low, x := GP32(), XMM(), p.vector()
	MOVL(U32(bits), general)
	VMOVD(general, low)
	VBROADCASTSS(low, x)
	return x
}

const oneBits = 0x3f800000 // 1.0

// zero is a register of zeros.
func (p path) zero() VecVirtual {
	x := p.vector()
	if p.floats == 16 {
		VPXORD(x, x, x)
	} else {
		VXORPS(x, x, x)
	}
	return x
}

func (p path) text(name, doc, signature string) {
	TEXT(name+p.suffix, NOSPLIT, signature)
	Pragma("noescape")
	Doc(name + p.suffix + " is " + doc)
}

// advance moves pointers past some floats and takes these off the number that is left.
func advance(floats int, left Register, pointers ...Register) {
	for _, pointer := range pointers {
		ADDQ(U32(4*floats), pointer)
	}
	SUBQ(U32(floats), left)
}

func end() {
	VZEROUPPER()
	RET()
}

// sumRows keeps the sums of as many columns as there are registers for, and reads the
// rows once for each such chunk.
func sumRows(p path) {
	p.text("sumRows", "sumRowsGo; width is a multiple of 16.",
		"func(dst, base, table *float32, rows *uint16, n, stride, width int)")
	dst := Load(Param("dst"), GP64())
	base := Load(Param("base"), GP64())
	table := Load(Param("table"), GP64())
	first := Load(Param("rows"), GP64())
	n := Load(Param("n"), GP64())
	stride := Load(Param("stride"), GP64())
	width := Load(Param("width"), GP64())
	SHLQ(U8(2), stride)
	for i, registers := range p.chunks {
		columns := registers * p.floats
		name := func(s string) string { return s + string(rune('A'+i)) }
		Label(name("chunk"))
		CMPQ(width, U32(columns))
		JL(LabelRef(name("narrower")))

		sums := make([]VecVirtual, registers)
		for r := range sums {
			sums[r] = p.vector()
			VMOVUPS(p.at(base, r), sums[r])
		}
		row, rows, left := GP64(), GP64(), GP64()
		MOVQ(first, rows)
		MOVQ(n, left)
		TESTQ(left, left)
		JZ(LabelRef(name("store")))
		Label(name("row"))
		MOVWQZX(Mem{Base: rows}, row)
		IMULQ(stride, row)
		ADDQ(table, row)
		for r := range sums {
			VADDPS(p.at(row, r), sums[r], sums[r])
		}
		ADDQ(U8(2), rows)
		DECQ(left)
		JNZ(LabelRef(name("row")))
		Label(name("store"))
		for r := range sums {
			VMOVUPS(sums[r], p.at(dst, r))
		}
		advance(columns, width, dst, base, table)
		JMP(LabelRef(name("chunk")))
		Label(name("narrower"))
	}
	end()
}

// clamp limits x to 0 to 1. NaN stays NaN.
func (p path) clamp(x Mem, zero, one VecVirtual) VecVirtual {
	c := p.vector()
	VMAXPS(x, zero, c)
	VMINPS(c, one, c)
	return c
}

// dot keeps 32 sums and finally adds the halves repeatedly.
func dot(p path) {
	p.text("dot", "dotGo; n is a multiple of 32.", "func(x, w *float32, n int) float32")
	x := Load(Param("x"), GP64())
	w := Load(Param("w"), GP64())
	n := Load(Param("n"), GP64())
	zero, one := p.zero(), p.bits(oneBits)
	sums := make([]VecVirtual, 32/p.floats)
	for i := range sums {
		sums[i] = p.zero()
	}
	Label("loop")
	for i := range sums {
		c := p.clamp(p.at(x, i), zero, one)
		VMULPS(c, c, c)
		VMULPS(p.at(w, i), c, c)
		VADDPS(c, sums[i], sums[i])
	}
	advance(32, n, x, w)
	JNZ(LabelRef("loop"))
	for half := len(sums) / 2; half > 0; half /= 2 {
		for i := range half {
			VADDPS(sums[i+half], sums[i], sums[i])
		}
	}
	low := sums[0].AsY()
	if p.floats == 16 {
		high := YMM()
		VEXTRACTF64X4(U8(1), sums[0], high)
		VADDPS(high, low, low)
	}
	sum, high := sums[0].AsX(), XMM()
	VEXTRACTF128(U8(1), low, high)
	VADDPS(high, sum, sum)
	VMOVHLPS(sum, sum, high)
	VADDPS(high, sum, sum)
	VMOVSHDUP(sum, high)
	VADDSS(high, sum, sum)
	Store(sum, ReturnIndex(0))
	end()
}

func backward(p path) {
	p.text("backward", "backwardGo; n is a multiple of 16.", "func(x, w, grad *float32, slope float32, n int)")
	x := Load(Param("x"), GP64())
	w := Load(Param("w"), GP64())
	grad := Load(Param("grad"), GP64())
	slopeLow := Load(Param("slope"), XMM())
	n := Load(Param("n"), GP64())
	zero, one := p.zero(), p.bits(oneBits)
	slope, twice := p.vector(), p.vector()
	VBROADCASTSS(slopeLow, slope)
	VADDPS(slope, slope, twice)
	Label("loop")
	c, t, d := p.clamp(p.at(x, 0), zero, one), p.vector(), p.vector()
	VMULPS(c, slope, t)
	VMULPS(c, t, t)
	VADDPS(p.at(grad, 0), t, t)
	VMOVUPS(t, p.at(grad, 0))
	VMULPS(p.at(w, 0), twice, d)
	VMULPS(c, d, d)
	const lessThan = 17 // quiet; false for NaN
	if p.floats == 16 {
		below := K()
		VCMPPS(U8(lessThan), one, c, below)
		VMOVUPS_Z(d, below, d)
	} else {
		below := p.vector()
		VCMPPS(U8(lessThan), one, c, below)
		VANDPS(below, d, d)
	}
	VMOVUPS(d, p.at(x, 0))
	advance(p.floats, n, x, w, grad)
	JNZ(LabelRef("loop"))
	end()
}

// adam takes its constants in the order of adamStep.
func adam(p path) {
	p.text("adam", "adamGo; n is a multiple of 16.", "func(weight, mean, square, grad *float32, n int, step *[9]float32)")
	weight := Load(Param("weight"), GP64())
	mean := Load(Param("mean"), GP64())
	square := Load(Param("square"), GP64())
	grad := Load(Param("grad"), GP64())
	n := Load(Param("n"), GP64())
	step := Load(Param("step"), GP64())
	constants := make([]VecVirtual, 9)
	for i := range constants {
		constants[i] = p.broadcast(Mem{Base: step, Disp: 4 * i})
	}
	keepMean, newMean, keepSquare, newSquare := constants[0], constants[1], constants[2], constants[3]
	keepWeight, rate, epsilon, low, high := constants[4], constants[5], constants[6], constants[7], constants[8]

	Label("loop")
	g, m, v, t := p.vector(), p.vector(), p.vector(), p.vector()
	VMOVUPS(p.at(grad, 0), g)
	VMULPS(p.at(mean, 0), keepMean, m)
	VMULPS(g, newMean, t)
	VADDPS(t, m, m)
	VMOVUPS(m, p.at(mean, 0))
	VMULPS(p.at(square, 0), keepSquare, v)
	VMULPS(g, g, t)
	VMULPS(t, newSquare, t)
	VADDPS(t, v, v)
	VMOVUPS(v, p.at(square, 0))
	VSQRTPS(v, v)
	VADDPS(epsilon, v, v)
	VMULPS(rate, m, m)
	VDIVPS(v, m, m)
	VMULPS(p.at(weight, 0), keepWeight, t)
	VSUBPS(m, t, t)
	VMAXPS(t, low, t)
	VMINPS(t, high, t)
	VMOVUPS(t, p.at(weight, 0))
	advance(p.floats, n, weight, mean, square, grad)
	JNZ(LabelRef("loop"))
	end()
}
