//go:build !xorrodebug

package position

// debug is set by the build tag xorrodebug.
const debug = false
