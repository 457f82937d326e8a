package search

import (
	"context"
	"errors"
	"time"

	"xorro/nnue"
	"xorro/position"
)

// benchHash is the size of the table during a bench, in megabytes.
const benchHash = 16

// ErrStopped is returned by a Bench that was stopped.
var ErrStopped = errors.New("stopped before the end")

// BenchRow is the result of one position of a bench.
type BenchRow struct {
	Number, Count int // of the position, from 1, and of all positions
	FEN           string
	Result
}

// Bench searches a fixed set of positions to a depth in plies and calls row after
// each. Every position is searched by one thread with an empty table, and evaluated
// by the network. The sum of the nodes is the same on every machine. It changes only
// with the search and with the network. The elapsed time does not include making the
// engine. Bench returns ErrStopped once the context is done.
func Bench(ctx context.Context, network *nnue.Network, depth int, row func(BenchRow)) (nodes uint64, elapsed time.Duration, err error) {
	e, err := New(benchHash)
	if err != nil {
		return 0, 0, err
	}
	e.SetNetwork(network)
	for i, fen := range benchPositions {
		p, err := position.ParseFEN(fen)
		if err != nil {
			return 0, 0, err
		}
		e.NewGame()
		start := time.Now()
		job := e.Start(p, Limits{Depth: depth}, Reports{})
		ignore := context.AfterFunc(ctx, job.Stop)
		result := job.Wait()
		if !ignore() {
			return 0, 0, ErrStopped
		}
		elapsed += time.Since(start)
		nodes += result.Nodes
		row(BenchRow{i + 1, len(benchPositions), fen, result})
	}
	return nodes, elapsed, nil
}

// benchPositions are from games that the engine played with itself after a few
// random moves, from the opening to the endgame.
var benchPositions = [...]string{
	"rnbqkbnr/1p1p1ppp/2p1p3/p7/1P2P3/B1N2N2/P1PP1PPP/R2QKB1R w KQkq - 0 6",
	"r1bqkb1r/1ppp3p/p1n1pppn/8/P2P4/2N1PN2/1PP1BPPP/R1BQK2R b KQkq - 0 7",
	"r2qkb1r/1pp1ppp1/2n2n1p/p2p1b2/3P1P2/N1P2NP1/PP2P1BP/R1BQ1RK1 w q - 3 9",
	"rn1qk2r/2p1bpp1/p2p1n1p/1p6/P2PP1bP/1Q1B1N2/1P1N1PP1/R1B1K2R b KQkq - 0 10",
	"r1b1kb1r/1p1n1ppp/4p3/pP6/P7/3P1N2/5PPP/R1B1KB1R w KQkq - 0 12",
	"B1b1kb1r/p2p1pp1/n1p1pn1p/8/Pp1P1P2/5N1q/1PP1P1RP/RNBQ2K1 b k - 11 13",
	"r1q1k2r/pp2p1b1/2ppbn1p/5p2/2PB2pP/1QNP2P1/PP2PPB1/R4RK1 w - - 0 15",
	"rn1q2k1/1p2p3/p1pp1n1b/6pP/8/3BPQ1b/PPPP4/RNB1K1R1 b Q - 3 16",
	"r1b2rk1/1p1n1ppp/2p1p2n/8/1q1P2P1/5N1P/P1P1B3/RN1Q2KR w - - 0 18",
	"r1b1r1k1/ppp5/2n5/3pPq2/8/2P2P1N/PP1Q1PBP/R3R1K1 b - - 0 19",
	"r4rk1/3nBbbp/2p2p1n/3p2p1/3P2P1/1P1NqN1P/2P1PPB1/R4RK1 w - - 0 21",
	"rr4k1/p4p2/2p2Pn1/b3p2R/8/3RB1P1/P3PP2/2K2B2 b - - 2 22",
	"6r1/pp3k1p/2p1bp1B/8/2n1B3/P6P/P1P1P3/1K4R1 w - - 3 24",
	"1k1r4/1bppqpb1/3n4/pPB1pP1p/4P2P/2NP1N2/P1Q5/1KR5 b - - 0 25",
	"r1b3k1/1p6/pP1ppr1p/8/PbP2pPR/1N1R4/4PPB1/3K4 w - - 1 27",
	"k2q3r/p2bpr2/2p2nB1/1p1p2R1/3P4/N1P3QP/PP3PP1/4R2K b - - 7 28",
	"8/1pk3p1/5b2/p7/5P1p/4P2P/PPr3P1/1RB2K2 w - - 1 30",
	"2r5/pb4R1/p1kp4/2p4p/4NP2/PP1P3r/3K4/2R5 b - - 5 31",
	"4r3/kb4p1/p1p5/b4pN1/2p2P1P/B1PpP1P1/3P4/3K1R2 w - - 2 33",
	"1k1r4/pp6/4p3/P1bp1p2/R4Rp1/2P3P1/4P2P/2n2B1K b - - 9 34",
	"5n1k/2p5/1p4r1/pP1n2Np/3P1B2/P2K1P2/5R2/8 w - - 0 36",
	"2R2n1k/6b1/6p1/rN3p2/p2P2r1/5Q2/P2q2B1/1R5K b - - 7 37",
	"8/1R6/3b2p1/P2k2B1/2p2P1P/r7/3K4/8 w - - 1 39",
	"4b3/p7/PpP5/1P2k2p/r3p2p/4K2P/4B1P1/2R5 b - - 0 40",
	"1R6/5kp1/2N4p/8/P7/4K2b/2r5/8 w - - 4 42",
	"8/7k/7p/P2pQP2/1r6/4P3/6qP/R3K3 b - - 6 43",
	"3r2k1/5ppp/Q7/2K5/2P2B2/6P1/7P/6q1 w - - 10 45",
	"8/1R2bk2/4p1p1/4P2p/5P1P/6P1/3r4/5K2 b - - 1 46",
	"8/R7/3k2np/3p2p1/3P2P1/3b1PK1/1r1B1P2/8 w - - 24 48",
	"8/8/b1p2k2/2P1pp2/Pp3n2/1P3P2/5K2/7R b - - 4 49",
	"7r/1B6/4k3/2R2p2/6p1/8/5K2/8 w - - 6 51",
	"6k1/6p1/4K3/3p4/3P4/4PR2/1r6/8 b - - 0 52",
	"8/6k1/R7/8/4K3/8/8/3b4 w - - 5 54",
	"8/5k2/2R5/p5p1/4P2p/K1N4P/7r/4n3 b - - 0 55",
	"8/6r1/8/1Bn5/3k2Kp/R6P/6P1/8 w - - 26 57",
	"8/3p4/8/4pN2/4P1Pp/2k2P1K/3r3P/8 b - - 3 58",
	"r7/2PK4/8/2B5/4k3/8/8/8 w - - 7 60",
	"8/8/3r4/5PR1/p7/Pk2P3/4K3/8 b - - 2 61",
	"8/8/4K3/2kb4/2p3B1/2B5/8/8 w - - 12 63",
	"8/2p5/4pkp1/1P1p1b2/3P1P1P/2K1P3/4B3/8 b - - 32 64",
	"1r2bk2/2R2p2/2P2p2/PKR2P2/4r3/8/2N5/8 w - - 4 66",
	"8/8/4k3/1R5r/1K6/8/8/8 b - - 19 67",
}
