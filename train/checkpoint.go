package train

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"os"
)

// A checkpoint is the magic, the length of the header, the header in JSON, the vectors
// of trainer.vectors, and a checksum of all that. Numbers are little-endian.
const checkpointMagic = "XORROTRAIN2\n"

// checkpointHeader identifies a training and says how far it is.
type checkpointHeader struct {
	Settings Settings `json:"settings"`
	From     string   `json:"from"`
	Data     uint64   `json:"data"` // hash of the data
	State    state    `json:"state"`
}

// vectors returns the vectors of a checkpoint in their order. Average may be empty.
func (t *trainer) vectors() [5][]float32 {
	return [5][]float32{t.weights, t.mean, t.square, t.best, t.average}
}

// save writes a checkpoint. Training that continues from it gives the same bits.
func (t *trainer) save(file string) error {
	header, err := json.Marshal(checkpointHeader{t.settings, t.from, t.data.hash, t.state})
	if err != nil {
		return err
	}
	out := append([]byte(nil), checkpointMagic...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(header)))
	out = append(out, header...)
	for _, vector := range t.vectors() {
		for _, x := range vector {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
		}
	}
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(out))
	return writeFile(file, out)
}

// load restores the state of a checkpoint into a trainer with the same settings and
// data. If it fails the trainer is unchanged.
func (t *trainer) load(file string) error {
	in, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("resume: %w", err)
	}
	if err := t.restore(in); err != nil {
		return fmt.Errorf("resume: %s: %w", file, err)
	}
	return nil
}

func (t *trainer) restore(in []byte) error {
	if !bytes.HasPrefix(in, []byte(checkpointMagic)) {
		return errors.New("not a checkpoint of a training")
	}
	body := len(in) - 4
	if body < len(checkpointMagic)+4 || crc32.ChecksumIEEE(in[:body]) != binary.LittleEndian.Uint32(in[body:]) {
		return errors.New("damaged: the checksum does not match")
	}
	in = in[len(checkpointMagic):body]
	length := binary.LittleEndian.Uint32(in)
	in = in[4:]
	if uint64(length) > uint64(len(in)) {
		return fmt.Errorf("header: %d bytes of %d are there", len(in), length)
	}
	var header checkpointHeader
	if err := json.Unmarshal(in[:length], &header); err != nil {
		return fmt.Errorf("header: %w", err)
	}
	in = in[length:]
	if err := t.compare(&header); err != nil {
		return err
	}
	want := 0
	for _, vector := range t.vectors() {
		want += 4 * len(vector)
	}
	if len(in) != want {
		return fmt.Errorf("weights: want %d bytes, got %d", want, len(in))
	}
	if header.State.Step < 0 || header.State.Step > t.steps() {
		return fmt.Errorf("step: want a number from 0 to %d, got %d", t.steps(), header.State.Step)
	}
	t.state = header.State
	for _, vector := range t.vectors() {
		for i := range vector {
			vector[i] = math.Float32frombits(binary.LittleEndian.Uint32(in))
			in = in[4:]
		}
	}
	return nil
}

// compare returns an error that names the first thing in which the training of a
// checkpoint differs from this one.
func (t *trainer) compare(h *checkpointHeader) error {
	then, now := h.Settings, t.settings
	for _, setting := range []struct {
		name      string
		then, now any
	}{
		{"hidden", then.Hidden, now.Hidden},
		{"epochs", then.Epochs, now.Epochs},
		{"batch", then.Batch, now.Batch},
		{"rate", then.Rate, now.Rate},
		{"final", then.Final, now.Final},
		{"lambda", then.Lambda, now.Lambda},
		{"endgame", then.Endgame, now.Endgame},
		{"trace", then.Trace, now.Trace},
		{"temperature", then.Temperature, now.Temperature},
		{"exponent", then.Exponent, now.Exponent},
		{"qb", then.QB, now.QB},
		{"average", then.Average, now.Average},
		{"validate", then.Validate, now.Validate},
		{"seed", then.Seed, now.Seed},
		{"from", orNone(h.From), orNone(t.from)},
	} {
		if setting.then != setting.now {
			return fmt.Errorf("%s: was %v when training began, now is %v", setting.name, setting.then, setting.now)
		}
	}
	if h.Data != t.data.hash {
		return errors.New("data: not those that training began with, or in another order")
	}
	return nil
}

// orNone returns the name of a network, or none if it is empty.
func orNone(name string) string {
	if name == "" {
		return "none"
	}
	return name
}
