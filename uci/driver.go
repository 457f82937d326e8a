// Package uci implements the Universal Chess Interface. It is the only package
// that knows how the protocol spells moves, scores and options.
//
// The protocol is that of April 2006 (S. Meyer-Kahlen). Commands that other
// engines have too, such as d, go perft and help, are added to it. A person at a
// terminal gets tables instead of protocol lines.
package uci

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"xorro/position"
	"xorro/search"
)

// Driver reads commands and answers them. Its fields belong to the goroutine of
// Run. The goroutine of a job uses only the output and what it was given.
type Driver struct {
	in      io.Reader
	out     *output
	name    string // of the engine, with its version
	engine  *search.Engine
	options []option
	hash    *spin // the option Hash
	threads *spin // the option Threads

	pos      *position.Position // nil if the last one was refused
	refusal  error              // why it was refused
	chess960 bool               // castling is spelled as king takes rook
	showWDL  bool
	multiPV  int // lines that a search reports
	strength strength
	debug    bool      // each line that is received is repeated
	terminal *Terminal // nil for a front end
	opening  opening
	network  network

	job     *job      // nil when idle
	waiting []request // commands that wait for the end of the job
	closing bool      // no more input is read

	interrupts chan struct{} // receives each Interrupt
	halting    bool          // an interrupt has already stopped the job

	// countPatience and searchPatience are how long jobs go on after the end of
	// the input: those that count or generate, and searches that end by themselves.
	countPatience, searchPatience time.Duration
}

// request is a command that waits for the end of a job.
type request struct {
	command *command
	words   []string
	stopped bool // a stop came after it; the job that it begins is stopped at once
}

// New returns a driver that reads commands from in and writes answers to out. The
// name is that of the engine, with its version. New returns an error if the memory
// for the engine's table cannot be allocated.
func New(in io.Reader, out io.Writer, name string) (*Driver, error) {
	engine, err := search.New(minHash)
	if err != nil {
		return nil, err
	}
	d := &Driver{
		in: in, out: &output{w: out}, name: name, engine: engine, opening: newOpening(),
		interrupts: make(chan struct{}, 1), countPatience: countPatience,
	}
	d.options = d.newOptions()
	for _, o := range d.options {
		if err := o.value.reset(); err != nil {
			return nil, err
		}
	}
	d.position([]string{"startpos"})
	return d, nil
}

// FinishJobs makes Run wait, at quit and at the end of the input, for every job that
// ends by itself.
func (d *Driver) FinishJobs() { d.countPatience, d.searchPatience = math.MaxInt64, math.MaxInt64 }

// Run answers commands until quit or the end of the input. A job that is running
// then is stopped, and answered, before Run returns. An error comes from reading the
// input or from writing the output.
func (d *Driver) Run() error {
	lines := make(chan inputLine)
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
				d.out.received(line)
				d.receive(line.text)
			} else {
				err = inputErr
				d.close()
			}
			if d.closing {
				lines = nil
			}
		case answer := <-d.answer():
			// The driver becomes idle before the answer is written, so that a client
			// that has read the answer finds it idle.
			d.job, d.halting = nil, false
			d.out.print(answer)
			d.resume()
		case <-d.interrupts:
			if d.interrupted(); d.closing {
				lines = nil
			}
		}
	}
	return errors.Join(err, d.out.failure(), d.out.log.close())
}

// Interrupt does what Ctrl-C means. It stops the running job, which is answered; if
// no job is running, or if the job was interrupted before, it ends the driver as
// quit does. Interrupt may be called from any goroutine. It does nothing after Run
// has returned.
func (d *Driver) Interrupt() {
	select {
	case d.interrupts <- struct{}{}:
	default: // another interrupt is already waiting
	}
}

// interrupted carries out an Interrupt in the goroutine of Run.
func (d *Driver) interrupted() {
	if d.job == nil || d.halting {
		d.close()
	}
	d.halting = true
	d.stop()
}

