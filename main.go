// Xorro is a chess engine. Without arguments it speaks the Universal Chess
// Interface on standard input and output; with arguments it carries out one of
// the commands that "xorro help" lists, or each argument as a line of UCI.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"xorro/nnue"
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
	if _, err := nnue.Kernel(); err != nil {
		fmt.Fprintln(errs, "xorro:", err)
	}
	var err error
	if len(args) == 0 {
		err = speakUCI(in, out)
	} else if name, rest := splitArgs(args); findCommand(name) == nil && uci.Understands(name) {
		err = carryOutUCI(args, out)
	} else {
		err = runCommand(name, rest, out, errs)
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

// splitArgs parts the first word of the command line from the rest. It may stand in
// one argument with what follows it.
func splitArgs(args []string) (name string, rest []string) {
	words := strings.Fields(args[0])
	if len(words) == 0 {
		return args[0], args[1:]
	}
	return words[0], append(words[1:], args[1:]...)
}

// carryOutUCI takes each argument as a line of UCI. Searches are not cut short by the
// end of the line.
func carryOutUCI(lines []string, out io.Writer) error {
	driver, err := uci.New(strings.NewReader(strings.Join(lines, "\n")), out, "Xorro "+version)
	if err != nil {
		return err
	}
	driver.FinishJobs()
	return driver.Run()
}

// speakUCI answers a front end, or a person if it writes to a terminal.
func speakUCI(in io.Reader, out io.Writer) error {
	driver, err := uci.New(in, out, "Xorro "+version)
	if err != nil {
		return err
	}
	if isTerminal(out) {
		driver.WriteFor(openTerminal(out.(*os.File)))
	}
	defer onInterrupt(driver.Interrupt)()
	return driver.Run()
}
