package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"xorro/internal/enginetest"
)

func TestRun(t *testing.T) {
	root := enginetest.Root(t)
	t.Chdir(root)
	builtIn := filepath.Join(root, "nnue", "default.nnue")
	var out strings.Builder
	require.NoError(t, run([]string{filepath.Join("nnue", "default.nnue")}, &out))
	var overlay map[string]map[string]string
	require.NoError(t, json.Unmarshal([]byte(out.String()), &overlay))
	require.Equal(t, map[string]map[string]string{"Replace": {builtIn: builtIn}}, overlay)

	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "want one file, got 0"},
		{[]string{"a", "b"}, "want one file, got 2"},
		{[]string{"no such file"}, "open no such file: "},
		{[]string{"go.mod"}, "go.mod: not a network: "},
	} {
		out.Reset()
		require.ErrorContains(t, run(test.args, &out), test.want)
		require.Empty(t, out.String())
	}
	t.Chdir(t.TempDir())
	require.ErrorContains(t, run([]string{builtIn}, &out), filepath.Join("nnue", "default.nnue"), "not in the root")
}
