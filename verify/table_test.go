package verify

import (
	"errors"
	"runtime"
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
	require.Equal(t, 200_000, told)

	// Nearly every probe of a full table compares with four entries of other positions,
	// and one in 65,536 of these agrees in 16 bits by chance. The count differs from the
	// expectation by less than five times its square root.
	require.InEpsilon(t, 4*200_000, report.Strangers, 0.25)
	require.InDelta(t, float64(report.Strangers)/65_536, report.Agreed[0].Chance, 1e-9)
	require.InDelta(t, report.Agreed[0].Chance, report.Agreed[0].Count, 15)
	require.Positive(t, report.Agreed[0].Count)
	// The keys of a cluster agree in 14 bits.
	require.InDelta(t, report.Agreed[0].Chance/(1<<16), report.Agreed[1].Chance, 1e-12)
	require.InDelta(t, report.Agreed[0].Chance/(1<<34), report.Agreed[2].Chance, 1e-18)
	require.Zero(t, report.Agreed[2].Count)
	t.Logf("%+v", report)

	config.Progress = nil
	again, err := RunTable(config)
	require.NoError(t, err)
	require.Equal(t, report, again)
}

// modelOf returns what makes models that believe by the given function.
func modelOf(believes func(stored, probed zobrist.Hash) bool) func() (store, error) {
	return func() (store, error) { return newModel(believes), nil }
}

// TestTableFindsFalseHits checks that false entries are found, with tables that compare too
// little and with hashes that are too weak.
func TestTableFindsFalseHits(t *testing.T) {
	trueHash := (*position.Position).Hash
	none := modelOf(func(_, _ zobrist.Hash) bool { return false })
	engines := func() (store, error) {
		table, err := tt.New(tableMegabytes)
		return lockTable{table}, err
	}
	tests := []struct {
		name  string
		table func() (store, error)
		hash  hasher
		found bool
	}{
		{"key and lock", modelOf(agreeAll), trueHash, false},
		{"the key alone, whole", modelOf(func(s, p zobrist.Hash) bool { return s.Key == p.Key }), trueHash, false},
		{"nothing is believed", none, trueHash, false},
		{"16 bits of the key", modelOf(func(s, p zobrist.Hash) bool { return uint16(s.Key) == uint16(p.Key) }), trueHash, true},
		{"16 bits of the lock", modelOf(func(s, p zobrist.Hash) bool { return uint16(s.Lock) == uint16(p.Lock) }), trueHash, true},
		{"whatever is there", modelOf(func(_, _ zobrist.Hash) bool { return true }), trueHash, true},
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
			report, err := runTable(TableConfig{Probes: 100_000, Seed: 1}, test.hash, test.table)
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

// TestModelIsLikeTheTable checks that the model, if it compares key and lock, has about as
// many hits as the engine's table.
func TestModelIsLikeTheTable(t *testing.T) {
	config := TableConfig{Probes: 150_000, Seed: 2}
	table, err := RunTable(config)
	require.NoError(t, err)
	like, err := runTable(config, (*position.Position).Hash, modelOf(agreeAll))
	require.NoError(t, err)
	require.InEpsilon(t, table.Hits, like.Hits, 0.01)
}

// TestTableParts checks that the report does not depend on the number of processors, and
// that the discrepancy of the first part is the one reported.
func TestTableParts(t *testing.T) {
	config := TableConfig{Probes: partProbes + 20_000, Seed: 3}
	weak := func(p *position.Position) zobrist.Hash {
		h := p.Hash()
		return zobrist.Hash{Key: h.Key &^ (1<<44 - 1), Lock: h.Lock & 1}
	}
	var reports []TableReport
	var failures []error
	for _, processors := range []int{1, 3} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		report, err := RunTable(config)
		require.NoError(t, err)
		require.Equal(t, config.Probes, report.Probes)
		weakReport, err := runTable(config, weak, modelOf(agreeAll))
		require.Positive(t, weakReport.False)
		reports, failures = append(reports, report, weakReport), append(failures, err)
	}
	require.Equal(t, reports[:2], reports[2:])
	require.Equal(t, failures[0], failures[1])
}

// TestTableFailsWithoutMemory checks that the error of a table is returned.
func TestTableFailsWithoutMemory(t *testing.T) {
	full := errors.New("no memory")
	_, err := runTable(TableConfig{Probes: 1, Seed: 1}, (*position.Position).Hash, func() (store, error) { return nil, full })
	require.ErrorIs(t, err, full)
}
