package uci

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// timing says when a command is carried out if a job is running.
type timing uint8

const (
	anyTime    timing = iota // at once, unless something waits already
	overtaking               // at once, ahead of what waits
	idle                     // after the job
)

// command is a word that the driver understands.
type command struct {
	name    string
	when    timing
	run     func(d *Driver, words []string)
	usage   string // what follows the name
	about   string // one line of help
	example string // a line of input
}

// commands are in the order of the help text. They are set when the program
// starts because help, one of them, lists them.
var commands []command

func init() {
	commands = []command{
		{"uci", anyTime, (*Driver).identify, "", "name the engine and its options", "uci"},
		{"isready", overtaking, (*Driver).ready, "", "answer readyok, during a search too", "isready"},
		{"debug", anyTime, (*Driver).ignore, "on|off", "accepted; there is nothing more to tell", "debug on"},
		{"setoption", idle, (*Driver).setOption, "name N [value V]", "set an option", "setoption name Hash value 64"},
		{"register", anyTime, (*Driver).ignore, "...", "accepted; there is nothing to register", "register later"},
		{"ucinewgame", idle, (*Driver).newGame, "", "forget what earlier games have taught", "ucinewgame"},
		{"position", idle, (*Driver).position, "startpos|fen F [moves M...]", "set up a position", "position startpos moves e2e4 e7e5"},
		{"go", idle, (*Driver).goSearch, "[depth N] [movetime MS] [wtime MS] ...", "search; see below", "go movetime 1000"},
		{"stop", overtaking, (*Driver).halt, "", "end the search with a bestmove", "stop"},
		{"ponderhit", overtaking, (*Driver).ponderHit, "", "the expected move was played: go on by the clock", "ponderhit"},
		{"quit", overtaking, (*Driver).quit, "", "leave, as the end of the input does", "quit"},
		{"genfens", idle, (*Driver).genfens, "N seed S [book B]", "print N random openings, the same for the same seed", "genfens 10 seed 1"},
		{"d", anyTime, (*Driver).display, "", "draw the position, with FEN, key, lock and checkers", "d"},
		{"eval", anyTime, (*Driver).eval, "", "explain the static evaluation of the position", "eval"},
		{"flip", idle, (*Driver).flip, "", "turn the board around, so that both sides change places", "flip"},
		{"bench", idle, (*Driver).bench, "[DEPTH]", "search a fixed set of positions, and count their nodes", "bench 10"},
		{"compiler", anyTime, (*Driver).compiler, "", "say what the program was compiled by and for", "compiler"},
		{"help", anyTime, (*Driver).help, "", "this list", "help"},
	}
}

// Understands says whether a word begins a command of the protocol, or one of those
// beside it.
func Understands(word string) bool { return findCommand(word) != nil }

// findCommand is the command of a name, nil if there is none.
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

func (d *Driver) ready([]string) { d.out.print("readyok") }

func (d *Driver) ignore([]string) {}

func (d *Driver) newGame([]string) { d.engine.NewGame() }

func (d *Driver) halt([]string) { d.stop() }

func (d *Driver) ponderHit([]string) {
	if d.job != nil {
		d.job.ponderHit()
	}
}

func (d *Driver) quit([]string) { d.close() }

// goHelp explains the words behind go.
const goHelp = `
go takes any of these, in any order:
  depth N  nodes N  mate N       stop at a depth, at a count, at a mate in N moves
  movetime MS                    search so many milliseconds
  wtime MS  btime MS             the clocks of White and Black
  winc MS  binc MS  movestogo N  increments, and moves to the next time control
  infinite                       search until stop
  ponder                         search until ponderhit or stop
  searchmoves M...               search these moves only
  perft N                        count the leaves N plies deep instead
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
