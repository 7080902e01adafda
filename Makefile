# For people: the build itself is in CMakeLists.txt.
#   make         the program build/saltus and the library build/libsaltus.a, optimised
#   make demo    installs what is missing, builds, runs the main example and shows its plot
#   make check   installs what is missing, builds with warnings as errors and runs every test, then again sanitized
#   make bench   the measurements
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

clean:
	rm -rf build

.PHONY: all demo check bench clean
