package docs

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"xorro/internal/cli"
	"xorro/uci"
)

// root is the repository's root.
const root = ".."

// readPages returns the Markdown pages by their paths from the root.
func readPages(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	names, err := filepath.Glob("*.md")
	require.NoError(t, err)
	for _, name := range append(names, "../README.md") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		pages[path.Join("docs", name)] = string(text)
	}
	require.Greater(t, len(pages), 5)
	return pages
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// TestLinks follows the links from page to page and to headings.
func TestLinks(t *testing.T) {
	pages := readPages(t)
	for name, page := range pages {
		for _, match := range link.FindAllStringSubmatch(page, -1) {
			target, anchor, _ := strings.Cut(match[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			file := name
			if target != "" {
				file = path.Join(path.Dir(name), target)
				_, err := os.Stat(filepath.Join(root, file))
				assert.NoError(t, err, "%s: link to %s", name, match[1])
			}
			if anchor != "" {
				assert.Contains(t, anchorsOf(pages[file]), anchor, "%s: link to %s", name, match[1])
			}
		}
	}
}

// anchorsOf returns the anchors that a page's headings get.
func anchorsOf(page string) (anchors []string) {
	other := regexp.MustCompile(`[^\w\- ]`)
	for _, match := range heading.FindAllStringSubmatch(page, -1) {
		text := other.ReplaceAllString(strings.ToLower(match[1]), "")
		anchors = append(anchors, strings.ReplaceAll(text, " ", "-"))
	}
	return anchors
}

// tree is what the pages may name.
type tree struct {
	paths map[string]bool            // files and folders, from the root
	bases map[string]bool            // names of files
	tests map[string][]string        // test, benchmark and fuzz functions by folder
	names map[string]map[string]bool // declared names by package, and methods and fields by type
}

// readTree reads the names of the repository's files, and what its Go files declare.
func readTree(t *testing.T) *tree {
	t.Helper()
	all := &tree{paths: map[string]bool{}, bases: map[string]bool{}, tests: map[string][]string{}, names: map[string]map[string]bool{}}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == ".git" {
			return filepath.SkipDir
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		all.paths[name] = true
		if !entry.IsDir() {
			all.bases[entry.Name()] = true
		}
		if strings.HasSuffix(name, ".go") {
			return all.readFile(file, path.Dir(name))
		}
		return nil
	})
	require.NoError(t, err)
	return all
}

// readFile adds what a Go file of a folder declares.
func (all *tree) readFile(file, folder string) error {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	isTest := strings.HasSuffix(file, "_test.go")
	declare := func(owner string, names ...*ast.Ident) {
		if all.names[owner] == nil {
			all.names[owner] = map[string]bool{}
		}
		for _, name := range names {
			all.names[owner][name.Name] = true
		}
	}
	for _, declaration := range parsed.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			switch {
			case isTest:
				all.tests[folder] = append(all.tests[folder], d.Name.Name)
			case d.Recv == nil:
				declare(parsed.Name.Name, d.Name)
			default:
				declare(receiverOf(d), d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					declare(parsed.Name.Name, s.Names...)
				case *ast.TypeSpec:
					declare(parsed.Name.Name, s.Name)
					if fields, ok := s.Type.(*ast.StructType); ok {
						for _, field := range fields.Fields.List {
							declare(s.Name.Name, field.Names...)
						}
					}
				}
			}
		}
	}
	return nil
}

