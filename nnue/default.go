package nnue

import (
	_ "embed"
	"fmt"
	"sync"
)

// embedded is the file of the network that is built in.
//
//go:embed default.nnue
var embedded []byte

// Default is the network that is built in.
var Default = sync.OnceValue(func() *Network {
	n, err := parse(embedded)
	if err != nil {
		panic(fmt.Sprintf("the network that is built in: %v", err))
	}
	return n
})