// inputLine is a line of the input, trimmed of white space.
type inputLine struct {
	text string
	at   time.Time // when it was read
}

// readLines sends each non-empty line of the input until the input ends or gone is
// closed. Lines may have any length. The error is nil at the end of the input.
func readLines(in io.Reader, lines chan<- inputLine, gone <-chan struct{}) error {
	r := bufio.NewReader(in)
	for {
		line, err := r.ReadString('\n')
		if line = strings.TrimSpace(line); line != "" {
			select {
			case lines <- inputLine{line, time.Now()}:
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

// receive carries out a line, or puts its command into the queue of those that wait for
// the end of the job.
func (d *Driver) receive(line string) {
	c, words := parseLine(line)
	if d.debug {
		d.out.info("debug: received %s", line)
	}
	if c == nil {
		d.out.info("unknown command %s; help lists the commands", quote(words[0]))
		return
	}
	if d.job != nil && d.mustWait(c) {
		d.waiting = append(d.waiting, request{c, words, false})
		return
	}
	c.run(d, words)
}

// parseLine returns the command of a line and its arguments. Unknown words before the
// command are skipped, as the protocol asks. If the line has no command, c is nil and
// words are those of the line.
func parseLine(line string) (c *command, words []string) {
	words = strings.Fields(line)
	for i, word := range words {
		if c := findCommand(word); c != nil {
			return c, words[i+1:]
		}
	}
	return nil, words
}

// mustWait reports whether a command waits for the end of the running job.
func (d *Driver) mustWait(c *command) bool {
	switch c.when {
	case idle:
		return true
	case anyTime:
		return len(d.waiting) > 0
	case ready:
		// If only the front end can end the job, it may wait for this answer before
		// it does.
		return !d.job.endless && slices.ContainsFunc(d.waiting, func(r request) bool { return r.command.settles })
	}
	return false
}

// resume carries out the waiting commands, up to the next one that begins a job.
func (d *Driver) resume() {
	for d.job == nil && len(d.waiting) > 0 {
		next := d.waiting[0]
		d.waiting = d.waiting[1:]
		next.command.run(d, next.words)
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

// stop stops the job, and marks the waiting commands: a stop applies to every job
// that was asked for before it.
func (d *Driver) stop() {
	if d.job == nil {
		return
	}
	d.job.stop()
	for i := range d.waiting {
		d.waiting[i].stopped = true
	}
}

// close ends the driver. The waiting commands are still answered, but their searches
// are stopped as soon as they begin.
func (d *Driver) close() {
	d.closing = true
	if d.job != nil {
		d.job.stopSoon()
	}
}

// job is a search, a perft, a bench or a genfens. It runs in its own goroutine.
type job struct {
	endless   bool          // only stop, or ponderhit, ends it
	stop      func()        // ends the job early; does nothing after its end
	ponderHit func()        // does nothing unless the job is a search that ponders
	patience  time.Duration // how long it goes on after the end of the input
	answer    chan string   // receives the text that ends the job
}

// stopSoon stops the job after its patience.
func (j *job) stopSoon() {
	if j.patience == 0 {
		j.stop()
		return
	}
	time.AfterFunc(j.patience, j.stop)
}

// begin starts a job in its own goroutine. Its answer is what work returns.
func (d *Driver) begin(j *job, work func() string) {
	j.answer = make(chan string, 1)
	d.job = j
	go func() { j.answer <- work() }()
}

// countPatience is how long a perft, a bench or a genfens goes on after the end of the
// input. So the answer to a command that is piped in with a quit after it is complete,
// and a user who wants to leave does not wait long.
const countPatience = 10 * time.Second

// beginCount begins a perft, a bench or a genfens.
func (d *Driver) beginCount(stop func(), work func() string) {
	d.begin(&job{stop: stop, ponderHit: func() {}, patience: d.countPatience}, work)
}

// answer returns the channel of the running job's answer, nil when idle.
func (d *Driver) answer() <-chan string {
	if d.job == nil {
		return nil
	}
	return d.job.answer
}

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
