package uci

import (
	"fmt"

	"xorro/nnue"
)

// network is the network that evaluates positions.
type network struct {
	*nnue.Network        // nil for none
	name          string // its path; <empty> for none
}

// loadNetwork has positions evaluated by the network in a file, or by none for an
// empty path. If there is an error, which says so, the last one is kept.
func (d *Driver) loadNetwork(path string) error {
	loaded := network{name: emptyText}
	if path != "" {
		n, err := nnue.Open(path)
		if err != nil {
			return fmt.Errorf("%w; %s is kept", err, d.network.name)
		}
		kernel, err := nnue.Kernel()
		if err != nil {
			d.out.info("%v", err)
		}
		d.out.info("evaluation by the network %s, with %s", n, kernel)
		loaded = network{n, path}
	}
	d.network = loaded
	d.engine.SetNetwork(loaded.Network)
	return nil
}
