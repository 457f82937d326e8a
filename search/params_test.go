package search

import (
	"os"
	"os/exec"
	"testing"
)

// TestParamsGenerated: params_tune.go is what params_gen.go makes of params.go.
func TestParamsGenerated(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command to run the generator with")
	}
	dir := t.TempDir()
	for _, name := range []string{"params.go", "params_gen.go"} {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir+"/"+name, source, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "run", "params_gen.go")
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	want, err := os.ReadFile(dir + "/params_tune.go")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("params_tune.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("params_tune.go is stale: run go generate ./search")
	}
}
