//go:build !tune

package uci

// tunableOptions is empty: the parameters of the search are constants.
func tunableOptions() []option { return nil }
