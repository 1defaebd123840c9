# What a person types. CMake does the work; see CMakePresets.json for the flags.
.PHONY: deps build serve test bench format lint clean
MAKEFLAGS += --no-print-directory
DATA ?= data
LISTEN ?= 127.0.0.1:8080
PRESET ?= release
export CCACHE_BASEDIR := $(CURDIR)

build: build/$(PRESET)/build.ninja
	@cmake --build --preset $(PRESET)

deps:
	@.ci/deps

# Configured anew when the dependencies changed; ninja sees by itself when a CMakeLists.txt did.
build/$(PRESET)/build.ninja: .ci/deps CMakePresets.json
	@.ci/deps
	@cmake --preset $(PRESET)
	@touch $@

# A demo organization in $(DATA), its key and some requests to try, then the server in the foreground.
serve: build
	@build/$(PRESET)/bin/parlance demo --data $(DATA) --listen $(LISTEN)
	@exec build/$(PRESET)/bin/parlance serve --data $(DATA) --listen $(LISTEN)

test: build
	@ctest --preset $(PRESET) -j2

bench: build
	@build/$(PRESET)/bin/evaluator_bench
	@build/$(PRESET)/bin/import_bench
	@build/$(PRESET)/bin/storage_bench

format:
	@git ls-files '*.hpp' '*.cpp' | xargs clang-format -i

lint: build
	@git ls-files '*.hpp' '*.cpp' | xargs clang-format --dry-run -Werror
	@git ls-files 'lib*/src/*.cpp' 'server/*.cpp' | xargs -P2 -n4 clang-tidy -p build/$(PRESET) --quiet --extra-arg=-Wno-unknown-warning-option

clean:
	@rm -rf build
