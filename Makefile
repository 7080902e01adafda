# For people: the build itself is in CMakeLists.txt.
#   make         the program build/saltus and the libraries build/libsaltus.a and build/libsaltus.so, optimised
#   make install   program, libraries, header and Python module below PREFIX (/usr/local); DESTDIR is put before it
#   make deb     the same as a Debian package in build/
#   make demo    installs what is missing, builds, runs the main example and shows its plot
#   make man     manual pages and completion for bash, zsh and fish, in build/share
#   make check   installs what is missing, builds with warnings as errors and runs every test, then again sanitized
#   make bench   the measurements
#   make threads   what uses threads, in unit tests, sweeps and searches, with the thread sanitizer
#   make coverage  every test with counters, and what none of them executes
JOBS ?= $(shell nproc)
MAKEFLAGS += --no-print-directory

all: build/Makefile
	@+cmake --build build -j $(JOBS) --target saltus libsaltus libsaltus_shared

build/Makefile:
	@cmake -S . -B build

demo:
	@scripts/setup
	@$(MAKE) all
	build/saltus run examples/bouncing_ball.mo --plot
	@build/saltus run examples/bouncing_ball.mo --quiet --plot=build/bouncing_ball.png
	@echo "The same as a picture: build/bouncing_ball.png"

man: all
	@scripts/manuals build/saltus build/share

check:
	@scripts/setup --all
	@+JOBS=$(JOBS) scripts/check

PREFIX ?= /usr/local
install: all
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)" >/dev/null
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" -ne 0 ] || ldconfig 2>/dev/null || true
	@echo "installed below $(DESTDIR)$(PREFIX)"

# A build folder of its own: where things go is part of a build.
deb:
	@cmake -S . -B build/deb -DCMAKE_INSTALL_PREFIX=/usr -DSALTUS_PYTHON_FOLDER=lib/python3/dist-packages >/dev/null
	@+cmake --build build/deb -j $(JOBS) --target saltus libsaltus libsaltus_shared
	@strip --strip-debug build/deb/libsaltus.a
	@cd build/deb && cpack -G DEB >/dev/null && mv saltus_*.deb ..
	@ls build/saltus_*.deb

bench: all
	@bench/run

threads:
	@cmake -S . -B build/threads -DSALTUS_THREADS=ON -DSALTUS_WERROR=OFF >/dev/null
	@+cmake --build build/threads -j $(JOBS) --target saltus libsaltus_shared test_study_public \
		test_study_tiers test_study_optimise test_study_many test_study_sweeps test_engine_shared \
		test_engine_experiments
	@scripts/threads build/threads

coverage:
	@cmake -S . -B build/coverage -DSALTUS_COVERAGE=ON -DSALTUS_WERROR=OFF -DCMAKE_BUILD_TYPE=Debug >/dev/null
	@+cmake --build build/coverage -j $(JOBS) --target tests
	-@cd build/coverage && ctest -j $(JOBS) -LE 'source|plain'
	@scripts/coverage build/coverage

clean:
	rm -rf build

.PHONY: all install deb demo man check bench threads coverage clean
