package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"os"

	"xorro/internal/memory"
)

// A file is a header, the text of the origin, zeros up to a multiple of 64 bytes,
// and the body. All numbers are little-endian. The body is what the trainer bullet
// writes as quantised.bin for this shape, without the padding at its end: feature
// weights by feature (column-major in bullet's terms), their biases, output weights
// by bucket (transposed), the side to move's before the opponent's, and output
// biases. Each number is an int16. In a file without a header QB stands for 1 in
// output weights.
type header struct {
	Magic     [8]byte
	Version   uint32
	Features  uint32
	Neurons   uint32
	Buckets   uint32
	QA        uint32
	QB        uint32
	Scale     uint32
	OriginLen uint32            // bytes
	Hash      [sha256.Size]byte // of the body
}

const (
	magic      = "XORRONET"
	version    = 1
	headerSize = 8 + 8*4 + sha256.Size
	padding    = 64
)

// unknownOrigin is the origin of a network from a file without a header.
const unknownOrigin = "unknown, from a file without a header"

// bodySize returns the size of a body in bytes.
func bodySize(neurons int) int { return 2 * (Features*neurons + neurons + Buckets*2*neurons + Buckets) }

// padded rounds a size up to a multiple of the padding.
func padded(size int) int { return (size + padding - 1) / padding * padding }

// maxSize is the size of the largest file.
var maxSize = padded(headerSize+maxOrigin) + padded(bodySize(MaxNeurons))

// Open reads a network from a file. Errors name the file.
func Open(path string) (*Network, error) {
	// Opening a pipe would block.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: want a file, found something else (%v)", path, info.Mode())
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	n, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// Read reads a network, to the end of r. It accepts files of Write and files of
// bullet, which have no header. Their number of neurons follows from the size of the
// body, with or without padding to a multiple of 64 bytes. Errors say what was
// expected and what was found.
func Read(r io.Reader) (*Network, error) {
	file, err := io.ReadAll(io.LimitReader(r, int64(maxSize)+1))
	if err != nil {
		return nil, err
	}
	if len(file) > maxSize {
		return nil, fmt.Errorf("not a network: want %d bytes at most, found more", maxSize)
	}
	return parse(file)
}

// parse returns the network of a whole file.
func parse(file []byte) (*Network, error) {
	if !bytes.HasPrefix(file, []byte(magic)) {
		for neurons := MinNeurons; neurons <= MaxNeurons; neurons += MinNeurons {
			if size := bodySize(neurons); len(file) == size || len(file) == padded(size) {
				return decode(file[:size], neurons, QB, unknownOrigin, sha256.Sum256(file[:size]))
			}
		}
		return nil, fmt.Errorf("not a network: want a file that begins with %s, or %s as bullet writes it in %d*N + %d bytes, found %d bytes that begin with %q",
			magic, shape("N"), bodySize(1)-bodySize(0), bodySize(0), len(file), file[:min(len(file), len(magic))])
	}

	var h header
	if _, err := binary.Decode(file, binary.LittleEndian, &h); err != nil {
		return nil, fmt.Errorf("header: want %d bytes, found %d", headerSize, len(file))
	}
	if h.Version != version {
		return nil, fmt.Errorf("version: want %d, found %d", version, h.Version)
	}
	if h.Features != Features || h.Buckets != Buckets {
		return nil, fmt.Errorf("shape: want %s, found (%d -> %d)x2 -> 1x%d", shape("N"), h.Features, h.Neurons, h.Buckets)
	}
	neurons := int(h.Neurons)
	if err := checkNeurons(neurons); err != nil {
		return nil, err
	}
	if h.QA != QA || checkQB(int(h.QB)) != nil || h.Scale != Scale {
		return nil, fmt.Errorf("quantisation: want %d, %d or %d and scale %d, found %d, %d and scale %d", QA, QB, FineQB, Scale, h.QA, h.QB, h.Scale)
	}
	if h.OriginLen > maxOrigin {
		return nil, fmt.Errorf("origin: want %d bytes at most, found %d", maxOrigin, h.OriginLen)
	}
	start := padded(headerSize + int(h.OriginLen))
	if want := start + bodySize(neurons); len(file) != want {
		return nil, fmt.Errorf("size: want %d bytes for %s, found %d", want, shape(neurons), len(file))
	}
	body := file[start:]
	hash := sha256.Sum256(body)
	if hash != h.Hash {
		return nil, fmt.Errorf("hash of the weights: want %x, found %x", h.Hash, hash)
	}
	return decode(body, neurons, int(h.QB), string(file[headerSize:headerSize+h.OriginLen]), hash)
}

// Write writes the network with a header.
func (n *Network) Write(w io.Writer) error {
	h := header{
		Version: version, Features: Features, Neurons: uint32(n.neurons), Buckets: Buckets,
		QA: QA, QB: uint32(n.weights.QB), Scale: Scale, OriginLen: uint32(len(n.origin)), Hash: n.hash,
	}
	copy(h.Magic[:], magic)
	file, err := binary.Append(nil, binary.LittleEndian, &h)
	if err != nil {
		return err
	}
	file = append(file, n.origin...)
	file = append(file, make([]byte, padded(len(file))-len(file))...)
	_, err = w.Write(n.weights.append(file))
	return err
}

// decode returns the network of a body that has the size for the given number of
// neurons. The hash is that of the body.
func decode(body []byte, neurons, qb int, origin string, hash [sha256.Size]byte) (*Network, error) {
	if err := checkOrigin(origin); err != nil {
		return nil, err
	}
	next := func(count int) []int16 {
		part := memory.Aligned[int16](count)
		for i := range part {
			part[i] = int16(binary.LittleEndian.Uint16(body[2*i:]))
		}
		body = body[2*count:]
		return part
	}
	n := &Network{neurons: neurons, origin: origin, hash: hash, toFine: uint8(bits.TrailingZeros(FineQB / uint(qb))), weights: Weights{
		Features:   next(Features * neurons),
		Bias:       next(neurons),
		Output:     next(Buckets * 2 * neurons),
		OutputBias: next(Buckets),
		QB:         qb,
	}}
	if err := n.weights.check(); err != nil {
		return nil, err
	}
	return n, nil
}
