//go:build !unix && !windows

package cli

import "time"

// cpuTime returns 0, since the processor time is not known.
func cpuTime() time.Duration { return 0 }
