package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// command is a subcommand of xorro.
type command struct {
	name     string // one word, or two if the command belongs to a group
	args     string // arguments besides the flags, as the usage shows them
	about    string
	examples []string
	// prepare defines the command's flags, and returns what runs the command once
	// they are parsed.
	prepare func(flags *flag.FlagSet) action
}

// action runs a command with its arguments besides the flags.
type action func(args []string, env environment) error

// commands are all commands in the order of the help text. They are set when the
// program starts because help, one of them, lists them.
var commands []*command

func init() {
	commands = []*command{
		&benchCommand, &perftCommand, &verifyCommand,
		&datagenCommand, &dataInfoCommand, &dataCheckCommand, &dataViewCommand, &dataConvertCommand, &dataRescoreCommand,
		&trainCommand, &versionCommand, &helpCommand,
	}
}

// usageError is a command line that is not understood.
type usageError struct {
	command string // the command it names; empty if there is none
	reason  string
}

func (e *usageError) Error() string {
	if e.command == "" {
		return fmt.Sprintf("xorro: %s; xorro help lists the commands", e.reason)
	}
	return fmt.Sprintf("xorro %s: %s; xorro help %s tells more", e.command, e.reason, e.command)
}

// findCommand returns the command that the words begin with, and the words after its
// name. The error is a *usageError.
func findCommand(words []string) (c *command, rest []string, err error) {
	var group []string // second words of the commands that begin with the first
	for _, c := range commands {
		name := strings.Fields(c.name)
		if len(words) >= len(name) && slices.Equal(words[:len(name)], name) {
			return c, words[len(name):], nil
		}
		if len(name) > 1 && name[0] == words[0] {
			group = append(group, name[1])
		}
	}
	switch {
	case group == nil:
		return nil, nil, &usageError{reason: fmt.Sprintf("unknown command %q", words[0])}
	case len(words) == 1:
		return nil, nil, &usageError{words[0], "want " + orList(group)}
	default:
		return nil, nil, &usageError{words[0], fmt.Sprintf("want %s, got %q", orList(group), words[1])}
	}
}

// hasCommand reports whether a command's name begins with the word.
func hasCommand(word string) bool {
	return slices.ContainsFunc(commands, func(c *command) bool { return strings.Fields(c.name)[0] == word })
}

// runCommand runs the command that the words begin with. If they cannot be
// understood the error is a *usageError.
func runCommand(words []string, env environment) error {
	switch words[0] {
	case "-h", "-help", "--help":
		words = append([]string{helpCommand.name}, words[1:]...)
	case "-v", "-version", "--version":
		words = append([]string{versionCommand.name}, words[1:]...)
	}
	c, args, err := findCommand(words)
	if err != nil {
		if len(words) > 1 && isHelp(words[1]) && hasCommand(words[0]) {
			return helpOn(words[:1], env)
		}
		return err
	}
	flags, act := c.newFlags()
	args, err = parseFlags(flags, args)
	if errors.Is(err, flag.ErrHelp) {
		return c.explain(env.out)
	}
	if err != nil {
		return &usageError{c.name, err.Error()}
	}
	err = act(args, env)
	var usage *usageError
	if errors.As(err, &usage) && usage.command == "" {
		usage.command = c.name
	}
	return err
}

// isHelp reports whether the word is a flag that asks for help.
func isHelp(word string) bool { return slices.Contains([]string{"-h", "-help", "--help"}, word) }

var helpCommand = command{
	name: "help", args: "[COMMAND]",
	about:    "explain a command, or list all",
	examples: []string{"xorro help perft"},
	prepare: func(*flag.FlagSet) action {
		return helpOn
	},
}

// helpOn explains the command with the given name, or lists a group of commands, or
// all commands if the name is empty.
func helpOn(name []string, env environment) error {
	if len(name) == 0 {
		fmt.Fprintf(env.out, "%s, a chess engine. Without a command it speaks UCI.\n\n", env.engineName())
		return listCommands(env.out, commands)
	}
	c, rest, err := findCommand(name)
	if err == nil {
		if err := noArgs(rest); err != nil {
			return err
		}
		return c.explain(env.out)
	}
	if len(name) > 1 || !hasCommand(name[0]) {
		return err
	}
	var group []*command
	for _, c := range commands {
		if strings.HasPrefix(c.name, name[0]+" ") {
			group = append(group, c)
		}
	}
	return listCommands(env.out, group)
}

// listCommands prints a line for each command.
func listCommands(out io.Writer, list []*command) error {
	table := tabwriter.NewWriter(out, 0, 0, 3, ' ', 0)
	for _, c := range list {
		fmt.Fprintf(table, "  xorro %s\t%s\n", c.name, c.about)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "\nxorro help COMMAND tells more.")
	return err
}

// explain prints a command's help text.
func (c *command) explain(out io.Writer) error {
	fmt.Fprintf(out, "%s\n  %s\n", c.usage(), c.about)
	flags, _ := c.newFlags()
	flags.SetOutput(out)
	flags.PrintDefaults()
	_, err := fmt.Fprintf(out, "Examples:\n  %s\n", strings.Join(c.examples, "\n  "))
	return err
}
