# A thin wrapper of CMake and CTest; see docs/building.md.
BUILD  ?= build
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)
CTEST  ?=
# ON: `make sanitize` with all repetitions
LONG   ?= OFF

CMAKE   = cmake -G Ninja
COMPILE = cmake --build $(1) -j $(JOBS)
# Output of failing tests only; an empty set of tests is a failure. One more than there are cores: some tests wait.
RUN_TESTS = ctest --test-dir $(1) --output-on-failure --no-tests=error -j $$(($(JOBS) + 1)) $(CTEST)

.PHONY: all configure deps demo check test test-browser bench book install deb sanitize clang lint format clean

all: configure
	$(call COMPILE,$(BUILD))

configure:
	@tools/install-deps --check build
	@$(CMAKE) -S . -B $(BUILD) -DCMAKE_INSTALL_PREFIX=$(PREFIX) $(CMAKE_OPTIONS)

# Installs the Debian packages that are missing, and nothing when none is.
deps:
	tools/install-deps build test

demo: deps all
	tools/demo $(BUILD)/heddle

# What a contributor runs all day, under a minute: units, layers, exact counts, a few seeds of each generator.
check: deps all
	$(call RUN_TESTS,$(BUILD)) -C quick -L quick

test: deps all
	$(call RUN_TESTS,$(BUILD))

# The page of `heddle report` in headless Chromium; `make test` has the rest of it.
test-browser: all
	tools/install-deps browser
	HEDDLE=$(abspath $(BUILD))/heddle tests/report/run --browser

bench: deps all
	tools/install-deps bench
	bench/run $(BUILD)

# The pages of docs/ as a book, in the build folder.
book:
	tools/install-deps book
	mkdocs build --quiet --config-file mkdocs.yml --site-dir $(abspath $(BUILD))/book
	@echo "$(abspath $(BUILD))/book/index.html"

install: all
	cmake --install $(BUILD)

# A Debian package in the build folder, lintian clean.
deb: all
	tools/install-deps build deb
	cd $(BUILD) && cpack -G DEB
	lintian --fail-on=error,warning $(BUILD)/heddle_*.deb

sanitize:
	tools/install-deps build test sanitize
	$(CMAKE) -S . -B build-sanitize -DCMAKE_C_COMPILER=clang-19 -DHEDDLE_SANITIZE=ON -DHEDDLE_LONG_TESTS=$(LONG)
	$(call COMPILE,build-sanitize)
	$(call RUN_TESTS,build-sanitize)

clang:
	tools/install-deps build
	$(CMAKE) -S . -B build-clang -DCMAKE_C_COMPILER=clang-19 -DHEDDLE_SHARED=ON -DHEDDLE_TESTS=OFF -DCMAKE_BUILD_TYPE=Debug
	$(call COMPILE,build-clang)

lint: configure
	tools/install-deps lint
	tools/lint $(BUILD) $(JOBS)

format:
	clang-format-19 -i $$(tools/lint --files)

clean:
	rm -rf build build-sanitize build-clang
