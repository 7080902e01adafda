# For people: the build itself is in CMakeLists.txt.
#   make         the program build/saltus and the library build/libsaltus.a, optimised
#   make demo    installs what is missing, builds, runs the main example and shows its plot
#   make check   installs what is missing, builds with warnings as errors and runs every test, then again sanitized
#   make bench   the measurements
#   make threads   the tests that use threads, with the thread sanitizer
#   make coverage  every test with counters, and what none of them executes
JOBS ?= $(shell nproc)
MAKEFLAGS += --no-print-directory

all: build/Makefile
	@+cmake --build build -j $(JOBS) --target saltus libsaltus

build/Makefile:
	@cmake -S . -B build

demo:
	@scripts/setup
	@$(MAKE) all
	build/saltus run examples/bouncing_ball.mo --plot
	@build/saltus run examples/bouncing_ball.mo --quiet --plot=build/bouncing_ball.png
	@echo "The same as a picture: build/bouncing_ball.png"

check:
	@scripts/setup --all
	@+JOBS=$(JOBS) scripts/check

bench: all
	@bench/run

threads:
	@cmake -S . -B build/threads -DSALTUS_THREADS=ON -DSALTUS_WERROR=OFF >/dev/null
	@+cmake --build build/threads -j $(JOBS) --target test_study_public test_study_tiers test_engine_shared test_engine_experiments test_study_optimise
	@cd build/threads && ctest --output-on-failure -R '^(study_public|study_tiers|engine_shared|engine_experiments|study_optimise)$$'

coverage:
	@cmake -S . -B build/coverage -DSALTUS_COVERAGE=ON -DSALTUS_WERROR=OFF -DCMAKE_BUILD_TYPE=Debug >/dev/null
	@+cmake --build build/coverage -j $(JOBS) --target tests
	-@cd build/coverage && ctest -j $(JOBS) -LE 'source|plain'
	@scripts/coverage build/coverage

clean:
	rm -rf build

.PHONY: all demo check bench threads coverage clean
