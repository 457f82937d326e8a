//go:build xorrodebug

package position

// debug has every Make and Unmake leave a valid position, or panic.
const debug = true
