package train

import "xorro/nnue"

//go:generate go run -C ../internal/asm ./train -out ../../train/kernels_amd64.s -stubs ../../train/stubs_amd64.go -pkg train

// simd is an instruction set of the kernels.
type simd int

// The instruction sets, the slowest first.
const (
	plainGo simd = iota
	avx2
	avx512
)

// instructions is the set in use. It is that of package nnue.
var instructions = chosenInstructions()

func chosenInstructions() simd {
	switch kernel, _ := nnue.Kernel(); kernel {
	case "avx512":
		return avx512
	case "avx2":
		return avx2
	}
	return plainGo
}

// sumRows is sumRowsGo.
func sumRows(dst, base, table []float32, rows []uint16, stride int) {
	if len(dst) == 0 || len(rows) == 0 || instructions == plainGo {
		sumRowsGo(dst, base, table, rows, stride)
		return
	}
	_ = base[len(dst)-1]
	if instructions == avx512 {
		sumRowsAVX512(&dst[0], &base[0], &table[0], &rows[0], len(rows), stride, len(dst))
	} else {
		sumRowsAVX2(&dst[0], &base[0], &table[0], &rows[0], len(rows), stride, len(dst))
	}
}

// dot is dotGo.
func dot(x, w []float32) float32 {
	_ = w[len(x)-1]
	switch instructions {
	case avx512:
		return dotAVX512(&x[0], &w[0], len(x))
	case avx2:
		return dotAVX2(&x[0], &w[0], len(x))
	}
	return dotGo(x, w)
}

// backward is backwardGo.
func backward(x, w, grad []float32, slope float32) {
	_, _ = w[len(x)-1], grad[len(x)-1]
	switch instructions {
	case avx512:
		backwardAVX512(&x[0], &w[0], &grad[0], slope, len(x))
	case avx2:
		backwardAVX2(&x[0], &w[0], &grad[0], slope, len(x))
	default:
		backwardGo(x, w, grad, slope)
	}
}

// adam is adamGo.
func adam(weight, mean, square, grad []float32, step *adamStep) {
	_, _, _ = weight[len(grad)-1], mean[len(grad)-1], square[len(grad)-1]
	switch instructions {
	case avx512:
		adamAVX512(&weight[0], &mean[0], &square[0], &grad[0], len(grad), (*[9]float32)(step))
	case avx2:
		adamAVX2(&weight[0], &mean[0], &square[0], &grad[0], len(grad), (*[9]float32)(step))
	default:
		adamGo(weight, mean, square, grad, step)
	}
}
