// Package cli is the command line: each subcommand with its flags, and the streams
// on which the engine speaks UCI.
package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"xorro/nnue"
	"xorro/uci"
)

// Exit codes of the process.
const (
	exitOK     = 0
	exitFailed = 1 // the command was understood, but failed
	exitUsage  = 2 // the command was not understood
)

// environment is what a command runs in.
type environment struct {
	in        io.Reader
	out, errs io.Writer
	version   string // of the engine
}

// engineName is the engine's name with its version, as UCI tells it.
func (e environment) engineName() string { return "Xorro " + e.version }

// Run runs a command line, without the program's name, and returns the process's
// exit code. Errors are written in one line each.
func Run(args []string, in io.Reader, out, errs io.Writer, version string) int {
	env := environment{in, out, errs, version}
	if _, err := nnue.Kernel(); err != nil {
		fmt.Fprintln(errs, "xorro:", err)
	}
	var err error
	if len(args) == 0 {
		err = speakUCI(env)
	} else if name, rest := splitArgs(args); findCommand(name) == nil && uci.Understands(name) {
		err = runLines(args, env)
	} else {
		err = runCommand(name, rest, env)
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

// splitArgs separates the first word of the command line from the rest. The word may
// share an argument with what follows it.
func splitArgs(args []string) (name string, rest []string) {
	words := strings.Fields(args[0])
	if len(words) == 0 {
		return args[0], args[1:]
	}
	return words[0], append(words[1:], args[1:]...)
}
