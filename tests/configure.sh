#!/bin/bash
# What `make` needs on a new machine: the build is configured where the packages of the tests are not installed, and
# without libedit. Where a library is missing that Saltus needs, the message names scripts/setup.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0

# A case: its name, what the output must hold, whether it succeeds (0 or 1), and settings. An empty path is a library
# that is looked for no more.
case_of() {
	local name=$1 wanted=$2 status=$3
	shift 3
	cmake -S "$SOURCE" -B "$folder/$name" "$@" >"$folder/$name.log" 2>&1
	if [ $(($? != 0)) -eq "$status" ] && tr -s ' \n' ' ' <"$folder/$name.log" | grep -qF "$wanted"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED: $name: status $status and '$wanted' were expected"
		tail -n 20 "$folder/$name.log"
	fi
}

case_of no_tests "cmocka was not found" 0 -DCMOCKA_INCLUDE= -DCMOCKA_LIBRARY=
case_of no_editing "libedit was not found" 0 -DEDIT_INCLUDE= -DEDIT_LIBRARY=
case_of no_optimiser "Run scripts/setup" 1 -DNLOPT_LIBRARY= -DNLOPT_INCLUDE=
case_of no_compiler "libtcc.a. Run scripts/setup" 1 -DLIB_tcc=

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
