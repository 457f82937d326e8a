//go:build !xorrodebug

package position

// debug is true in builds with the tag xorrodebug.
const debug = false
