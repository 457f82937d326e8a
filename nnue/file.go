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
// and the body: feature weights by feature, their biases, output weights by bucket, the
// side to move's before the opponent's, output biases, and weights of threats by bucket.
// Each number is an int16, and all numbers are little-endian. In version 1 there are no
// weights of threats. The body of version 1 is what the trainer bullet writes as
// quantised.bin, without the padding at its end (feature weights column-major and output
// weights transposed in bullet's terms), and may stand alone. QB stands for 1 in its output
// weights then.
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
	version    = 2
	noThreats  = 1 // the version without threats
	headerSize = 8 + 8*4 + sha256.Size
	padding    = 64
)

// unknownOrigin is the origin of a network from a file without a header.
const unknownOrigin = "unknown, from a file without a header"

// bodySize returns the size of a version's body in bytes.
func bodySize(version uint32, neurons int) int {
	size := 2 * (Features*neurons + neurons + Buckets*2*neurons + Buckets)
	if version != noThreats {
		size += 2 * Buckets * ThreatFeatures
	}
	return size
}

// padded rounds a size up to a multiple of the padding.
func padded(size int) int { return (size + padding - 1) / padding * padding }

// maxSize is the size of the largest file.
var maxSize = padded(headerSize+maxOrigin) + padded(bodySize(version, MaxNeurons))

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
			if size := bodySize(noThreats, neurons); len(file) == size || len(file) == padded(size) {
				return decode(file[:size], noThreats, neurons, QB, unknownOrigin, sha256.Sum256(file[:size]))
			}
		}
		empty := bodySize(noThreats, 0)
		return nil, fmt.Errorf("not a network: want a file that begins with %s, or (%d -> N)x2 -> 1x%d as bullet writes it in %d*N + %d bytes, found %d bytes that begin with %q",
			magic, Features, Buckets, bodySize(noThreats, 1)-empty, empty, len(file), file[:min(len(file), len(magic))])
	}

	var h header
	if _, err := binary.Decode(file, binary.LittleEndian, &h); err != nil {
		return nil, fmt.Errorf("header: want %d bytes, found %d", headerSize, len(file))
	}
	if h.Version != version && h.Version != noThreats {
		return nil, fmt.Errorf("version: want %d or %d, found %d", noThreats, version, h.Version)
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
	if want := start + bodySize(h.Version, neurons); len(file) != want {
		return nil, fmt.Errorf("size: want %d bytes for %d neurons in version %d, found %d", want, neurons, h.Version, len(file))
	}
	body := file[start:]
	hash := sha256.Sum256(body)
	if hash != h.Hash {
		return nil, fmt.Errorf("hash of the weights: want %x, found %x", h.Hash, hash)
	}
	return decode(body, h.Version, neurons, int(h.QB), string(file[headerSize:headerSize+h.OriginLen]), hash)
}

// Write writes the network with a header.
func (n *Network) Write(w io.Writer) error {
	body := n.weights.append(nil)
	h := header{
		Version: version, Features: Features, Neurons: uint32(n.neurons), Buckets: Buckets,
		QA: QA, QB: uint32(n.weights.QB), Scale: Scale, OriginLen: uint32(len(n.origin)), Hash: sha256.Sum256(body),
	}
	copy(h.Magic[:], magic)
	file, err := binary.Append(nil, binary.LittleEndian, &h)
	if err != nil {
		return err
	}
	file = append(file, n.origin...)
	file = append(file, make([]byte, padded(len(file))-len(file))...)
	_, err = w.Write(append(file, body...))
	return err
}

// decode returns the network of a body that has the size for the given version and number
// of neurons. The hash is that of the body.
func decode(body []byte, version uint32, neurons, qb int, origin string, hash [sha256.Size]byte) (*Network, error) {
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
	if version == noThreats {
		n.weights.Threats = memory.Aligned[int16](Buckets * ThreatFeatures)
	} else {
		n.weights.Threats = next(Buckets * ThreatFeatures)
	}
	if err := n.weights.check(); err != nil {
		return nil, err
	}
	return n, nil
}
