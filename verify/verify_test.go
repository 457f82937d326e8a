package verify

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
	"xorro/position"
	"xorro/zobrist"
)

func TestRunFindsNothing(t *testing.T) {
	told := 0
	report, err := Run(Config{Positions: 20_000, Seed: 1, Progress: func(distinct int) { told = distinct }})
	require.NoError(t, err)
	require.Equal(t, 20_000, report.Positions)
	require.Equal(t, 2*781, report.Numbers)
	require.Equal(t, 40_000, report.Unshared)
	require.GreaterOrEqual(t, report.Games, 2)
	require.GreaterOrEqual(t, report.Compared, 20_000)
	require.Positive(t, report.Repeated)
	require.Positive(t, report.Unmade)
	require.Positive(t, report.NullMoves)
	require.Positive(t, report.Transposed)
	require.Equal(t, 16_384, told)
}

// TestRunDeep looks for two positions with one key, or with one lock, among ten
// million.
func TestRunDeep(t *testing.T) {
	if !enginetest.Deep() {
		t.Skip("set XORRO_DEEP=1 to run this for some minutes")
	}
	report, err := Run(Config{Positions: 10_000_000, Seed: 2})
	require.NoError(t, err)
	require.Equal(t, 20_000_000, report.Unshared)
	t.Logf("%+v", report)
}

func TestRunIsRepeatable(t *testing.T) {
	first, err := Run(Config{Positions: 3000, Seed: 5})
	require.NoError(t, err)
	second, err := Run(Config{Positions: 3000, Seed: 5})
	require.NoError(t, err)
	require.Equal(t, first, second)
	other, err := Run(Config{Positions: 3000, Seed: 6})
	require.NoError(t, err)
	require.NotEqual(t, first, other)
}

// TestRunFindsBrokenHashes checks that each kind of wrong hash is found by its check.
func TestRunFindsBrokenHashes(t *testing.T) {
	tests := []struct {
		name  string
		check string
		hash  func() hasher
	}{
		{"hash depends on the way to the position", "a position has its FEN's hash", func() hasher {
			return func(p *position.Position) zobrist.Hash {
				h := p.Hash()
				h.Lock ^= uint64(p.LastMove())
				return h
			}
		}},
		{"castling rights are not hashed after a move", "a position has its FEN's hash", func() hasher {
			return func(p *position.Position) zobrist.Hash {
				if p.Ply() == 0 {
					return p.Hash()
				}
				return p.Hash().Xor(zobrist.Castling(p.Castling()))
			}
		}},
		{"rule50 is hashed", "transposed moves lead to one hash", func() hasher {
			return func(p *position.Position) zobrist.Hash {
				h := p.Hash()
				h.Key ^= uint64(p.Rule50()) << 40
				return h
			}
		}},
		{"the move number is hashed", "a position met again has its old hash", func() hasher {
			return func(p *position.Position) zobrist.Hash {
				h := p.Hash()
				h.Key ^= uint64(p.FullMove()) << 40
				return h
			}
		}},
		{"Unmake forgets something", "Unmake gives back the position", func() hasher {
			moved := false
			return func(p *position.Position) zobrist.Hash {
				h := p.Hash()
				if p.Ply() > 0 {
					moved = true
				} else if moved {
					h.Key++
				}
				return h
			}
		}},
		{"keys are too short", "no two positions share a key", func() hasher {
			return func(p *position.Position) zobrist.Hash {
				h := p.Hash()
				h.Key &= 0xffff
				return h
			}
		}},
		{"the lock is of the pawns alone", "no two positions share a lock", func() hasher {
			return func(p *position.Position) zobrist.Hash {
				return zobrist.Hash{Key: p.Hash().Key, Lock: p.PawnKey()}
			}
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := run(Config{Positions: 20_000, Seed: 1}, test.hash())
			var d *Discrepancy
			require.ErrorAs(t, err, &d)
			require.Equal(t, test.check, d.Check)
			require.NotEmpty(t, d.Expected)
			require.NotEmpty(t, d.Found)
			_, err = position.ParseFEN(d.FEN)
			require.NoError(t, err)
		})
	}
}

// A hash that is shared is reported with both positions.
func TestSharedHashNamesBothPositions(t *testing.T) {
	short := func(p *position.Position) zobrist.Hash {
		return zobrist.Hash{Key: p.Hash().Key & 0xfff, Lock: p.Hash().Lock}
	}
	_, err := run(Config{Positions: 2000, Seed: 3}, short)
	var d *Discrepancy
	require.ErrorAs(t, err, &d)
	value, other, ok := strings.Cut(d.Found, ", as for ")
	require.True(t, ok, d.Found)
	require.NotEqual(t, d.FEN, other)
	for _, fen := range []string{d.FEN, other} {
		p := enginetest.Position(t, fen)
		require.Equal(t, value, fmt.Sprintf("%016X", short(p).Key))
	}
}

func TestCheckNumbers(t *testing.T) {
	require.NoError(t, checkNumbers(zobristNumbers()))
	tests := []struct {
		name    string
		numbers []number
		check   string
	}{
		{"zero", []number{{"key of P on a1", 1}, {"lock of P on a1", 0}}, "no Zobrist number is zero"},
		{"twice", []number{{"key of P on a1", 1}, {"lock of P on a1", 2}, {"key of Q on a1", 1}}, "no Zobrist number is there twice"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var d *Discrepancy
			require.ErrorAs(t, checkNumbers(test.numbers), &d)
			require.Equal(t, test.check, d.Check)
		})
	}
}

func TestDiscrepancyError(t *testing.T) {
	full := &Discrepancy{"check", "fen", "e2e4", "a", "b"}
	require.EqualError(t, full, "check: fen, e2e4: expected a, found b")
	bare := &Discrepancy{Check: "check", Expected: "a", Found: "b"}
	require.EqualError(t, bare, "check: expected a, found b")
}
