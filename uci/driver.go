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
	"slices"
	"strings"
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
