//go:build xorrodebug

package position

// debug makes every Make and Unmake panic if the position is not valid afterwards.
const debug = true
