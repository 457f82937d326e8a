// Package uci speaks the Universal Chess Interface: words in, words out. It is
// the only package that knows how the protocol spells things.
//
// The protocol is the one of April 2006 (S. Meyer-Kahlen), with words beside it,
// such as d, go perft and help, as other engines have them. A person at a terminal
// is answered in tables instead.
package uci

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"xorro/position"
	"xorro/search"
)

// Driver answers one user's commands. Its fields belong to the goroutine of Run;
// a job's goroutine reaches only what it was handed, and the output.
type Driver struct {
	in      io.Reader
	out     *output
	name    string // the engine's name with its version
	engine  *search.Engine
	options []option

	pos      *position.Position
	chess960 bool // castling is spelled king takes rook
	showWDL  bool
	multiPV  int // lines that a search finds
	strength strength
	terminal *Terminal // that answers are for; nil for a front end
	opening  opening
	network  network

	job     *job      // nil when idle
	waiting []request // what has come during the job and waits for its end
	closing bool      // no more input is read

	interrupts chan struct{} // gets each Interrupt
	halting    bool          // an interrupt has already told the job to stop

	// How long what counts or makes things, and a search that has an end, go on
	// after the last command.
	countPatience, searchPatience time.Duration
}

// request is a command that waits for a job to end.
type request struct {
	line    string
	stopped bool // a stop came behind it, and ends the job it begins
}

// New makes a driver that reads commands from in and writes answers to out, for
// an engine of the given name. An error means that there is no memory for the
// engine's table.
func New(in io.Reader, out io.Writer, name string) (*Driver, error) {
	engine, err := search.New(defaultHash)
	if err != nil {
		return nil, err
	}
	start, err := position.ParseFEN(position.StartFEN)
	if err != nil {
		return nil, err
	}
	d := &Driver{
		in: in, out: &output{w: out}, name: name, engine: engine,
		pos: start, multiPV: 1, strength: strength{elo: search.MaxElo}, opening: newOpening(), network: builtIn(),
		interrupts: make(chan struct{}, 1), countPatience: countPatience,
	}
	d.options = d.newOptions()
	return d, nil
}

// FinishJobs makes Run wait at quit and at the end of the input for all that comes to
// an end by itself.
func (d *Driver) FinishJobs() { d.countPatience, d.searchPatience = math.MaxInt64, math.MaxInt64 }

// Run answers commands until quit or the end of the input. What runs then is
// stopped and answered first. An error is one of reading or of writing.
func (d *Driver) Run() error {
	lines := make(chan string)
	gone := make(chan struct{})
	defer close(gone)
	defer d.opening.close()
	var inputErr, err error
	go func() {
		defer close(lines)
		inputErr = readLines(d.in, lines, gone)
	}()

	for lines != nil || d.job != nil {
		select {
		case line, ok := <-lines:
			if ok {
				d.receive(line)
			} else {
				err = inputErr
				d.close()
			}
			if d.closing {
				lines = nil
			}
		case answer := <-d.answer():
			// The job is over before its answer is out, so that whoever has read
			// the answer finds the driver idle.
			d.job, d.halting = nil, false
			d.out.print(answer)
			d.resume()
		case <-d.interrupts:
			if d.interrupted(); d.closing {
				lines = nil
			}
		}
	}
	return errors.Join(err, d.out.failure())
}

// Interrupt is what Ctrl-C means: it ends what runs, with its answer; if nothing
// runs, or if it is told a second time, it ends the driver as quit does. It may be
// called from any goroutine, and does nothing once the driver has left.
func (d *Driver) Interrupt() {
	select {
	case d.interrupts <- struct{}{}:
	default: // one that waits says it all
	}
}

// interrupted carries out an Interrupt.
func (d *Driver) interrupted() {
	if d.job == nil || d.halting {
		d.close()
	}
	d.halting = true
	d.stop()
}

// readLines sends each line of the input, without its end, until the input ends
// or the receiver is gone. Lines may have any length. The error is nil at the
// end of the input.
func readLines(in io.Reader, lines chan<- string, gone <-chan struct{}) error {
	r := bufio.NewReader(in)
	for {
		line, err := r.ReadString('\n')
		if line = strings.TrimSpace(line); line != "" {
			select {
			case lines <- line:
			case <-gone:
				return nil
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading commands: %w", err)
		}
	}
}

// firstWord is the word that a line without leading blanks begins with.
func firstWord(line string) string {
	if end := strings.IndexFunc(line, unicode.IsSpace); end >= 0 {
		return line[:end]
	}
	return line
}

// receive takes one line: carries it out, or keeps it for the end of the job.
func (d *Driver) receive(line string) {
	when := anyTime
	if c := findCommand(firstWord(line)); c != nil {
		when = c.when
	}
	if d.job != nil && (when == idle || when == anyTime && len(d.waiting) > 0) {
		d.waiting = append(d.waiting, request{line: line})
		return
	}
	d.execute(line)
}

// execute carries out a command.
func (d *Driver) execute(line string) {
	words := strings.Fields(line)
	c := findCommand(words[0])
	if c == nil {
		d.out.info("unknown command %s; help lists what there is", quote(words[0]))
		return
	}
	c.run(d, words[1:])
}

// resume carries out what has waited, up to the next command that begins a job.
func (d *Driver) resume() {
	for d.job == nil && len(d.waiting) > 0 {
		next := d.waiting[0]
		d.waiting = d.waiting[1:]
		d.execute(next.line)
		if d.job == nil {
			continue
		}
		if next.stopped {
			d.job.stop()
		}
		if d.closing {
			d.job.stopSoon()
		}
	}
}

// stop ends the job, and marks those that wait: whoever says stop means all that
// was said before it.
func (d *Driver) stop() {
	if d.job == nil {
		return
	}
	d.job.stop()
	for i := range d.waiting {
		d.waiting[i].stopped = true
	}
}

// close makes the driver come to an end. What waits is still answered, each
// search with its first move.
func (d *Driver) close() {
	d.closing = true
	if d.job != nil {
		d.job.stopSoon()
	}
}

// job is a search, a perft or a bench that runs in its own goroutine.
type job struct {
	stop      func() // ends it early; harmless when it has ended
	ponderHit func()
	// patience is how long it goes on after the last command.
	patience time.Duration
	answer   chan string // gets the text that ends the job
}

// stopSoon stops the job when its patience is over.
func (j *job) stopSoon() {
	if j.patience == 0 {
		j.stop()
		return
	}
	time.AfterFunc(j.patience, j.stop)
}

// begin starts a job whose answer is what work returns.
func (d *Driver) begin(j *job, work func() string) {
	j.answer = make(chan string, 1)
	d.job = j
	go func() { j.answer <- work() }()
}

// answer is the running job's answer; when idle, nothing ever arrives.
func (d *Driver) answer() <-chan string {
	if d.job == nil {
		return nil
	}
	return d.job.answer
}

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

func (d *Driver) compiler([]string) { d.out.print(describeBuild()) }

// describeBuild says what made the program, and for which processors: those of
// the named level of the architecture or of a higher one.
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
