# make            builds ./xorro; with EXE=NAME it builds NAME (NAME.exe on Windows)
# make test       runs the tests
# make release    builds for every system into dist/, with SHA256SUMS; a -j helps
# make clean      removes what these have built
#
# GOAMD64=v1 makes a binary for any 64-bit PC, v4 one for processors with AVX-512.
# CC names the Go command if it is not the go of the path, which is how OpenBench
# calls for a compiler.

EXE := xorro
GOAMD64 := v3
go := $(or $(filter go %/go,$(CC)),go)
build := $(go) build -trimpath -buildvcs=false

version := $(shell sed -n 's/^const version = "\(.*\)"/\1/p' main.go)
targets := \
	linux-amd64-v1 linux-amd64-v3 linux-amd64-v4 linux-arm64 \
	darwin-amd64-v1 darwin-amd64-v3 darwin-arm64 \
	windows-amd64-v1.exe windows-amd64-v3.exe windows-amd64-v4.exe windows-arm64.exe
binaries := $(targets:%=dist/xorro-$(version)-%)

export CGO_ENABLED = 0

.PHONY: engine test release clean $(binaries)

engine: export GOAMD64 := $(GOAMD64)
engine:
	$(build) -o $(EXE:.exe=)$(shell $(go) env GOEXE) .

test:
	$(go) test ./...

release: $(binaries)
	cd dist && sha256sum $(notdir $^) > SHA256SUMS

# The name of a binary says its system, its processor and that one's level.
part = $(word $1,$(subst -, ,$(basename $*)))
$(binaries): dist/xorro-$(version)-%:
	GOOS=$(call part,1) GOARCH=$(call part,2) GOAMD64=$(call part,3) $(build) -o $@ .

clean:
	rm -rf dist
	rm -f xorro xorro.exe
