package verify

import (
	"fmt"

	"xorro/chess"
	"xorro/zobrist"
)

// number is a number of the Zobrist tables, with its meaning.
type number struct {
	name  string
	value uint64
}

// zobristNumbers returns all numbers that positions are hashed with, those of the keys and
// those of the locks.
func zobristNumbers() []number {
	var list []number
	add := func(h zobrist.Hash, format string, args ...any) {
		name := fmt.Sprintf(format, args...)
		list = append(list, number{"key of " + name, h.Key}, number{"lock of " + name, h.Lock})
	}
	for _, man := range chess.Pieces() {
		for s := chess.A1; s <= chess.H8; s++ {
			add(zobrist.Piece(man, s), "%c on %s", man.Letter(), s)
		}
	}
	for i := range 4 {
		add(zobrist.Castling(1<<i), "castling right %c", "KQkq"[i])
	}
	for f := chess.FileA; f <= chess.FileH; f++ {
		add(zobrist.EnPassant(f), "en passant on file %c", f.Letter())
	}
	add(zobrist.Side(), "black to move")
	return list
}

// checkNumbers checks that no number is zero and that no two are equal.
func checkNumbers(numbers []number) error {
	names := make(map[uint64]string, len(numbers))
	for _, n := range numbers {
		found := fmt.Sprintf("%016X for the %s", n.value, n.name)
		if n.value == 0 {
			return &Discrepancy{Check: "no Zobrist number is zero", Expected: "a random number", Found: found}
		}
		if other, known := names[n.value]; known {
			return &Discrepancy{Check: "no Zobrist number is there twice", Expected: "a number of its own", Found: found + ", as for the " + other}
		}
		names[n.value] = n.name
	}
	return nil
}
