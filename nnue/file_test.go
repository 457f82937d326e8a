package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"xorro/internal/enginetest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// written is a network's file.
func written(t testing.TB, n *Network) []byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, n.Write(&file))
	return file.Bytes()
}

func TestFileRoundTrip(t *testing.T) {
	r := newRandom(30)
	for _, neurons := range []int{64, 192, 1024} {
		for _, origin := range []string{"", "trained on 12,000,000 positions of generation 0", strings.Repeat("ä", maxOrigin/2)} {
			n, err := New(randomWeights(r, neurons), origin)
			require.NoError(t, err)
			file := written(t, n)
			again, err := Read(iotest.OneByteReader(bytes.NewReader(file)))
			require.NoError(t, err)
			require.Equal(t, n, again)
			assert.Equal(t, origin, again.Origin())
			assert.Equal(t, neurons, again.Neurons())
			assert.LessOrEqual(t, len(file), maxSize)
		}
	}
}

// TestBulletFile: the body alone is a network too, with bullet's padding or
// without, and in the order that bullet has it.
func TestBulletFile(t *testing.T) {
	for neurons := MinNeurons; neurons <= MaxNeurons; neurons += MinNeurons {
		for _, size := range []int{bodySize(noThreats, neurons), padded(bodySize(noThreats, neurons))} {
			n, err := Read(bytes.NewReader(make([]byte, size)))
			require.NoError(t, err)
			require.Equal(t, neurons, n.Neurons())
		}
	}
	w := randomWeights(newRandom(31), 64)
	w.QB = QB
	clear(w.Threats)
	n, err := New(w, "")
	require.NoError(t, err)
	body := withoutThreats(n)
	file := append(bytes.Clone(body), strings.Repeat("bullet", 11)[:padded(len(body))-len(body)]...)
	again, err := Read(bytes.NewReader(file))
	require.NoError(t, err)
	require.Equal(t, n.weights, again.weights)
	require.Equal(t, sha256.Sum256(body), again.hash)
	require.Equal(t, unknownOrigin, again.Origin())

	// One number of each part is where bullet writes it.
	const neurons = 128
	body = make([]byte, bodySize(noThreats, neurons))
	put := func(index int, value int16) { binary.LittleEndian.PutUint16(body[2*index:], uint16(value)) }
	put(700*neurons+5, -300)                                  // feature 700, neuron 5
	put(768*neurons+6, 301)                                   // bias of neuron 6
	put(769*neurons+3*2*neurons+neurons+7, -102)              // bucket 3, other side, neuron 7
	put(769*neurons+8*2*neurons+2, -16000)                    // bias of bucket 2
	assert.Equal(t, (769*neurons+8*2*neurons+8)*2, len(body)) // and nothing else
	n, err = Read(bytes.NewReader(body))
	require.NoError(t, err)
	assert.EqualValues(t, -300, n.weights.Features[700*neurons+5])
	assert.EqualValues(t, 301, n.weights.Bias[6])
	assert.EqualValues(t, -102, n.weights.Output[(3*2+1)*neurons+7])
	assert.EqualValues(t, -16000, n.weights.OutputBias[2])
}

// withoutThreats is the body of a network without the weights of threats.
func withoutThreats(n *Network) []byte {
	return n.weights.append(nil)[:bodySize(noThreats, n.neurons)]
}

// TestFileWithoutThreats: a file of the version without threats is read too. Written again,
// it has weights of zero for them.
func TestFileWithoutThreats(t *testing.T) {
	w := randomWeights(newRandom(36), 64)
	clear(w.Threats)
	n, err := New(w, "before there were threats")
	require.NoError(t, err)
	whole, body := written(t, n), withoutThreats(n)
	file := whole[:len(whole)-2*len(w.Threats)]
	before := bytes.Clone(whole)
	binary.LittleEndian.PutUint32(file[8:], noThreats)
	hash := sha256.Sum256(body)
	copy(file[40:], hash[:])
	again, err := Read(bytes.NewReader(file))
	require.NoError(t, err)
	assert.Equal(t, n.weights, again.weights)
	assert.Equal(t, n.origin, again.origin)
	assert.Equal(t, hash, again.hash)
	assert.Equal(t, before, written(t, again))
}

