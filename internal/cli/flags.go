package cli

import (
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"xorro/nnue"
)

// wholeFlag defines a flag that takes a whole number from low to high.
func wholeFlag(flags *flag.FlagSet, name string, value, low, high int, usage string) *int {
	n := value
	flags.Var(&whole{&n, low, high}, name, usage)
	return &n
}

// whole is a whole number with its bounds. It may be written with an exponent, as in 1e9.
type whole struct {
	n         *int
	low, high int
}

func (w *whole) Set(text string) error {
	n, err := parseInt(text)
	if err != nil || n < w.low || n > w.high {
		return fmt.Errorf("want a number from %d to %d", w.low, w.high)
	}
	*w.n = n
	return nil
}

// parseInt reads a whole number, perhaps with an exponent.
func parseInt(text string) (int, error) {
	mantissa, exponent, ok := strings.Cut(text, "e")
	n, err := strconv.Atoi(mantissa)
	if !ok || err != nil {
		return n, err
	}
	zeros, err := strconv.ParseUint(exponent, 10, 5) // 31 zeros are more than enough
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(mantissa + strings.Repeat("0", int(zeros)))
}

func (w *whole) String() string {
	if w.n == nil {
		return "0"
	}
	return strconv.Itoa(*w.n)
}

// choice is the value of a flag that takes one of some words.
type choice struct {
	word  string
	words []string
}

func (c *choice) Set(text string) error {
	for _, word := range c.words {
		if text == word {
			c.word = word
			return nil
		}
	}
	return fmt.Errorf("want %s", orList(c.words))
}

func (c *choice) String() string { return c.word }

// orList joins two or more words, as in "one, two or three".
func orList(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// netFlag defines the flag that names a network's file, for openNetwork.
func netFlag(flags *flag.FlagSet) *string {
	return flags.String("net", "", "evaluate by the network in `FILE` instead of the built-in one")
}

// openNetwork reads a network's file. An empty path means the built-in network.
func openNetwork(path string) (*nnue.Network, error) {
	if path == "" {
		return nnue.Default(), nil
	}
	return nnue.Open(path)
}

// required is the value of a flag that must be given.
type required struct{ flag.Value }

func (r required) String() string {
	if r.Value == nil {
		return ""
	}
	return r.Value.String()
}

// pathList is the value of a flag that names a file and may be given more than once.
type pathList []string

func (l *pathList) Set(text string) error {
	*l = append(*l, text)
	return nil
}

func (l *pathList) String() string { return strings.Join(*l, " ") }

// path is the value of a flag that names a file.
type path string

func (p *path) Set(text string) error {
	*p = path(text)
	return nil
}

func (p *path) String() string { return string(*p) }

// outFlag defines the required flag that names the file to write.
func outFlag(flags *flag.FlagSet, out *string, usage string) {
	flags.Var(required{(*path)(out)}, "out", usage)
}

// newFlags returns the command's flags, and what runs it once they are parsed.
func (c *command) newFlags() (*flag.FlagSet, action) {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags, c.prepare(flags)
}

// parseFlags parses flags anywhere among the arguments, and returns the other
// arguments. It is an error if a required flag is missing.
func parseFlags(flags *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		if flags.NArg() == 0 {
			break
		}
		rest = append(rest, flags.Arg(0))
		args = flags.Args()[1:]
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	flags.VisitAll(func(f *flag.Flag) {
		if _, ok := f.Value.(required); ok && !given[f.Name] && err == nil {
			err = fmt.Errorf("-%s is missing", f.Name)
		}
	})
	return rest, err
}

// usage returns the command with its flags and arguments, as in "xorro bench [-net
// FILE] [DEPTH]".
func (c *command) usage() string {
	flags, _ := c.newFlags()
	needed, optional := "", ""
	flags.VisitAll(func(f *flag.Flag) {
		text := "-" + f.Name
		if value, _ := flag.UnquoteUsage(f); value != "" {
			text += " " + value
		}
		if _, ok := f.Value.(required); ok {
			needed += " " + text
		} else {
			optional += " [" + text + "]"
		}
	})
	return strings.TrimSpace("xorro " + c.name + needed + optional + " " + c.args)
}

// noArgs refuses any argument.
func noArgs(args []string) error {
	if len(args) > 0 {
		return &usageError{reason: fmt.Sprintf("unexpected argument %q", args[0])}
	}
	return nil
}

// parseWhole parses an argument that is a whole number from low to high.
func parseWhole(name, text string, low, high int) (n int, err error) {
	if err := (&whole{&n, low, high}).Set(text); err != nil {
		return 0, &usageError{reason: fmt.Sprintf("%s: %v, got %q", name, err, text)}
	}
	return n, nil
}
