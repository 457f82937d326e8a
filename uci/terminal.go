package uci

// Terminal is a screen that a person looks at.
type Terminal struct {
	// Width is how many characters a line of the screen holds now; 0 if that is
	// not known.
	Width func() int
	// Colored says whether the person wants colours and the screen shows them.
	Colored bool
}

// WriteFor makes the driver answer a person at a terminal instead of a front end:
// in tables, with moves as people write them. Call it before Run.
func (d *Driver) WriteFor(t Terminal) {
	d.terminal = &t
	d.out.forPerson = true
}

// style is how characters look: the parameters of the control sequence SGR (ECMA-48,
// section 8.3.117), of which 38;5 and 48;5 take the common palette of 256 colours.
type style string

const (
	bold  style = "1"
	faint style = "2"
	red   style = "31"
	green style = "32"
)

// paint gives a text a style on a coloured terminal.
func (t *Terminal) paint(s style, text string) string {
	if !t.Colored {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}