func TestBadFiles(t *testing.T) {
	n := randomNetwork(t, newRandom(32), 64)
	good := written(t, n)
	body := len(good) - bodySize(version, 64)
	number := func(at int, value uint32) func([]byte) []byte {
		return func(file []byte) []byte {
			binary.LittleEndian.PutUint32(file[at:], value)
			return file
		}
	}
	for _, c := range []struct {
		name  string
		spoil func(file []byte) []byte
		want  string
	}{
		{"empty", func([]byte) []byte { return nil },
			`not a network: want a file that begins with XORRONET, or (768 -> N)x2 -> 1x8 as bullet writes it in 1570*N + 16 bytes, found 0 bytes that begin with ""`},
		{"words", func([]byte) []byte { return []byte("#!/bin/sh\n") }, `found 10 bytes that begin with "#!/bin/s"`},
		{"of a width that is none", func([]byte) []byte { return make([]byte, bodySize(noThreats, 32)) }, "found 50256 bytes"},
		{"too large", func([]byte) []byte { return make([]byte, maxSize+1) }, "not a network: want 1663424 bytes at most, found more"},
		{"magic alone", func(file []byte) []byte { return file[:8] }, "header: want 72 bytes, found 8"},
		{"version", number(8, 3), "version: want 1 or 2, found 3"},
		{"features", number(12, 704), "shape: want (768 -> N)x2 + 3216 -> 1x8, found (704 -> 64)x2 -> 1x8"},
		{"neurons", number(16, 96), "shape: want (768 -> N)x2 + 3216 -> 1x8 with N a multiple of 64 up to 1024, found (768 -> 96)x2 + 3216 -> 1x8"},
		{"no neurons", number(16, 0), "found (768 -> 0)x2 + 3216 -> 1x8"},
		{"many neurons", number(16, 1<<31), "found (768 -> 2147483648)x2 + 3216 -> 1x8"},
		{"other neurons", number(16, 128), "size: want 252560 bytes for 128 neurons in version 2, found 152080"},
		{"buckets", number(20, 1), "shape: want (768 -> N)x2 + 3216 -> 1x8, found (768 -> 64)x2 -> 1x1"},
		{"QA", number(24, 181), "quantisation: want 255, 64 or 128 and scale 400, found 181, 64 and scale 400"},
		{"QB", number(28, 96), "want 255, 64 or 128 and scale 400, found 255, 96 and scale 400"},
		{"scale", number(32, 340), "found 255, 64 and scale 340"},
		{"long origin", number(36, 4097), "origin: want 4096 bytes at most, found 4097"},
		{"hash", number(40, 0), "hash of the weights: want 00000000"},
		{"a bit", func(file []byte) []byte { file[len(file)/2] ^= 4; return file }, "hash of the weights: want "},
		{"origin", func(file []byte) []byte { file[headerSize+3] = '\n'; return file }, `origin: want one line of printable text, found "\n" at byte 3`},
		{"origin's letters", func(file []byte) []byte { file[headerSize] = 0xff; return file }, `found "\xff" at byte 0`},
		{"short", func(file []byte) []byte { return file[:len(file)-1] }, "size: want 152080 bytes for 64 neurons in version 2, found 152079"},
		{"long", func(file []byte) []byte { return append(file, 0) }, "found 152081"},
		{"header alone", func(file []byte) []byte { return file[:body] }, "found 128"},
	} {
		_, err := Read(bytes.NewReader(c.spoil(bytes.Clone(good))))
		assert.ErrorContains(t, err, c.want, c.name)
	}

	_, err := Read(iotest.TimeoutReader(bytes.NewReader(good)))
	assert.ErrorIs(t, err, iotest.ErrTimeout)
}

func TestBadWeights(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(w *Weights)
		want  string
	}{
		{"output weight", func(w *Weights) { w.Output[3*2*64+70] = 129 }, "output weight 70 of bucket 3: want -128 to 128, found 129"},
		{"output weight", func(w *Weights) { w.Output[0] = -129 }, "output weight 0 of bucket 0: want -128 to 128, found -129"},
		{"feature weight", func(w *Weights) { w.Features[100*64+9], w.Bias[9] = -1000, 800 }, "neuron 9: want bias and 32 times the widest weight within 32767, found 32800"},
		{"bias", func(w *Weights) { w.Bias[63] = -32768 }, "neuron 63: want bias and 32 times"},
		{"shape", func(w *Weights) { w.Bias = w.Bias[:63] }, "shape: want (768 -> N)x2 + 3216 -> 1x8"},
		{"features", func(w *Weights) { w.Features = w.Features[1:] }, "feature weights: want 49152 for 64 neurons, found 49151"},
		{"output", func(w *Weights) { w.Output = nil }, "output weights: want 1024 for 64 neurons, found 0"},
		{"quantisation", func(w *Weights) { w.QB = 0 }, "quantisation of output weights: want 64 or 128, found 0"},
		{"output bias", func(w *Weights) { w.OutputBias = append(w.OutputBias, 0) }, "output biases: want 8 for 64 neurons, found 9"},
	} {
		w := randomWeights(newRandom(33), 64)
		c.spoil(&w)
		_, err := New(w, "")
		assert.ErrorContains(t, err, c.want, c.name)
	}
	// What the bounds allow is allowed.
	w := randomWeights(newRandom(33), 64)
	w.Output[0], w.Output[1] = 128, -128
	clear(w.Features)
	w.Bias[0], w.Bias[1], w.Bias[2], w.Features[2] = 32767, -32767, 767, 1000
	_, err := New(w, "")
	assert.NoError(t, err)
	_, err = New(w, "two\nlines")
	assert.ErrorContains(t, err, "origin: ")
}

func TestOpen(t *testing.T) {
	n := randomNetwork(t, newRandom(34), 64)
	path := filepath.Join(t.TempDir(), "some.nnue")
	require.NoError(t, os.WriteFile(path, written(t, n), 0o600))
	again, err := Open(path)
	require.NoError(t, err)
	assert.Equal(t, n, again)
	assert.Regexp(t, `^\(768 -> 64\)x2 \+ 3216 -> 1x8 [0-9a-f]{8}$`, again.String())

	require.NoError(t, os.WriteFile(path, []byte("nothing"), 0o600))
	_, err = Open(path)
	assert.ErrorContains(t, err, path+": not a network: ")
	_, err = Open(path + ".not")
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = Open(t.TempDir())
	assert.ErrorContains(t, err, "want a file, found something else (d")
}

// FuzzRead: whatever is read is refused with an error, or is a network that can be
// written and used.
func FuzzRead(f *testing.F) {
	n := randomNetwork(f, newRandom(35), 64)
	file := written(f, n)
	f.Add(file)
	f.Add(withoutThreats(n))
	f.Add(file[:headerSize])
	f.Add(file[:20])
	p := enginetest.Position(f, kiwipete)
	f.Fuzz(func(t *testing.T, file []byte) {
		n, err := Read(bytes.NewReader(file))
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.Equal(t, evaluateSlowly(n, p), n.Evaluate(p))
		again, err := Read(bytes.NewReader(written(t, n)))
		require.NoError(t, err)
		require.Equal(t, n.weights, again.weights)
		require.Equal(t, n.origin, again.origin)
	})
}
