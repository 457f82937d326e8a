package nnue

import "xorro/chess"

// Shape of every network, but for the number of neurons.
const (
	// Features is the number of inputs of each half: six kinds of pieces of the side
	// itself and six of the opponent, each on 64 squares.
	Features = 768
	// Buckets is the number of outputs. The number of pieces on the board selects one.
	Buckets = 8
	// MinNeurons and MaxNeurons bound the width of each half, a multiple of
	// MinNeurons.
	MinNeurons = 64
	MaxNeurons = 1024
)

// Quantisation: the integers that stand for 1 in a file.
const (
	// QA stands for 1 in feature weights, their biases, and activations.
	QA = 255
	// QB or FineQB stands for 1 in output weights. Each network says which. In output
	// biases QA times that stands for 1.
	QB     = 64
	FineQB = 128
	// Scale is the score in centipawns of an output of 1. It is also the default
	// temperature of evaluations: sigmoid(score/Scale) are the expected points.
	Scale = 400
)

// Feature returns the number, 0 to Features-1, of a piece on a square as the given
// side sees it. King is the square of that side's king. The side's pieces come before
// the opponent's, each in the order of their kinds and then of the squares. Black sees
// the board with the ranks turned over. A side whose king stands on files e to h sees
// the files turned over too, so that its king is always on files a to d.
func Feature(perspective chess.Color, king chess.Square, piece chess.Piece, sq chess.Square) int {
	return int(featureOf(perspective, turn(perspective, king), piece, sq))
}

// turn returns the number whose XOR with a square turns it as Feature does.
func turn(perspective chess.Color, king chess.Square) chess.Square {
	return chess.Square(perspective)*56 ^ king>>2&1*7
}

// featureOf is like Feature but takes the turn in place of the king.
func featureOf(perspective chess.Color, turn chess.Square, piece chess.Piece, sq chess.Square) uint16 {
	return uint16(piece.Color()^perspective)*384 + uint16(piece.Type())*64 + uint16(sq^turn)
}

// Bucket returns the output, 0 to Buckets-1, for the number of pieces on the board,
// 2 to 32 with both kings. Four numbers share an output.
func Bucket(pieces int) int { return (pieces - 2) / 4 }
