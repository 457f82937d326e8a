package cli

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVersion(t *testing.T) {
	for _, arg := range []string{"version", "-version", "--version", "-v"} {
		out := runWell(t, arg)
		require.Regexp(t, "^Xorro "+version+"\nCompiled by .* "+runtime.Version()+" for "+runtime.GOOS+"/"+runtime.GOARCH+".*\n$", out)
	}
}

func TestCommitSuffix(t *testing.T) {
	for _, test := range []struct{ revision, modified, want string }{
		{"", "", ""},
		{"", "true", ""},
		{"1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d", "false", "+1a2b3c4d"},
		{"1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d", "true", "+1a2b3c4d.dirty"},
		{"1a2b", "false", "+1a2b"},
	} {
		settings := []debug.BuildSetting{{Key: "-compiler", Value: "gc"}, {Key: "vcs.revision", Value: test.revision}, {Key: "vcs.modified", Value: test.modified}}
		require.Equal(t, test.want, commitSuffix(settings), test)
	}
	require.Empty(t, commitSuffix(nil))
}
