// Evalfile prints the overlay with which "go build" builds another network into the
// engine, and refuses a file that is not a network:
//
//	go run ./internal/evalfile NETWORK > overlay.json
//	go build -overlay overlay.json .
//
// The Makefile runs it in the repository's root.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"xorro/nnue"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "EVALFILE:", err)
		os.Exit(1)
	}
}

// run prints the overlay for the network's file that args names.
func run(args []string, out io.Writer) error {
	if len(args) != 1 {
		return fmt.Errorf("want one file, got %d", len(args))
	}
	if _, err := nnue.Open(args[0]); err != nil {
		return err
	}
	network, err := filepath.Abs(args[0])
	if err != nil {
		return err
	}
	builtIn, err := filepath.Abs(filepath.Join("nnue", "default.nnue"))
	if err != nil {
		return err
	}
	if _, err := os.Stat(builtIn); err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(map[string]map[string]string{"Replace": {builtIn: network}})
}
