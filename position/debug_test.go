//go:build xorrodebug

package position_test

import (
	"testing"

	"xorro/internal/enginetest"

	"github.com/stretchr/testify/assert"
)

// TestAssertions checks that a position that is not valid is noticed at the next move.
func TestAssertions(t *testing.T) {
	for _, what := range []string{"key", "lock", "pawn key", "mailbox", "set", "rights"} {
		p := enginetest.Position(t, kiwipete)
		m := enginetest.Move(t, p, "e5g6")
		p.Spoil(what)
		assert.Panics(t, func() { p.Make(m) }, what)
	}
	p := enginetest.Position(t, kiwipete)
	play(t, p, "e5g6")
	p.Spoil("mailbox")
	assert.Panics(t, p.Unmake)
}
