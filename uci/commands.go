package uci

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"
)

// timing says when a command is carried out while a job is running.
type timing uint8

const (
	anyTime    timing = iota // at once, unless other commands wait
	overtaking               // at once, before the commands that wait
	ready                    // at once, unless commands that settle the engine wait
	idle                     // after the job
)

// command is a command that the driver understands.
type command struct {
	name    string
	when    timing
	settles bool // isready is answered after it
	run     func(d *Driver, words []string)
	usage   string // the arguments
	about   string // one line of help
	example string // a complete line
}

// commands lists the commands in the order of the help text. It is filled by init
// because the help command refers to it.
var commands []command

func init() {
	commands = []command{
		{"uci", anyTime, false, (*Driver).identify, "", "print the name and the options of the engine", "uci"},
		{"isready", ready, false, (*Driver).isReady, "", "answer readyok, also during a search", "isready"},
		{"debug", anyTime, false, (*Driver).setDebug, "on|off", "repeat each line that is received, or do not", "debug on"},
		{"setoption", idle, true, (*Driver).setOption, "name N [value V]", "set an option", "setoption name Hash value 64"},
		{"register", anyTime, false, (*Driver).ignore, "...", "accepted and ignored; no registration is needed", "register later"},
		{"ucinewgame", idle, true, (*Driver).newGame, "", "clear the table and everything learned in earlier games", "ucinewgame"},
		{"position", idle, false, (*Driver).position, "startpos|fen F [moves M...]", "set up a position and play moves", "position startpos moves e2e4 e7e5"},
		{"go", idle, false, (*Driver).goSearch, "[depth N] [movetime MS] [wtime MS] ...", "search the position; see below", "go movetime 1000"},
		{"stop", overtaking, false, (*Driver).halt, "", "end the search; its best move is printed", "stop"},
		{"ponderhit", overtaking, false, (*Driver).ponderHit, "", "go on by the clock: the expected move was played", "ponderhit"},
		{"quit", overtaking, false, (*Driver).quit, "", "end the program, as the end of the input does", "quit"},
		{"genfens", idle, false, (*Driver).genfens, "N seed S [book B]", "print N random openings; a seed always gives the same ones", "genfens 10 seed 1"},
		{"d", anyTime, false, (*Driver).display, "", "show the board, FEN, hash key, lock and checkers", "d"},
		{"eval", anyTime, false, (*Driver).eval, "", "explain the static evaluation of the position", "eval"},
		{"flip", idle, false, (*Driver).flip, "", "mirror the board: White and Black change places", "flip"},
		{"bench", idle, false, (*Driver).bench, "[DEPTH]", "search a fixed set of positions and count the nodes", "bench 10"},
		{"compiler", anyTime, false, (*Driver).compiler, "", "show how the program was compiled", "compiler"},
		{"help", anyTime, false, (*Driver).help, "", "list the commands", "help"},
	}
}

// Understands reports whether the word is the name of a command.
func Understands(word string) bool { return findCommand(word) != nil }

// findCommand returns the command with the given name, or nil.
func findCommand(name string) *command {
	for i := range commands {
		if commands[i].name == name {
			return &commands[i]
		}
	}
	return nil
}

func (d *Driver) identify([]string) {
	var b strings.Builder
	fmt.Fprintf(&b, "id name %s\nid author the Xorro authors\n\n", d.name)
	for _, o := range d.options {
		fmt.Fprintf(&b, "option name %s type %s\n", o.name, o.value.declare())
	}
	b.WriteString("uciok")
	d.out.print(b.String())
}

func (d *Driver) isReady([]string) { d.out.print("readyok") }

func (d *Driver) ignore([]string) {}

func (d *Driver) setDebug(words []string) {
	switch {
	case len(words) == 1 && words[0] == "on":
		d.debug = true
	case len(words) == 1 && words[0] == "off":
		d.debug = false
	default:
		d.out.info("debug: want on or off, got %s", quote(strings.Join(words, " ")))
	}
}

func (d *Driver) newGame([]string) { d.engine.NewGame() }

func (d *Driver) halt([]string) { d.stop() }

func (d *Driver) ponderHit([]string) {
	if d.job != nil {
		d.job.ponderHit()
	}
}

func (d *Driver) quit([]string) { d.close() }

// goHelp explains the arguments of go.
const goHelp = `
go takes any of these arguments, in any order:
  depth N  nodes N  mate N       stop at N plies, at N nodes, at a mate in N moves
  movetime MS                    search for MS milliseconds
  wtime MS  btime MS             the time left to White and to Black, in milliseconds
  winc MS  binc MS  movestogo N  the increments, and the moves to the next time control
  infinite                       search until stop
  ponder                         search until ponderhit or stop
  searchmoves M...               search only these moves
  perft N                        do not search; count the leaves at N plies, on as
                                 many threads as the option Threads says
  perft N hash                   the same, with a table of counts that has the size of
                                 the option Hash
e.g. go wtime 60000 btime 60000 winc 1000 binc 1000`

func (d *Driver) help([]string) {
	var b strings.Builder
	columns := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, c := range commands {
		fmt.Fprintf(columns, "%s\t%s\te.g. %s\n", strings.TrimSpace(c.name+" "+c.usage), c.about, c.example)
	}
	_ = columns.Flush() // a strings.Builder never fails
	b.WriteString(goHelp)
	d.out.print(b.String())
}

func (d *Driver) compiler([]string) { d.out.print(describeBuild()) }

// describeBuild returns the compiler, its version, the platform, and the build
// settings that change the speed of the program.
func describeBuild() string {
	text := fmt.Sprintf("Compiled by %s %s for %s/%s", runtime.Compiler, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return text
	}
	for _, s := range build.Settings {
		switch {
		case s.Key == "GO"+strings.ToUpper(runtime.GOARCH):
			text += fmt.Sprintf(", %s=%s", s.Key, s.Value)
		case s.Key == "-pgo":
			text += ", guided by a profile"
		case s.Key == "-race" && s.Value == "true":
			text += ", with the race detector"
		}
	}
	return text
}
