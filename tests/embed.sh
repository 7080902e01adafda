#!/bin/bash
# A program with Saltus inside: it is built by the build and by the very line that examples/embed.c tells a user, and
# its answer is
# the closed form: a ball that falls from 10 m and keeps the part e of its speed jumps to 10*e^2 m.
set -u
build=$(dirname "$SALTUS")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# The highest of the rows is the highest point to within the grid: 4 s / 500 apart, so 9.81/2*0.004^2 = 0.00008 m.
check() {
	"$@" "$SOURCE/examples/bouncing_ball.mo" >"$work/out" 2>&1 ||
		{ echo "$1 failed:"; cat "$work/out"; failed=1; return; }
	awk '/^e = 0\.[5-9]: the first jump reaches [0-9.]+ m$/ {
			e = $3 + 0; d = $8 - 10*e*e; if (d < -0.001 || d > 0.001) { print "wrong: " $0; bad = 1 } n++; next
		}
		{ print "unexpected: " $0; bad = 1 }
		END { if (n != 5) print n " lines, not 5"; exit bad || n != 5 }' "$work/out" || failed=1
}

cmake --build "$build" --target embed libsaltus >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
check "$build/embed"

line=$(sed -n '/^ \*     cc /,/[^\\]$/p' "$SOURCE/examples/embed.c" | sed 's/^ \* *//; s/\\$//' | tr '\n' ' ')
case $line in
*build/libsaltus.a*" -o embed "*) ;;
*) echo "examples/embed.c does not tell how to build it: $line"; exit 1 ;;
esac
line=${line/build\/libsaltus.a/\"$build/libsaltus.a\"}
line=${line/-o embed/-o \"$work/embed\"}
if grep -q '^SALTUS_SANITIZE:BOOL=ON' "$build/CMakeCache.txt"; then
	line+=" -fsanitize=address,undefined"
fi
(cd "$SOURCE" && eval "$line") >"$work/log" 2>&1 || { echo "$line"; cat "$work/log"; exit 1; }
check "$work/embed"

# A file that is not there is said, not crashed on.
if "$work/embed" "$work/none.mo" >"$work/out" 2>&1 || ! grep -q 'none.mo' "$work/out"; then
	echo "a missing model is not reported:"; cat "$work/out"; failed=1
fi
exit $failed
