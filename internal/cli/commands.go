package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"text/tabwriter"
)

// command is one of the words that may follow xorro on the command line.
type command struct {
	name     string
	args     string // what may follow the name
	about    string
	examples []string
	// prepare defines the command's flags, and returns what carries it out once
	// they are parsed.
	prepare func(flags *flag.FlagSet) action
}

// action carries out a command with what was on its line beside the flags.
type action func(args []string, env environment) error

// commands are in the order of the help text. They are set when the program
// starts because help, one of them, lists them.
var commands []command

func init() {
	commands = []command{
		{"bench", "[-net FILE] [DEPTH]", "search a fixed set of positions; the node count is the signature of the search", []string{"xorro bench"}, prepareBench},
		{"perft", "DEPTH [-fen F] [-threads N] [-divide]", "count the leaves of the tree of legal moves", []string{"xorro perft 6", `xorro perft 4 -divide -fen "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"`}, preparePerft},
		{"verify", "[-positions N] [-probes N] [-seed S]", "check in random games that positions hash consistently, and that the table believes no false entry", []string{"xorro verify", "xorro verify -positions 100000 -seed 7"}, prepareVerify},
		{"datagen", "-out FILE -games N | -positions N | -for TIME [-nodes S] [-threads T] [-seed S] [-frc P] [-net FILE]", "play games against itself for a network to learn from", []string{"xorro datagen -positions 12000000 -out games.zst", "xorro datagen -for 2h -nodes 1500 -out games.zst", "xorro datagen -games 1000 -seed 7 -threads 1 -out same.zst"}, prepareDatagen},
		{"data", "info|check|view|convert FILE... [FLAGS]", "tell of files of games, check, show and convert them", []string{"xorro data info games.zst", "xorro data check -repair games.zst", "xorro data view -first 100 -games 2 games.zst", "xorro data convert -to bullet -out positions.bin games.zst", "xorro data convert -from bullet -to text -out positions.txt positions.bin"}, prepareData},
		{"train", "-data FILE... -out NET [-hidden N] [-epochs N] [-batch N] [-rate R] [-final F] [-lambda L] [-temperature K] [-exponent E] [-average A] [-qb Q] [-validate V] [-from FILE] [-seed S] [-threads N] [-resume]", "teach a network from games that datagen has written", []string{"xorro train -data games.zst -out first.nnue", "xorro train -data games.zst -out first.nnue -resume", "xorro train -data more.zst -hidden 256 -from first.nnue -rate 0.001 -out second.nnue"}, prepareTrain},
		{"version", "", "print the version", []string{"xorro version"}, prepareVersion},
		{"help", "[COMMAND]", "explain a command, or list all", []string{"xorro help perft"}, prepareHelp},
	}
}

// usageError is a command line that is not understood; it names the command
// that was meant, or none.
type usageError struct {
	command string
	reason  string
}

func (e *usageError) Error() string {
	if e.command == "" {
		return fmt.Sprintf("xorro: %s; xorro help lists the commands", e.reason)
	}
	return fmt.Sprintf("xorro %s: %s; xorro help %s tells more", e.command, e.reason, e.command)
}

func findCommand(name string) *command {
	for i := range commands {
		if commands[i].name == name {
			return &commands[i]
		}
	}
	return nil
}

// runCommand carries out a command. If the line cannot be understood the error
// is a *usageError.
func runCommand(name string, args []string, env environment) error {
	switch name {
	case "-h", "-help", "--help":
		name = "help"
	case "-v", "-version", "--version":
		name = "version"
	}
	c := findCommand(name)
	if c == nil {
		return &usageError{reason: fmt.Sprintf("unknown command %q", name)}
	}
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	act := c.prepare(flags)
	args, err := parseFlags(flags, args)
	if errors.Is(err, flag.ErrHelp) {
		c.explain(env.out)
		return nil
	}
	if err == nil {
		err = act(args, env)
	} else {
		err = &usageError{reason: err.Error()}
	}
	var usage *usageError
	if errors.As(err, &usage) && usage.command == "" {
		usage.command = name
	}
	return err
}

// parseFlags reads flags wherever they stand, and returns what is no flag.
func parseFlags(flags *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		if flags.NArg() == 0 {
			return rest, nil
		}
		rest = append(rest, flags.Arg(0))
		args = flags.Args()[1:]
	}
}

// noArgs refuses what stands on a command's line beside its flags.
func noArgs(args []string) error {
	if len(args) > 0 {
		return &usageError{reason: fmt.Sprintf("unexpected argument %q", args[0])}
	}
	return nil
}

func prepareVersion(*flag.FlagSet) action {
	return func(args []string, env environment) error {
		if err := noArgs(args); err != nil {
			return err
		}
		_, err := fmt.Fprintln(env.out, env.engineName())
		return err
	}
}

func prepareHelp(*flag.FlagSet) action {
	return func(args []string, env environment) error {
		if len(args) == 0 {
			return listCommands(env)
		}
		c := findCommand(args[0])
		if c == nil {
			return &usageError{reason: fmt.Sprintf("unknown command %q", args[0])}
		}
		if err := noArgs(args[1:]); err != nil {
			return err
		}
		c.explain(env.out)
		return nil
	}
}

func listCommands(env environment) error {
	fmt.Fprintf(env.out, "%s, a chess engine. Without a command it speaks UCI.\n\nxorro COMMAND\n", env.engineName())
	table := tabwriter.NewWriter(env.out, 0, 0, 3, ' ', 0)
	for _, c := range commands {
		fmt.Fprintf(table, "  %s\t%s\te.g. %s\n", c.name, c.about, c.examples[0])
	}
	return table.Flush()
}

// explain prints a command's help text.
func (c *command) explain(out io.Writer) {
	fmt.Fprintf(out, "xorro %s %s\n  %s\n", c.name, c.args, c.about)
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(out)
	c.prepare(flags)
	flags.PrintDefaults()
	fmt.Fprintln(out, "Examples:")
	for _, example := range c.examples {
		fmt.Fprintln(out, "  "+example)
	}
}
