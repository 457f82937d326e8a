// Tune has an engine play itself with different values of its options, and learns from
// the games what the values are worth. The games and the results are in a log, from which
// an interrupted run goes on.
//
//	go build -tags tune -o xorro-tune .
//	go run ./contrib/tune factors -nodes 20000 -openings FILE.epd FACTORS
//	go run ./contrib/tune spsa -nodes 20000 -openings FILE.epd -names 'futility*,see*'
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

const usage = `Tune has an engine play itself with different values of its options.

  tune factors   what each of many changes is worth, in Elo
  tune spsa      moves numbers to where they win more games

tune factors -h and tune spsa -h list the flags. The engine is usually the tunable build:

  go build -tags tune -o xorro-tune .
`

// run carries out the command line.
func run(ctx context.Context, args []string, out, errs io.Writer) error {
	name := ""
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	var err error
	switch name {
	case "factors":
		err = runFactors(ctx, args, out, errs)
	case "spsa":
		err = runSPSA(ctx, args, out, errs)
	case "-h", "-help", "--help":
		_, err = io.WriteString(out, usage)
	default:
		err = fmt.Errorf("want factors or spsa, got %q", name)
	}
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	return err
}

// newFlags returns the flags of an experiment, whose help begins with usage.
func newFlags(name, usage string, errs io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() {
		io.WriteString(errs, usage)
		flags.PrintDefaults()
	}
	return flags
}
