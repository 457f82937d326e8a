package cli

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"xorro/verify"
)

func TestPrintVerdict(t *testing.T) {
	var out strings.Builder
	require.NoError(t, printVerdict(&out, nil, 1500*time.Millisecond))
	require.Equal(t, "\nNo discrepancy, 1.5 s\n", out.String())

	out.Reset()
	found := &verify.Discrepancy{Check: "a position has its FEN's hash", FEN: "8/8 w", Move: "e2e4", Expected: "key 1", Found: "key 2"}
	require.ErrorIs(t, printVerdict(&out, found, time.Second), errDiscrepancy)
	require.Equal(t, `
Discrepancy: a position has its FEN's hash
  FEN       8/8 w
  move      e2e4
  expected  key 1
  found     key 2
`, out.String())

	other := errors.New("something else")
	require.ErrorIs(t, printVerdict(&out, other, time.Second), other)
}
