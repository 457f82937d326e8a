package nnue

import "xorro/chess"

// Shape of every network, but for the number of neurons.
const (
	// Features is the number of inputs of each half: six kinds of men of the own
	// side and six of the other, each on 64 squares.
	Features = 768
	// Buckets is the number of outputs, of which the men on the board choose one.
	Buckets = 8
	// MinNeurons and MaxNeurons bound the width of each half, a multiple of
	// MinNeurons.
	MinNeurons = 64
	MaxNeurons = 1024
)

// Quantisation: what the number 1 of the trained network is in a file.
const (
	// QA is the one of feature weights, their bias, and activations.
	QA = 255
	// QB or FineQB is the one of output weights. Each network says which. The output
	// bias counts in QA times that.
	QB     = 64
	FineQB = 128
	// Scale is the one of the network's output in centipawns.
	Scale = 400
)

// Feature is the number, 0 to Features-1, of a man as a side sees it whose king
// stands on the given square: own men before the enemy's, in the order of their
// kinds, each square by square. Black sees the board flipped between the first
// and the eighth rank. A side whose king stands on files e to h sees it mirrored,
// so that its king is always on files a to d.
func Feature(perspective chess.Color, king chess.Square, piece chess.Piece, sq chess.Square) int {
	return int(featureOf(perspective, turn(perspective, king), piece, sq))
}

// turn is what a side XORs into each square to see it from its place; see Feature.
func turn(perspective chess.Color, king chess.Square) chess.Square {
	return chess.Square(perspective)*56 ^ king>>2&1*7
}

// featureOf is Feature where the turn is known.
func featureOf(perspective chess.Color, turn chess.Square, piece chess.Piece, sq chess.Square) uint16 {
	return uint16(piece.Color()^perspective)*384 + uint16(piece.Type())*64 + uint16(sq^turn)
}

// Bucket is the output, 0 to Buckets-1, for so many men on the board, kings
// included, 2 to 32: four counts share one.
func Bucket(men int) int { return (men - 2) / 4 }
