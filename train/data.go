package train

import (
	"context"
	"fmt"

	"xorro/datagen"
	"xorro/nnue"
)

// set is a list of samples in chunks, so that it grows without being copied.
type set struct {
	chunks []chunk
	n      int
}

// chunk holds samples and their threats. The lowest threatBits bits of sample.threats are
// the number of its threats, the others the index of the first.
type chunk struct {
	samples []sample
	threats []uint16
}

const (
	chunkSamples = 1 << 16
	threatBits   = 6
)

func (s *set) add(x sample, threats nnue.ThreatList) {
	if s.n%chunkSamples == 0 {
		s.chunks = append(s.chunks, chunk{samples: make([]sample, 0, chunkSamples)})
	}
	last := &s.chunks[len(s.chunks)-1]
	list := threats.Slice()
	x.threats = uint32(len(last.threats)<<threatBits | len(list))
	last.samples = append(last.samples, x)
	last.threats = append(last.threats, list...)
	s.n++
}

func (s *set) at(i int) *sample { return &s.chunks[i/chunkSamples].samples[i%chunkSamples] }

// threatsOf returns the threats of sample i.
func (s *set) threatsOf(i int) []uint16 {
	at := s.at(i).threats
	return s.chunks[i/chunkSamples].threats[at>>threatBits:][:at&(1<<threatBits-1)]
}

// data holds the samples of the files.
type data struct {
	training, heldOut set
	games             int
	hash              uint64 // of all samples and of which are held out
}

// readData reads the training positions of the files. The settings say which share of
// the games is held out, and how scores are mixed. It calls reading after each game, and
// ends early with the context's error.
func readData(ctx context.Context, files []string, s *Settings, reading func(games, positions int)) (*data, error) {
	d := new(data)
	for _, name := range files {
		for g, err := range datagen.ReadGames(name) {
			if err != nil {
				return nil, fmt.Errorf("data: %w", err)
			}
			d.addGame(traced(g, s.Trace, s.Temperature), s.Validate)
			reading(d.games, d.training.n+d.heldOut.n)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
	}
	if d.training.n == 0 || d.heldOut.n == 0 {
		return nil, fmt.Errorf("data: %d games leave %d positions to learn from and %d to hold out; there must be some of both",
			d.games, d.training.n, d.heldOut.n)
	}
	return d, nil
}

// addGame adds a game's training positions. Games that are held out are spread evenly
// over all files.
func (d *data) addGame(g *datagen.Game, share float64) {
	held := int(float64(d.games+1)*share) > int(float64(d.games)*share)
	d.games++
	to := &d.training
	if held {
		to = &d.heldOut
	}
	for l := range g.TrainingPositions() {
		if held && l.OffPath {
			continue // so that held-out losses do not depend on how many there are
		}
		s, threats := pack(l)
		to.add(s, threats)
		d.count(&s, held)
	}
}

// count adds a sample to the hash.
func (d *data) count(s *sample, held bool) {
	d.hash = mix(d.hash+uint64(s.Occupied), 0x6a09e667f3bcc908)
	for i := 0; i < 32; i += 16 {
		word := uint64(0)
		for j := range 16 {
			word = word<<4 | uint64(s.Piece(i+j))
		}
		d.hash = mix(d.hash+word, 0xbb67ae8584caa73b)
	}
	d.hash = mix(d.hash+uint64(uint16(s.score))<<16+uint64(s.result)<<8+uint64(s.flags), 0x3c6ef372fe94f82b)
	if held {
		d.hash++
	}
}
