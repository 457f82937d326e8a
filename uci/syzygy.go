package uci

import (
	"strings"

	"xorro/syzygy"
)

// tablebases is what the options about them say together.
type tablebases struct {
	tables *syzygy.Tables // those the engine uses; nil for none

	depth, limit int
	rule50       bool
}

// maxProbeDepth is the greatest depth in plies from which on tablebases are probed.
const maxProbeDepth = 100

// syzygyOptions are the options about tablebases.
func (d *Driver) syzygyOptions() []option {
	tb := &tablebases{depth: 1, limit: syzygy.MaxMen, rule50: true}
	probe := func() { d.engine.SetTablebaseProbing(tb.depth, tb.limit, tb.rule50) }
	return []option{
		{"SyzygyPath", &text{apply: always(func(path string) { d.openTablebases(tb, path) })}},
		{"SyzygyProbeDepth", &spin{value: tb.depth, initial: tb.depth, min: 1, max: maxProbeDepth, apply: always(func(depth int) {
			tb.depth = depth
			probe()
		})}},
		{"Syzygy50MoveRule", &check{value: tb.rule50, initial: tb.rule50, apply: func(on bool) {
			tb.rule50 = on
			probe()
		}}},
		{"SyzygyProbeLimit", &spin{value: tb.limit, initial: tb.limit, min: 0, max: syzygy.MaxMen, apply: always(func(men int) {
			tb.limit = men
			probe()
		})}},
	}
}

// openTablebases has the engine use the tables in the folders of a path, in place
// of those of before, and tells in one line what there is and what cannot be read.
func (d *Driver) openTablebases(tb *tablebases, path string) {
	tables, problem := syzygy.Open(path, func(err error) { d.out.info("%v", err) })
	d.engine.SetTablebases(tables)
	if tb.tables != nil {
		if err := tb.tables.Close(); err != nil {
			d.out.info("closing tablebases: %v", err)
		}
	}
	tb.tables = tables

	wdl, dtz := tables.Count()
	told := ""
	if problem != nil {
		told = "; " + strings.ReplaceAll(problem.Error(), "\n", "; ")
	}
	if wdl+dtz == 0 {
		d.out.info("no tablebases%s", told)
		return
	}
	d.out.info("%d WDL and %d DTZ tablebases of up to %d men%s", wdl, dtz, tables.MaxMen(), told)
}
