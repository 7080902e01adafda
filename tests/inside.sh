#!/bin/bash
# A program that has Saltus inside: with a decimal comma, without memory, and with a run that is repeated.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"     # what a failed call had is lost, and the header says so
status=0

# A locale with a comma: one of the system, or one that is made here.
name=$(locale -a 2>/dev/null | grep -iE '^(de|fr|it|es|pt|nl)_[A-Z]+\.utf-?8$' | head -n 1)
if [ -z "$name" ]; then
	name=de_DE.UTF-8
	localedef -i de_DE -f UTF-8 "$folder/$name" >/dev/null 2>&1
	export LOCPATH=$folder
fi
if [ -z "${LOCPATH:-}" ] || [ -d "$folder/$name" ]; then
	"$BUILD/inside" locale "$name" || status=1
else
	echo "there is no locale with a decimal comma, and none can be made: this part was left out"
fi
unset LOCPATH

seed=${SEED:-$RANDOM}
echo "seed $seed"
"$BUILD/inside" memory "$seed" "${COUNT:-60}" || status=1
# Without the compiler of the system: when its code is ready depends on the speed of the machine, and it takes memory.
[ -n "${SANITIZED:-}" ] || SALTUS_CC= "$BUILD/inside" repeated || status=1
exit $status
