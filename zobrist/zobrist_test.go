package zobrist

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"xorro/chess"
)

// TestMT19937 compares with the 10,000th number for the default seed, which the C++
// standard gives, and with the first numbers, which are widely published.
func TestMT19937(t *testing.T) {
	m := newMT19937(5489)
	for i, want := range []uint32{3499211612, 581869302, 3890346734, 3586334585, 545404204} {
		assert.Equal(t, want, m.next32(), "draw %d", i)
	}
	for range 9994 {
		m.next32()
	}
	assert.EqualValues(t, 4123659995, m.next32())

	high, low, both := newMT19937(1), newMT19937(1), newMT19937(1)
	first := high.next32()
	low.next32()
	assert.Equal(t, uint64(first)<<32|uint64(low.next32()), both.next64())
}

func TestSplitmix64(t *testing.T) {
	s := splitmix64(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		assert.Equal(t, want, s.next64(), "draw %d", i)
	}
}

// TestDrawingOrder draws the keys again in the order of published tables.
func TestDrawingOrder(t *testing.T) {
	m := newMT19937(0o1234567)
	for row := range 8 {
		for file := range 8 {
			for _, letter := range []byte("PNBRQKpnbrqk") {
				p, _ := chess.ParsePiece(letter)
				s, _ := chess.ParseSquare(string([]byte{'a' + byte(file), '8' - byte(row)}))
				assert.Equal(t, m.next64(), Piece(p, s).Key, "%c on %s", letter, s)
			}
		}
	}
	assert.Equal(t, m.next64(), Side().Key)
	for _, right := range []chess.CastlingRights{chess.WhiteKingside, chess.WhiteQueenside, chess.BlackKingside, chess.BlackQueenside} {
		assert.Equal(t, m.next64(), Castling(right).Key)
	}
	for f := chess.FileA; f <= chess.FileH; f++ {
		assert.Equal(t, m.next64(), EnPassant(f).Key)
	}
}

func TestNothingHashesToNothing(t *testing.T) {
	for s := chess.A1; s <= chess.H8; s++ {
		assert.True(t, Piece(chess.NoPiece, s).IsZero())
	}
	assert.True(t, Castling(chess.NoCastling).IsZero())
	for a := chess.NoCastling; a < 16; a++ {
		for b := chess.NoCastling; b < 16; b++ {
			assert.Equal(t, Castling(a^b), Castling(a).Xor(Castling(b)))
		}
	}
}

// numbers returns all independent numbers of the tables.
func numbers() (list []Hash) {
	for _, p := range chess.Pieces() {
		for s := chess.A1; s <= chess.H8; s++ {
			list = append(list, Piece(p, s))
		}
	}
	list = append(list, Side())
	for right := chess.WhiteKingside; right <= chess.BlackQueenside; right <<= 1 {
		list = append(list, Castling(right))
	}
	for f := chess.FileA; f <= chess.FileH; f++ {
		list = append(list, EnPassant(f))
	}
	return list
}

func keysAndLocks() (keys, locks []uint64) {
	for _, h := range numbers() {
		keys, locks = append(keys, h.Key), append(locks, h.Lock)
	}
	return keys, locks
}

// dependent reports whether one to four different entries have an XOR of zero. These are
// a zero, two equal entries, an entry that is the XOR of two others, or two pairs with
// equal XORs. Such pairs share no entry, because otherwise two entries would be equal.
func dependent(list []uint64) bool {
	sorted := slices.Clone(list)
	slices.Sort(sorted)
	if sorted[0] == 0 || len(slices.Compact(slices.Clone(sorted))) != len(list) {
		return true
	}
	var pairs []uint64
	for i, a := range list {
		for _, b := range list[:i] {
			if _, found := slices.BinarySearch(sorted, a^b); found {
				return true
			}
			pairs = append(pairs, a^b)
		}
	}
	slices.Sort(pairs)
	return len(slices.Compact(slices.Clone(pairs))) != len(pairs)
}

func TestIndependence(t *testing.T) {
	keys, locks := keysAndLocks()
	assert.Len(t, keys, 12*64+1+4+8)
	assert.False(t, dependent(keys), "keys")
	assert.False(t, dependent(locks), "locks")
	for _, key := range keys {
		assert.NotContains(t, locks, key)
	}
}

// TestDependentFinds checks that dependent finds each kind of dependence.
func TestDependentFinds(t *testing.T) {
	keys, _ := keysAndLocks()
	for name, planted := range map[string]uint64{
		"zero": 0, "duplicate": keys[7], "of two": keys[1] ^ keys[300], "of three": keys[5] ^ keys[500] ^ keys[700],
	} {
		broken := slices.Clone(keys)
		broken[400] = planted
		assert.True(t, dependent(broken), name)
	}
}

// TestStreamsUnrelated checks that no bit of the locks is an XOR of bits of the keys. The
// rank of all pairs over XOR is then 128.
func TestStreamsUnrelated(t *testing.T) {
	var basis [128]Hash
	rank := 0
	for _, h := range numbers() {
		for bit := 127; bit >= 0 && !h.IsZero(); bit-- {
			if !hasBit(h, bit) {
				continue
			}
			if basis[bit].IsZero() {
				basis[bit] = h
				rank++
				break
			}
			h = h.Xor(basis[bit])
		}
	}
	assert.Equal(t, 128, rank)
}

func hasBit(h Hash, bit int) bool {
	if bit >= 64 {
		return h.Key>>(bit-64)&1 != 0
	}
	return h.Lock>>bit&1 != 0
}
