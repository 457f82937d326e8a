package cli

import (
	"testing"

	"xorro/movegen"
	"xorro/nnue"
	"xorro/position"
	"xorro/search"
	"xorro/uci"
)

// The two benchmarks below make default.pgo, the profile from which the compiler learns
// which calls to inline:
//
//	GOAMD64=v3 go test -run '^$' -bench . -benchtime 10x -cpuprofile default.pgo ./internal/cli

func BenchmarkPerft(b *testing.B) {
	p, err := position.ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		movegen.Perft(p, 5)
	}
}

func BenchmarkBench(b *testing.B) {
	for b.Loop() {
		if _, _, err := search.Bench(b.Context(), nnue.Default(), uci.BenchDepth, func(search.BenchRow) {}); err != nil {
			b.Fatal(err)
		}
	}
}