// receiverOf returns the name of the type that a method belongs to.
func receiverOf(d *ast.FuncDecl) string {
	receiver := d.Recv.List[0].Type
	if pointer, ok := receiver.(*ast.StarExpr); ok {
		receiver = pointer.X
	}
	if name, ok := receiver.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

var (
	code       = regexp.MustCompile("`([^`\n]+)`")
	block      = regexp.MustCompile(`(?m)^ {4,}(\S.*)$`)
	fence      = regexp.MustCompile("(?ms)^```.*?^```")
	filePath   = regexp.MustCompile(`^\.?[\w-]+(/[\w.-]+)+$`)
	fileName   = regexp.MustCompile(`^[\w-]+\.(go|s|pgo|md|yml|json|nnue|csv)$`)
	identifier = regexp.MustCompile(`^([a-zA-Z]\w*)\.([a-zA-Z]\w*)$`)
	fuzzTarget = regexp.MustCompile(`\bFuzz[A-Z]\w*`)
)

// TestNames looks for the files, folders, declarations and tests that the pages name.
func TestNames(t *testing.T) {
	all := readTree(t)
	foreign := []string{"config.yml"} // files of other programs
	for name, page := range readPages(t) {
		page = fence.ReplaceAllString(page, "")
		spans := append(code.FindAllStringSubmatch(page, -1), block.FindAllStringSubmatch(page, -1)...)
		for _, match := range spans {
			span := match[1]
			switch id := identifier.FindStringSubmatch(span); {
			case strings.Contains(span, "go test "):
				all.checkGoTest(t, name, span)
			case fileName.MatchString(span):
				assert.True(t, all.bases[span] || slices.Contains(foreign, span), "%s names %s", name, span)
			case filePath.MatchString(span):
				first, _, _ := strings.Cut(span, "/")
				if all.paths[first] {
					assert.True(t, all.paths[span], "%s names %s", name, span)
				}
			case id != nil && all.names[id[1]] != nil:
				assert.True(t, all.names[id[1]][id[2]], "%s names %s", name, span)
			}
			for _, word := range strings.Fields(span) {
				if file, ok := strings.CutPrefix(word, "./contrib/"); ok {
					assert.True(t, all.paths["contrib/"+file], "%s names %s", name, word)
				}
			}
		}
	}
}

// checkGoTest checks that the packages of a go test command exist, and that there is a
// test or a benchmark for each alternative that it selects.
func (all *tree) checkGoTest(t *testing.T, page, command string) {
	t.Helper()
	words := strings.Fields(strings.ReplaceAll(command, `\|`, "|"))
	var functions []string
	for _, word := range words {
		switch {
		case word == "./...":
			for _, list := range all.tests {
				functions = append(functions, list...)
			}
		case word == "." || strings.HasPrefix(word, "./") && word != "./xorro":
			folder := path.Clean(word)
			assert.NotEmpty(t, all.tests[folder], "%s: %s: no tests in %s", page, command, word)
			functions = append(functions, all.tests[folder]...)
		}
	}
	for i, word := range words[:len(words)-1] {
		kinds := map[string]string{"-run": "Test", "-bench": "Benchmark", "-fuzz": "Fuzz"}
		if kinds[word] == "" {
			continue
		}
		pattern, _, _ := strings.Cut(strings.Trim(words[i+1], "'"), "/")
		if pattern == "^$" {
			continue
		}
		for alternative := range strings.SplitSeq(pattern, "|") {
			selected, err := regexp.Compile(alternative)
			require.NoError(t, err, command)
			assert.True(t, slices.ContainsFunc(functions, func(f string) bool {
				return strings.HasPrefix(f, kinds[word]) && selected.MatchString(f)
			}), "%s: %s: nothing matches %s", page, command, alternative)
		}
	}
}

// TestFuzzTargets compares the fuzz targets that contributing.md lists with those that
// there are.
func TestFuzzTargets(t *testing.T) {
	var want, got []string
	for _, functions := range readTree(t).tests {
		for _, f := range functions {
			if strings.HasPrefix(f, "Fuzz") {
				want = append(want, f)
			}
		}
	}
	for _, f := range fuzzTarget.FindAllString(readPages(t)["docs/contributing.md"], -1) {
		if !slices.Contains(got, f) {
			got = append(got, f)
		}
	}
	require.ElementsMatch(t, want, got)
}

// TestArrows compares the arrows of architecture.md with what the packages import.
func TestArrows(t *testing.T) {
	want := map[string][]string{}
	for line := range strings.Lines(readPages(t)["docs/architecture.md"]) {
		if from, to, ok := strings.Cut(line, "->"); ok {
			want[strings.TrimSpace(from)] = strings.Fields(to)
		}
	}
	packages, err := filepath.Glob(filepath.Join(root, "*", "*.go"))
	require.NoError(t, err)
	got := map[string][]string{}
	for _, file := range packages {
		name := filepath.Base(filepath.Dir(file))
		if name == "docs" || got[name] != nil {
			continue
		}
		got[name] = []string{}
		p, err := build.ImportDir(filepath.Dir(file), 0)
		require.NoError(t, err)
		for _, imported := range p.Imports {
			if short, ok := strings.CutPrefix(imported, "xorro/"); ok {
				got[name] = append(got[name], short)
			}
		}
	}
	require.Equal(t, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	for name := range got {
		assert.ElementsMatch(t, got[name], want[name], name)
	}
}

// TestOptions compares the README's table of options with the engine's list.
func TestOptions(t *testing.T) {
	var answer strings.Builder
	driver, err := uci.New(strings.NewReader("uci\nquit\n"), &answer, "Xorro")
	require.NoError(t, err)
	require.NoError(t, driver.Run())
	declared := regexp.MustCompile(`(?m)^option name (.+) type (\w+)(?: default (.*?))?(?: min (\S+) max (\S+))?$`)
	options := declared.FindAllStringSubmatch(answer.String(), -1)
	require.Greater(t, len(options), 10)

	_, section, ok := strings.Cut(readPages(t)["README.md"], "\n## Options\n")
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n## ")
	rows := map[string][]string{}
	for line := range strings.Lines(section) {
		if cells := strings.Split(line, "|"); len(cells) == 6 {
			rows[strings.TrimSpace(cells[1])] = []string{strings.TrimSpace(cells[2]), strings.TrimSpace(cells[3])}
		}
	}
	delete(rows, "option")
	delete(rows, "---")
	for _, o := range options {
		name, kind, initial := o[1], o[2], o[3]
		row := rows[name]
		delete(rows, name)
		if !assert.NotNil(t, row, "the README has no row for %s", name) {
			continue
		}
		switch kind {
		case "spin":
			assert.Equal(t, o[4]+" to "+o[5], row[0], name)
			assert.Equal(t, initial, row[1], name)
		case "check":
			assert.Equal(t, []string{"true or false", initial}, row, name)
		case "button":
			assert.Equal(t, "button", row[0], name)
		}
	}
	assert.Empty(t, rows, "the engine has no such options")
}

// subcommand matches a command line of Xorro in a span or a block of code.
var subcommand = regexp.MustCompile("(?m)(?:^ {4,}|`)(?:\\./)?xorro ([a-z]+)\\b")

// TestCommands checks that the subcommands that the pages name exist.
func TestCommands(t *testing.T) {
	known := map[string]bool{}
	for name, page := range readPages(t) {
		for _, match := range subcommand.FindAllStringSubmatch(page, -1) {
			word := match[1]
			if _, tried := known[word]; !tried {
				known[word] = cli.Run([]string{"help", word}, nil, io.Discard, io.Discard, "") == 0
			}
			assert.True(t, known[word], "%s names xorro %s", name, word)
		}
	}
	assert.Greater(t, len(known), 5)
}
