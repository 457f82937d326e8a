package memory_test

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"xorro/internal/memory"
)

func TestAligned(t *testing.T) {
	for n := range 100 {
		small, large := memory.Aligned[int16](n+1), memory.Aligned[float32](n+1)
		require.Len(t, small, n+1)
		require.Len(t, large, n+1)
		require.Equal(t, n+1, cap(small))
		require.Zero(t, uintptr(unsafe.Pointer(&small[0]))%64)
		require.Zero(t, uintptr(unsafe.Pointer(&large[0]))%64)
	}
	require.Empty(t, memory.Aligned[int16](0))
}
