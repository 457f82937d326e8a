// Xorro is a chess engine. Without arguments it speaks the Universal Chess
// Interface on standard input and output; with arguments it carries out one of
// the commands that "xorro help" lists.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"xorro/uci"
)

// version is the engine's, by the rules of semver.org.
const version = "0.1.0"

// Exit codes of the process.
const (
	exitOK     = 0
	exitFailed = 1 // the command was understood, but did not succeed
	exitUsage  = 2 // the command was not understood
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run carries out the command line and returns the process's exit code. An error
// is told in one line.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	var err error
	if len(args) == 0 {
		err = speakUCI(in, out)
	} else {
		err = runCommand(args[0], args[1:], out, errs)
	}
	var usage *usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &usage):
		fmt.Fprintln(errs, err)
		return exitUsage
	default:
		fmt.Fprintln(errs, "xorro:", err)
		return exitFailed
	}
}

func speakUCI(in io.Reader, out io.Writer) error {
	driver, err := uci.New(in, out, "Xorro "+version)
	if err != nil {
		return err
	}
	return driver.Run()
}
