package uci

import (
	"fmt"
	"strings"
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
	name  string
	when  timing
	run   func(d *Driver, words []string)
	usage string // what follows the name
	about string // one line of help
}

// commands are in the order of the help text. They are set when the program
// starts because help, one of them, lists them.
var commands []command

func init() {
	commands = []command{
		{"uci", anyTime, (*Driver).identify, "", "name the engine and its options"},
		{"isready", overtaking, (*Driver).ready, "", "answer readyok, during a search too"},
		{"debug", anyTime, (*Driver).ignore, "on|off", "accepted; there is nothing more to tell"},
		{"setoption", idle, (*Driver).setOption, "name N [value V]", "set an option"},
		{"register", anyTime, (*Driver).ignore, "...", "accepted; there is nothing to register"},
		{"ucinewgame", idle, (*Driver).newGame, "", "forget what earlier games have taught"},
		{"position", idle, (*Driver).position, "startpos|fen F [moves M...]", "set up a position"},
		{"go", idle, (*Driver).goSearch, "[depth N] [movetime MS] [wtime MS] ...", "search; see below"},
		{"stop", overtaking, (*Driver).halt, "", "end the search with a bestmove"},
		{"ponderhit", overtaking, (*Driver).ponderHit, "", "the expected move was played: go on by the clock"},
		{"quit", overtaking, (*Driver).quit, "", "leave, as the end of the input does"},
		{"genfens", idle, (*Driver).genfens, "N seed S [book B]", "print N random openings, the same for the same seed"},
		{"d", anyTime, (*Driver).display, "", "draw the position, with FEN, key, lock and checkers"},
		{"help", anyTime, (*Driver).help, "", "this list"},
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
  perft N                        count the leaves N plies deep instead`

func (d *Driver) help([]string) {
	var b strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&b, "%-50s %s\n", strings.TrimSpace(c.name+" "+c.usage), c.about)
	}
	b.WriteString(goHelp)
	d.out.print(b.String())
}
