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

// Default returns the built-in network.
var Default = sync.OnceValue(func() *Network {
	n, err := parse(embedded)
	if err != nil {
		panic(fmt.Sprintf("the built-in network: %v", err))
	}
	return n
})
