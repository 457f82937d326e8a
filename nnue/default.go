package nnue

import (
	_ "embed"
	"fmt"
	"sync"
)

// embedded is the file of the built-in network.
//
//go:embed default.nnue
var embedded []byte

var builtIn = sync.OnceValue(func() *Network {
	n, err := parse(embedded)
	if err != nil {
		panic(fmt.Sprintf("the built-in network: %v", err))
	}
	return n
})

// Default returns the built-in network.
func Default() *Network { return builtIn() }
