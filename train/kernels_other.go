//go:build !amd64

package train

// sumRows is sumRowsGo.
func sumRows(dst, base, table []float32, rows []uint16, stride int) {
	sumRowsGo(dst, base, table, rows, stride)
}

// dot is dotGo.
func dot(x, w []float32) float32 { return dotGo(x, w) }

// backward is backwardGo.
func backward(x, w, grad []float32, slope float32) { backwardGo(x, w, grad, slope) }

// adam is adamGo.
func adam(weight, mean, square, grad []float32, step *adamStep) {
	adamGo(weight, mean, square, grad, step)
}
