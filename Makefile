# make            builds ./xorro; with EXE=NAME it builds NAME (NAME.exe on Windows)
# make test       runs the tests
# make release    builds for every system into dist/, with SHA256SUMS; a -j helps
# make clean      removes what these have built
#
# On a PC the default is GOAMD64=v3, for processors with AVX2, BMI2 and FMA, which are
# most since 2015. GOAMD64=v1 is for any 64-bit PC, GOAMD64=v4 for processors with
# AVX-512. On a processor below its level the engine exits at once and says so in one
# line. The level is the compiler's; the network's kernels use the best instructions
# of the processor that they run on, in builds of any level.
#
# EVALFILE=FILE builds that network in, in place of nnue/default.nnue.
#
# CC names the Go command if it is not the go of the path, which is how OpenBench
# calls for a compiler.

EXE := xorro
GOAMD64 ?= v3
go := $(or $(filter go %/go,$(CC)),go)
build := $(go) build -trimpath

# A build from a repository records its commit. A tree without one may lie inside
# another repository, whose commit it must not record.
commit := $(if $(wildcard .git),$(shell git rev-parse HEAD 2>/dev/null))
development := -buildvcs=$(if $(commit),auto,false)

version := $(shell sed -n 's/^const version = "\(.*\)"/\1/p' main.go)
targets := \
	linux-amd64-v1 linux-amd64-v3 linux-amd64-v4 linux-arm64 \
	darwin-amd64-v1 darwin-amd64-v3 darwin-arm64 \
	windows-amd64-v1.exe windows-amd64-v3.exe windows-amd64-v4.exe windows-arm64.exe
binaries := $(targets:%=dist/xorro-$(version)-%)

export CGO_ENABLED = 0

.PHONY: engine test release clean $(binaries)

output = $(EXE:.exe=)$(shell $(go) env GOEXE)

# An overlay makes the build read another file in place of nnue/default.nnue.
engine: export GOAMD64 := $(GOAMD64)
engine:
ifdef EVALFILE
	@overlay=$$(mktemp) && trap 'rm -f "$$overlay"' EXIT && \
	GOOS= GOARCH= GOAMD64= $(go) run ./internal/evalfile "$(EVALFILE)" >"$$overlay" && \
	$(build) $(development) -overlay "$$overlay" -o $(output) .
else
	$(build) $(development) -o $(output) .
endif

test:
	$(go) test ./...

release: $(binaries)
	cd dist && sha256sum $(notdir $^) > SHA256SUMS

# The name of a binary says its system, its processor and that one's level.
part = $(word $1,$(subst -, ,$(basename $*)))
$(binaries): dist/xorro-$(version)-%:
	GOOS=$(call part,1) GOARCH=$(call part,2) GOAMD64=$(call part,3) $(build) -buildvcs=false -o $@ .

clean:
	rm -rf dist
	rm -f xorro xorro.exe
