// Xorro is a chess engine. Without arguments it speaks the Universal Chess
// Interface on standard input and output; with arguments it runs one of the
// commands that "xorro help" lists, or each argument as a line of UCI.
package main

import (
	"os"

	"xorro/internal/cli"
)

// version is the engine's version, by the rules of semver.org.
const version = "0.1.0"

func main() { os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, version)) }
