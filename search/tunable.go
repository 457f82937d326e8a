//go:build tune

package search

// Tunable is a parameter of the search, which all engines of the process share. It
// may be set only while none of them searches.
type Tunable struct {
	Name     string
	Min, Max int
	value    *int
}

// Tunables returns all parameters of params.go in their order.
func Tunables() []Tunable { return tunables }

// Value returns the value of the parameter.
func (t Tunable) Value() int { return *t.value }

// Set sets the parameter. The value must lie between Min and Max.
func (t Tunable) Set(value int) {
	*t.value = value
	fillReductions()
}
