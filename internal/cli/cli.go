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
	} else if words := splitFirst(args); !hasCommand(words[0]) && uci.Understands(words[0]) {
		err = runLines(args, env)
	} else {
		err = runCommand(words, env)
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

// splitFirst splits the first argument into its words. They may stand in one argument
// as they do in a line of UCI.
func splitFirst(args []string) []string {
	words := strings.Fields(args[0])
	if len(words) == 0 {
		return args
	}
	return append(words, args[1:]...)
}
