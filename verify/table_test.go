package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/position"
	"xorro/tt"
	"xorro/zobrist"
)

func TestTableFindsNothing(t *testing.T) {
	told := 0
	config := TableConfig{Probes: 200_000, Seed: 1, Progress: func(probes int) { told = probes }}
	report, err := RunTable(config)
	require.NoError(t, err)
	require.Equal(t, 200_000, report.Probes)
	require.Equal(t, 65_536, report.Slots)
	require.Greater(t, report.Hits, 2000)
	require.Zero(t, report.False)
	require.Equal(t, 200_000/4096*4096, told)

	// Nearly every probe of a full table meets four strangers, and chance lets one
	// in 65,536 of them in; the count strays from that by no more than five times
	// its root.
	require.InDelta(t, 4*200_000/65_536., report.ShortExpected, 5)
	require.InDelta(t, report.ShortExpected, report.ShortFalse, 15)
	require.Positive(t, report.ShortFalse)
	t.Logf("%+v", report)

	config.Progress = nil
	again, err := RunTable(config)
	require.NoError(t, err)
	require.Equal(t, report, again)
}

// Whatever lets a stranger in is found out: checks that ask for too little in a
// table, and hashes too poor for the engine's own.
func TestTableFindsFalseHits(t *testing.T) {
	trueHash := (*position.Position).Hash
	none := func() store { return newModel(func(_, _ zobrist.Hash) bool { return false }) }
	engines := func() store {
		table, err := tt.New(tableMegabytes)
		require.NoError(t, err)
		return lockTable{table}
	}
	believing := func(believes func(stored, probed zobrist.Hash) bool) func() store {
		return func() store { return newModel(believes) }
	}
	tests := []struct {
		name  string
		table func() store
		hash  hasher
		found bool
	}{
		{"key and lock", believing(func(s, p zobrist.Hash) bool { return s == p }), trueHash, false},
		{"the key alone, whole", believing(func(s, p zobrist.Hash) bool { return s.Key == p.Key }), trueHash, false},
		{"nothing is believed", none, trueHash, false},
		{"16 bits of the key", believing(agreeShort), trueHash, true},
		{"16 bits of the lock", believing(func(s, p zobrist.Hash) bool { return uint16(s.Lock) == uint16(p.Lock) }), trueHash, true},
		{"whatever is there", believing(func(_, _ zobrist.Hash) bool { return true }), trueHash, true},
		{"the engine's table", engines, trueHash, false},
		{"the engine's table, key and lock short", engines, func(p *position.Position) zobrist.Hash {
			h := p.Hash()
			return zobrist.Hash{Key: h.Key &^ (1<<44 - 1), Lock: h.Lock & 1}
		}, true},
		{"the engine's table, side to move not hashed", engines, func(p *position.Position) zobrist.Hash {
			if p.SideToMove() == 0 {
				return p.Hash()
			}
			return p.Hash().Xor(zobrist.Side())
		}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			report, err := runTable(TableConfig{Probes: 100_000, Seed: 1}, test.hash, test.table())
			require.Equal(t, 100_000, report.Probes)
			if !test.found {
				require.NoError(t, err)
				require.Zero(t, report.False)
				return
			}
			var d *Discrepancy
			require.ErrorAs(t, err, &d)
			require.Positive(t, report.False)
			require.LessOrEqual(t, report.False, report.Hits)
			_, err = position.ParseFEN(d.FEN)
			require.NoError(t, err)
			require.Contains(t, d.Found, "the entry of ")
			require.NotContains(t, d.Found, withoutCounters(d.FEN))
		})
	}
}

// The table beside the engine's is under the same pressure: asked for key and
// lock it finds about as much.
func TestModelIsLikeTheTable(t *testing.T) {
	config := TableConfig{Probes: 150_000, Seed: 2}
	table, err := RunTable(config)
	require.NoError(t, err)
	like, err := runTable(config, (*position.Position).Hash, newModel(func(s, p zobrist.Hash) bool { return s == p }))
	require.NoError(t, err)
	require.InEpsilon(t, table.Hits, like.Hits, 0.01)
}

// Beyond a refill the positions' numbers begin anew.
func TestTableIsRefilled(t *testing.T) {
	report, err := RunTable(TableConfig{Probes: refillAfter + 20_000, Seed: 3})
	require.NoError(t, err)
	require.Equal(t, refillAfter+20_000, report.Probes)
	require.Positive(t, report.Hits)
}
