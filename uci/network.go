package uci

import (
	"fmt"

	"xorro/nnue"
)

// network is the network that evaluates positions.
type network struct {
	*nnue.Network
	name string // its path; <empty> for the one that is built in
}

// builtIn is the network that is used unless another is loaded.
func builtIn() network { return network{nnue.Default(), emptyText} }

// loadNetwork has positions evaluated by the network in a file, or by the one that
// is built in for an empty path. If there is an error, which says so, the last one
// is kept.
func (d *Driver) loadNetwork(path string) error {
	loaded := builtIn()
	if path != "" {
		n, err := nnue.Open(path)
		if err != nil {
			return fmt.Errorf("%w; %s is kept", err, d.network.name)
		}
		loaded = network{n, path}
	}
	kernel, _ := nnue.Kernel() // what is wrong with the choice was told at the start
	d.out.info("evaluation by the network %s, with %s", loaded, kernel)
	d.network = loaded
	d.engine.SetNetwork(loaded.Network)
	return nil
}
